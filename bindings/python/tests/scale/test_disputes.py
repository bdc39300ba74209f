# Workers that lie, and what verification finds.
from __future__ import annotations

import contextlib
from pathlib import Path
from typing import Any

import pytest
from processes import SLOW, Run, cluster, read_store
from tabiya.scale import SqliteStore, UnitsFile
from tabiya.scale._driver import is_sampled

DEPTH, NODES = 6, 119_060_324

LYING = """
import zlib, tabiya.scale._driver as tasks
units, lies = {units}, set()
def lying(count_unit):
    def count(task):
        data, worker = count_unit(task)
        data = bytearray(data)
        data[128:192] = b"liar".ljust(64, b"\\0")
        if task.unit in units and (not lies or task.unit in lies):
            lies.add(task.unit)
            data[56] ^= 1
        data[204:] = zlib.crc32(data[:204]).to_bytes(4, "little")
        return bytes(data), worker
    return count
if tasks.count_unit.__name__ == "count_unit":  # Dask runs a preload twice.
    tasks.count_unit = lying(tasks.count_unit)
"""
"""A preload of a worker on the host `liar`. Its counts of one of some units are wrong by 1."""


@pytest.fixture(scope="module")
def fifty(tmp_path_factory: pytest.TempPathFactory) -> UnitsFile:
    """The start position after three plies, in fifty units."""
    path = tmp_path_factory.mktemp("units") / "three.units"
    return UnitsFile.split(path, 3, records_per_unit=108)


def sampled_units(store: Path, units: UnitsFile, fraction: float) -> list[int]:
    """Creates a store, and returns the units of its sample. A real worker cannot know them."""
    with contextlib.closing(SqliteStore(store, units, DEPTH)) as found:
        key = found.verification_key()
    return [unit for unit in range(len(units)) if is_sampled(key, unit, fraction)]


def run_with_liar(
    folder: Path, units: UnitsFile, store: Path, honest: int
) -> tuple[Run, int, dict[str, Any]]:
    """Counts with a worker that lies in one unit, and with honest ones."""
    assert len(units) == 50
    sample = sampled_units(store, units, 0.2)
    with cluster(folder, honest, SLOW) as found:
        found.start_worker(LYING.format(units=sample))
        found.wait_for_workers(honest + 1)
        run = Run(units, DEPTH, store, "--scheduler", found.address, "--verify", "0.2")
        code, report = run.finish()
    (dispute,) = report["disputes"]
    assert dispute["unit"] in sample
    lies = {result["nodes"] for result in dispute["results"] if result["host"] == "liar"}
    truths = {result["nodes"] for result in dispute["results"] if result["host"] != "liar"}
    truth = units.count(dispute["unit"], DEPTH).nodes
    assert (truths, lies) == ({truth}, {truth ^ 1})
    text = f"unit {dispute['unit']} is disputed: "
    assert text in run.errors() and f"{truth ^ 1} by host liar" in run.errors()
    return run, code, report


def test_lie_in_one_unit_is_named_settled_and_recounted(
    tmp_path: Path, fifty: UnitsFile, store: Path
) -> None:
    run, code, report = run_with_liar(tmp_path, fifty, store, 2)
    assert (code, report["nodes"], report["final"]) == (0, NODES, True), run.errors()
    assert report["disputes"][0]["settled"] and report["refuted_hosts"] == ["liar"]
    # No unit rests on the word of the liar alone.
    ledger = read_store(store, fifty, DEPTH)
    for unit in range(len(fifty)):
        assert {result.host for result in ledger.results(unit)} - {"liar"}
    # Nobody had to count a unit of an honest worker again, except for the sample.
    assert report["verified"] == len(sampled_units(store, fifty, 0.2))


def test_liar_does_not_outvote_a_single_honest_worker(
    tmp_path: Path, fifty: UnitsFile, store: Path
) -> None:
    run, code, report = run_with_liar(tmp_path, fifty, store, 1)
    assert (code, report["final"], report["refuted_hosts"]) == (1, False, []), run.errors()
    assert not report["disputes"][0]["settled"] and report["counted"] == 49
    # Each has counted by the hash table, and once more without it.
    assert len(report["disputes"][0]["results"]) == 4
