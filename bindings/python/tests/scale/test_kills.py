# Counts whose processes are killed and stopped.
from __future__ import annotations

import os
import signal
from pathlib import Path

import pytest
from processes import Cluster, Run, children, cluster, read_store, wait_for
from tabiya.scale import UnitsFile

DEPTH, NODES = 8, 84_998_978_956
WINDOW = 4 * 2


def check_total(run: Run, found: Cluster) -> dict[str, object]:
    """Asserts that a driver found the total, and that at most one window was counted twice."""
    code, report = run.finish()
    counted = found.counted()
    assert (code, report["nodes"], report["final"]) == (0, NODES, True), run.errors()
    assert read_store(run.store, run.units, run.depth).nodes == NODES
    assert set(counted) == set(range(len(run.units)))
    assert len(counted) <= len(run.units) + WINDOW
    return report


def test_killed_worker_costs_units_in_flight(tmp_path: Path, units: UnitsFile, store: Path) -> None:
    with cluster(tmp_path, 1) as found:
        worker = found.start_worker()
        run = Run(units, DEPTH, store, "--scheduler", found.address)
        run.wait_for_units(8)
        worker.kill()
        assert not run.process.poll()
        run.wait_for_units(12)
        found.start_worker()
        check_total(run, found)


def test_killed_driver_resumes_from_store(tmp_path: Path, units: UnitsFile, store: Path) -> None:
    with cluster(tmp_path) as found:
        run = Run(units, DEPTH, store, "--scheduler", found.address)
        run.wait_for_units(8)
        run.process.kill()
        run.process.wait()
        before = read_store(store, units, DEPTH).counted
        assert 8 <= before < len(units)
        run = Run(units, DEPTH, store, "--scheduler", found.address)
        report = check_total(run, found)
        assert report["counted_before"] == before


def test_killed_scheduler_is_awaited(tmp_path: Path, units: UnitsFile, store: Path) -> None:
    with cluster(tmp_path, 0) as found:
        workers = [found.start_worker(), found.start_worker()]
        run = Run(units, DEPTH, store, "--scheduler", found.address, "--patience", "100")
        run.wait_for_units(8)
        for process in [found.scheduler, *workers]:
            process.kill()
            process.wait()
        run.wait_for_units(8)
        found.start_scheduler()
        found.start_worker()
        found.start_worker()
        check_total(run, found)


def test_lost_scheduler_ends_with_valid_store(
    tmp_path: Path, small_units: UnitsFile, store: Path
) -> None:
    with cluster(tmp_path, 0) as found:
        run = Run(small_units, 5, store, "--scheduler", found.address, "--patience", "0.5")
        wait_for(lambda: '"progress"' in run.output.read_text(), "progress")
        found.scheduler.kill()
        code, report = run.finish()
    assert (code, report["counted"], report["interrupted"]) == (1, 0, False)
    assert f"{found.address}: no scheduler of Dask" in run.errors()
    assert f"Resume: {store} is valid" in run.errors()
    run = Run(small_units, 5, store, "--local", "1", "--engine", "processes")
    code, report = run.finish()
    assert (code, report["nodes"]) == (0, 4_865_609)


def kill_child(run: Run) -> None:
    """Kills a worker that the driver has started."""
    wait_for(lambda: len(children(run.process.pid)) == 2, "two workers")
    os.kill(children(run.process.pid)[0], signal.SIGKILL)


@pytest.mark.parametrize("engine", ["dask", "processes"])
def test_killed_local_worker_is_replaced(units: UnitsFile, store: Path, engine: str) -> None:
    run = Run(units, 7, store, "--no-hash", "--local", "2", "--engine", engine)
    run.wait_for_units(3)
    kill_child(run)
    code, report = run.finish()
    assert (code, report["nodes"], report["failed"]) == (0, 3_195_901_860, []), run.errors()
    assert report["doubled"] == 0


@pytest.mark.skipif("TABIYA_DEEP" not in os.environ, reason="takes minutes; set TABIYA_DEEP")
def test_deep_count_with_a_killed_worker_is_as_published(tmp_path: Path) -> None:
    units = UnitsFile.split(tmp_path / "five.units", 5)
    run = Run(units, 9, tmp_path / "nine.db", "--local", "2", "--verify", "0.02")
    run.wait_for_units(50)
    kill_child(run)
    run.process.wait()
    code, report = run.finish()
    assert (code, report["nodes"]) == (0, 2_439_530_234_167), run.errors()
    assert report["final"] and report["verified"] > 0 and report["disputes"] == []


def test_interrupt_prints_resumable_state(units: UnitsFile, store: Path) -> None:
    before = 0
    for engine, number in [("processes", signal.SIGINT), ("dask", signal.SIGTERM)]:
        # Each unit takes a second without a hash table.
        run = Run(units, DEPTH, store, "--no-hash", "--local", "2", "--engine", engine)
        run.wait_for_units(before + 1)
        run.process.send_signal(number)
        code, report = run.finish()
        assert (code, report["event"], report["exact"]) == (130, "interrupted", False)
        ledger = read_store(store, units, DEPTH)
        assert (report["nodes_at_least"], report["counted"]) == (ledger.nodes, ledger.counted)
        assert report["counted_before"] == before
        assert f"Resume: {store} is valid; run the same command again" in run.errors()
        assert "Traceback" not in run.errors()
        before = ledger.counted
