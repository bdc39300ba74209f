#!/bin/sh
# Counts perft as a job array of Slurm. Each task counts its part of the units.
#
# usage: sbatch --array=0-LAST slurm.sh PARTS DEPTH UNITS RESULTS
#
# PARTS    the number of tasks, LAST + 1, at most that of the units
# DEPTH    plies below the root of the units file
# UNITS    a units file; RESULTS is a folder. Both are on a file system that all nodes share.
# HASH     environment: the hash table of a task, 1G by default; --mem must exceed it
#
#SBATCH --job-name=perft
#SBATCH --cpus-per-task=8
#SBATCH --mem=2G
#SBATCH --requeue
set -eu
parts=$1 depth=$2 units=$3 results=$4

total=$(tabiya-units info "$units" --json | sed 's/.*"units":\([0-9]*\).*/\1/')
first=$((total * SLURM_ARRAY_TASK_ID / parts))
end=$((total * (SLURM_ARRAY_TASK_ID + 1) / parts))
tabiya-units count "$units" "$depth" --unit "$first..$end" --out "$results" \
    --hash "${HASH:-1G}" --threads "${SLURM_CPUS_PER_TASK:-1}"
