# Workers that hang.
from __future__ import annotations

import os
import signal
from pathlib import Path
from typing import Any

from processes import SLOW, Run, children, cluster, read_store, wait_for
from tabiya.scale import UnitsFile

DEPTH, NODES = 7, 3_195_901_860


def check_end(run: Run) -> dict[str, Any]:
    """Asserts that a driver ended with the right total."""
    code, report = run.finish()
    assert (code, report["nodes"]) == (0, NODES), run.errors()
    assert report["doubled"] == 0
    return report


def test_stopped_worker_is_replaced_by_speculative_calls(
    tmp_path: Path, units: UnitsFile, store: Path
) -> None:
    with cluster(tmp_path, 1, SLOW) as found:
        worker = found.start_worker(SLOW)
        found.wait_for_workers(2)
        run = Run(units, DEPTH, store, "--scheduler", found.address)
        run.wait_for_units(10)
        worker.send_signal(signal.SIGSTOP)
        # The worker is almost always at a unit, or holds the result of one.
        assert check_end(run)["speculative_calls"] >= 1
        worker.send_signal(signal.SIGCONT)
        # The worker finishes its unit, which nobody waits for. A further run changes nothing.
        run = Run(units, DEPTH, store, "--scheduler", found.address)
        code, report = run.finish()
        assert (code, report["nodes"], report["doubled"]) == (0, NODES, 0)
    assert read_store(store, units, DEPTH).nodes == NODES


def test_stopped_process_of_pool_does_not_stop_the_count(units: UnitsFile, store: Path) -> None:
    run = Run(units, DEPTH, store, "--no-hash", "--local", "2", "--engine", "processes")
    run.wait_for_units(4)
    stopped = children(run.process.pid)[0]
    os.kill(stopped, signal.SIGSTOP)
    check_end(run)
    # The pool ends with the driver, hanging processes included.
    wait_for(lambda: not Path(f"/proc/{stopped}").exists(), "end of the stopped process")


def test_processes_of_pool_end_after_killed_driver(units: UnitsFile, store: Path) -> None:
    run = Run(units, DEPTH, store, "--no-hash", "--local", "2", "--engine", "processes")
    run.wait_for_units(5)
    processes = children(run.process.pid)
    assert len(processes) == 2
    run.process.kill()
    run.process.wait()
    wait_for(lambda: not any(Path(f"/proc/{pid}").exists() for pid in processes), "end of the pool")
