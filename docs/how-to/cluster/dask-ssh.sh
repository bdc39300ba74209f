#!/usr/bin/env bash
# Counts perft by Dask on hosts that SSH reaches: a scheduler and the driver here, a worker on each host.
#
# usage: dask-ssh.sh HOSTS DEPTH UNITS STORE [OPTION]...
#
# HOSTS    a file with a host per line; two lines are two workers
# DEPTH    plies below the root of the units file
# UNITS    the absolute path of a units file, without spaces; hosts that lack it get a copy
# STORE    the SQLite file of the results, here
# OPTION   options of `python -m tabiya.scale`: --hash SIZE and --threads N of a worker, --verify
# ADDRESS  environment: this machine as the hosts see it; its full name by default
# PORT     environment: the port of the scheduler, 8786 by default
# PYTHON   environment: Python with tabiya[scale] on all machines, python3 by default
set -eu
hosts=$1 depth=$2 units=$3 store=$4
shift 4
python=${PYTHON:-python3}
host=${ADDRESS:-$(hostname -f)} port=${PORT:-8786}
address=tcp://$host:$port

# Copies the units file to a host that lacks it.
send_units() {
    ssh -n "$1" "test -e $units" ||
        { scp -q "$units" "$1:$units.part" && ssh -n "$1" "mv $units.part $units"; }
}

# Job control keeps Ctrl-C from all but the driver, which ends first. Workers end after the scheduler.
set -m
pids=
# shellcheck disable=SC2086
trap 'kill $pids 2>/dev/null; wait' EXIT

"$python" -m distributed.cli.dask_scheduler --host "$host" --port "$port" --no-dashboard \
    >scheduler.log 2>&1 &
pids=$!
while read -r name; do
    if ! send_units "$name"; then
        echo "$name: left out; expected SSH access and space for $units" >&2
        continue
    fi
    # A worker counts a unit at a time, by --threads threads. Dask does not limit its memory.
    ssh -n "$name" "exec $python -m distributed.cli.dask_worker $address --nthreads 1 \
        --no-dashboard --memory-limit 0 --death-timeout 60" >>"worker-$name.log" 2>&1 &
    pids="$pids $!"
done <"$hosts"

"$python" -m tabiya.scale "$depth" --units "$units" --store "$store" --scheduler "$address" "$@"
