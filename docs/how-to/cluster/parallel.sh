#!/bin/sh
# Counts perft by GNU parallel, on this machine or on hosts that SSH reaches.
#
# usage: parallel.sh PARTS DEPTH UNITS RESULTS [OPTION]...
#
# PARTS    the number of jobs, at most that of the units
# DEPTH    plies below the root of the units file
# UNITS    a units file; RESULTS is a folder. Paths hold on all hosts, without spaces.
# OPTION   options of `parallel`: --sshlogin HOST,HOST, -j JOBS per host
# HASH     environment: the hash table of a job, 1G by default
set -eu
parts=$1 depth=$2 units=$3 results=$4
shift 4

total=$(tabiya-units info "$units" --json | sed 's/.*"units":\([0-9]*\).*/\1/')
part=0
while [ "$part" -lt "$parts" ]; do
    echo "$((total * part / parts))..$((total * (part + 1) / parts))"
    part=$((part + 1))
done | parallel -j 1 --retries 3 --joblog "$results.joblog" "$@" \
    tabiya-units count "$units" "$depth" --unit '{}' --out "$results" --hash "${HASH:-1G}"

tabiya-units sum "$units" "$depth" "$results"
