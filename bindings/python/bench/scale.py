# Compares distributed counts with the program, and two workers with one.
"""Times the same count by `tabiya-units count`, and by `tabiya.scale` with one and two workers.

`python bench/scale.py --program PATH` counts to depth 9 from a split after 5 plies, in alternating
rounds. Each count starts with an empty store. The wall time is that of the count, as each program
reports it, without the start of the interpreter and of the workers. The CPU time is that of all
processes, with the start. All counts use as much memory for hash tables.
"""

from __future__ import annotations

import argparse
import json
import resource
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from tabiya.scale import UnitsFile

Times = tuple[float, float]
"""Wall time and CPU time of a count in seconds."""


def run(command: list[str]) -> tuple[dict[str, float], float]:
    """Runs a count. Returns its last JSON line, and the CPU time."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(command, stdout=subprocess.PIPE, check=True, text=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime
    return json.loads(done.stdout.splitlines()[-1]), cpu


def by_program(program: str, units: UnitsFile, depth: int, hash_bytes: int) -> Times:
    """Counts by the program, whose two threads share a hash table."""
    with tempfile.TemporaryDirectory() as folder:
        command = [program, "count", units.path, str(depth), "--threads", "2"]
        report, cpu = run([*command, "--out", folder, "--hash", str(2 * hash_bytes), "--json"])
    return report["seconds"], cpu


def by_driver(engine: str, workers: int, units: UnitsFile, depth: int, hash_bytes: int) -> Times:
    """Counts by the driver, whose workers have a hash table each."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "tabiya.scale", str(depth), "--units", units.path]
        command += ["--store", f"{folder}/run.db", "--local", str(workers), "--engine", engine]
        report, cpu = run([*command, "--hash", str(hash_bytes), "--json"])
    return report["seconds"], cpu


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--program", required=True, help="the program `tabiya-units`")
    parser.add_argument("--plies", type=int, default=5)
    parser.add_argument("--records-per-unit", type=int, default=1000)
    parser.add_argument("--depth", type=int, default=9)
    parser.add_argument("--hash", type=int, default=64 << 20, help="bytes per worker")
    parser.add_argument("--rounds", type=int, default=3)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        path, size = Path(folder) / "bench.units", arguments.records_per_unit
        units = UnitsFile.split(path, arguments.plies, records_per_unit=size)
        depth, size = arguments.depth, arguments.hash
        jobs: dict[str, Callable[[], Times]] = {
            "tabiya-units, 2 threads": lambda: by_program(arguments.program, units, depth, size),
            "Dask, 2 workers": lambda: by_driver("dask", 2, units, depth, size),
            "Dask, 1 worker": lambda: by_driver("dask", 1, units, depth, size),
            "processes, 2 workers": lambda: by_driver("processes", 2, units, depth, size),
        }
        times: dict[str, list[Times]] = {name: [] for name in jobs}
        for _ in range(arguments.rounds):
            for name, job in jobs.items():
                times[name].append(job())
                print(f"{name}: {times[name][-1][0]:.2f} s", file=sys.stderr, flush=True)
        print(f"depth {depth}, {len(units)} units; medians of {arguments.rounds} rounds")
        print("| count | wall | CPU |\n|---|---|---|")
        walls: dict[str, float] = {}
        for name, found in times.items():
            walls[name] = statistics.median(wall for wall, _ in found)
            cpu = statistics.median(cpu for _, cpu in found)
            print(f"| {name} | {walls[name]:.2f} s | {cpu:.2f} s |")
        overhead = walls["Dask, 2 workers"] / walls["tabiya-units, 2 threads"]
        scaling = walls["Dask, 1 worker"] / walls["Dask, 2 workers"]
        print(f"Dask divided by the program: {overhead:.3f}; one worker by two: {scaling:.3f}")


if __name__ == "__main__":
    main()
