# Commands: estimates, ladders, manifests, arguments and examples.
from __future__ import annotations

import doctest
import importlib
import json
import os
import pkgutil
import random
import signal
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import numpy as np
import pytest
import tabiya.scale
from processes import wait_for
from tabiya.scale import Ledger, UnitsFile
from tabiya.scale._report import (
    draw_sample,
    estimate_cost,
    ladder_lines,
    manifest_of,
    store_rung,
    stratified_total,
    student_quantile,
)

MODULES = [name for _, name, _ in pkgutil.iter_modules(tabiya.scale.__path__, "tabiya.scale.")]


def run_scale(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "tabiya.scale", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("name", sorted({"tabiya.scale", *MODULES} - {"tabiya.scale.__main__"}))
def test_docstrings_hold_true_examples(name: str) -> None:
    assert doctest.testmod(importlib.import_module(name)).failed == 0


def test_imports_are_lazy() -> None:
    program = "import sys, NAME; print(*{'tabiya.scale', 'distributed', 'pyarrow'} & {*sys.modules})"
    for module, expected in [("tabiya", ""), ("tabiya.scale", "tabiya.scale")]:
        command = [sys.executable, "-c", program.replace("NAME", module)]
        assert (
            subprocess.run(command, capture_output=True, text=True, check=True).stdout
            == f"{expected}\n"
        )


def test_sample_is_a_units_file_of_some_records(tmp_path: Path, units: UnitsFile) -> None:
    for per_block in [1, 100]:
        sample = draw_sample(units, 500 * per_block, per_block, 7)
        assert sample == draw_sample(units, 500 * per_block, per_block, 7)
        assert sample.blocks != draw_sample(units, 500 * per_block, per_block, 8).blocks
        assert sample.blocks == sorted(set(sample.blocks)) and len(sample.blocks) == 500
        assert sum(size for size, _ in sample.strata) == -(-units.records // per_block)
        rows = sample.rows(units.records)
        small = units.write_sample(tmp_path / "sample", rows, records_per_unit=per_block)
        assert (len(small), small.root, small.plies) == (500, units.root, units.plies)
        for unit in [0, 1, 250, 499]:
            first = sample.blocks[unit] * per_block
            block = np.arange(first, min(first + per_block, units.records), dtype=np.int64)
            expected, found = units.read_records(block), small.read(unit)
            assert found[0] == expected[0] and (found[1] == expected[1]).all()


def test_sample_of_all_records_is_exact(units: UnitsFile) -> None:
    found = estimate_cost(units, 5, 100_000, per_block=1000)
    assert found["records"] == found["of"] == 72_078
    assert found["nodes"] == found["published"] == 4_865_609
    assert found["nodes_interval"] == [found["nodes"]] * 2


def test_intervals_of_estimates_cover_the_total() -> None:
    generator = random.Random(1)
    # Heavy tails, and a trend along the file.
    values = [generator.lognormvariate(0, 1) * (1 + row / 5_000) for row in range(20_000)]
    units = cast(UnitsFile, SimpleNamespace(records=len(values), content_hash=""))
    covered, widths = 0, list[float]()
    for seed in range(400):
        sample = draw_sample(units, 200, 1, seed)
        found = stratified_total(sample, [values[block] for block in sample.blocks])
        covered += found.low <= sum(values) <= found.high
        widths.append(found.high - found.low)
    assert 0.90 <= covered / 400 <= 0.98, covered
    assert sum(widths) / 400 < 0.5 * sum(values)


@pytest.mark.parametrize(
    ("degrees", "expected"), [(10, 2.2281), (15, 2.1314), (30, 2.0423), (500, 1.9647)]
)
def test_quantile_of_student_is_that_of_tables(degrees: int, expected: float) -> None:
    assert abs(student_quantile(degrees) - expected) < 0.0005


def test_estimate_covers_the_published_count(units: UnitsFile) -> None:
    done = run_scale(
        "estimate", "--units", units.path, "--depths", "5", "6", "--records", "2000", "--json"
    )
    for line, depth in zip(done.stdout.splitlines(), [5, 6], strict=True):
        found: dict[str, Any] = json.loads(line)
        assert (found["depth"], found["records"], found["of"]) == (depth, 2000, 72_078)
        low, high = found["nodes_interval"]
        # The seed of the sample is fixed, and the interval holds for it.
        assert low <= found["published"] <= high and high - low < 0.2 * found["nodes"]
        low, high = found["core_seconds_interval"]
        assert 0 < low <= found["core_seconds"] <= high
    done = run_scale(
        "estimate", "--units", units.path, "--depths", "6", "--records", "200", "--block", "10"
    )
    assert done.stdout.startswith("Depth 6: ") and " on one core (" in done.stdout
    assert done.stdout.endswith("; 200 of 72078 records\n")


def test_ladder_compares_each_depth(tmp_path: Path, small_units: UnitsFile) -> None:
    arguments = ["--units", small_units.path, "--folder", str(tmp_path / "stores"), "--local", "1"]
    done = run_scale("ladder", "4", *arguments, "--engine", "processes")
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines() == [
        "Depth 0: 1 (counted from the root, as published)",
        "Depth 1: 20 (counted from the root, as published)",
        "Depth 2: 400 (sum of multiplicities, as published)",
        "Depth 3: 8902 (sum of units, as published)",
        "Depth 4: 197281 (sum of units, as published)",
    ]
    done = run_scale("ladder", "4", *arguments, "--engine", "processes", "--json")
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    rungs = [line for line in lines if line["event"] == "rung"]
    assert [rung["nodes"] for rung in rungs] == [1, 20, 400, 8_902, 197_281]
    assert rungs[2]["positions"] == rungs[2]["published_positions"] == 400


def test_ladder_names_wrong_and_missing_totals(small_units: UnitsFile) -> None:
    report = {"nodes": 8_903, "final": True, "interrupted": False}
    wrong = store_rung(small_units, 3, report)
    assert ladder_lines([wrong]) == ["Depth 3: 8903 (sum of units, WRONG)", "  published: 8902"]
    missing = store_rung(small_units, 3, {**report, "final": False})
    assert ladder_lines([missing]) == ["Depth 3: incomplete (sum of units, not compared)"]


def test_ladder_of_another_root_is_not_compared(tmp_path: Path) -> None:
    fen = "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1"
    units = UnitsFile.split(tmp_path / "ending.units", 2, fen=fen)
    arguments = ["--units", units.path, "--folder", str(tmp_path / "stores"), "--local", "1"]
    done = run_scale("ladder", "3", *arguments, "--engine", "processes")
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[-1] == "Depth 3: 2812 (sum of units, not published)"


def test_manifest_describes_the_count(tmp_path: Path, small_units: UnitsFile) -> None:
    store, file = tmp_path / "run.db", tmp_path / "manifest.json"
    arguments = ["4", "--units", small_units.path, "--store", str(store)]
    engine = ["--local", "1", "--engine", "processes"]
    done = run_scale(*arguments, *engine, "--verify", "1", "--manifest", file)
    assert done.returncode == 0 and done.stdout.endswith("\nNodes: 197281\n"), done.stderr
    found = json.loads(file.read_text())
    assert found == json.loads(run_scale("manifest", *arguments).stdout)
    assert (found["nodes"], found["published"], found["final"]) == (197_281, 197_281, True)
    assert found["split"]["content_hash"] == small_units.content_hash
    assert (found["counted"], found["results"], found["verified"]) == (20, 40, 20)
    (host,) = found["hosts"].values()
    assert host["results"] == 40 and found["core_seconds"] == host["core_seconds"]
    assert sum(found["methods"].values()) == sum(found["versions"].values()) == 40
    assert found["started"] <= found["ended"] and found["disputes"] == []
    # The digest is that of the counts, whoever has counted.
    ledger = Ledger(20)
    ledger.extend(small_units.count(unit, 4, hash=None) for unit in range(20))
    assert manifest_of(small_units, 4, ledger)["counts_sha256"] == found["counts_sha256"]


def test_invalid_arguments_end_with_code_2(tmp_path: Path, small_units: UnitsFile) -> None:
    units, store = small_units.path, str(tmp_path / "run.db")
    count = ["4", "--units", units, "--store", store]
    cases: list[tuple[list[str], str]] = [
        ([], "required: COMMAND"),
        (["4", "--store", store, "--local", "1"], "required: --units"),
        (count, "one of the arguments --local --scheduler is required"),
        ([*count, "--local", "0"], "0; expected 1 to 100000"),
        ([*count, "--local", "1", "--verify", "1.5"], "'1.5'; expected 0 to 1"),
        ([*count, "--local", "1", "--hash", "12Q"], "expected"),
        (
            ["1", *count[1:], "--local", "1", "--engine", "processes"],
            "depth: 1; expected 2, the ply",
        ),
        (["256", *count[1:], "--local", "1"], "expected 2, the ply of the units file, to 255"),
        (["4", "--units", store, "--store", store, "--local", "1"], "No such file"),
        ([*count, "--scheduler", "tcp://127.0.0.1:1", "--engine", "processes"], "expected --local"),
        (["sum", *count], "no such file; expected a result store"),
        (["estimate", "--units", units, "--depths", "2"], "expected more than 2"),
        (
            ["estimate", "--units", units, "--depths", "4", "--records", "10"],
            "expected at least 20",
        ),
    ]
    for arguments, message in cases:
        done = run_scale(*arguments)
        assert done.returncode == 2 and done.stdout == "", (arguments, done)
        assert message in done.stderr and "Traceback" not in done.stderr, (arguments, done.stderr)
        assert "error: " in done.stderr


def test_split_writes_a_units_file(tmp_path: Path) -> None:
    out = tmp_path / "two.units"
    fen = "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1"
    done = run_scale("split", "2", "--out", out, "--fen", fen, "--records", "50", "--memory", "64M")
    assert done.returncode == 0, done.stderr
    units = UnitsFile(out)
    assert units == UnitsFile.split(tmp_path / "same.units", 2, fen=fen, records_per_unit=50)
    size = f"{units.records} unique positions (191 paths) in {len(units)} units"
    assert done.stdout == f"wrote {size} to {out}\n" and len(units) > 2
    done = run_scale("split", "2", "--out", tmp_path / "start.units")
    assert UnitsFile(tmp_path / "start.units").paths == 400 and done.returncode == 0


def test_split_errors_end_with_code_2(tmp_path: Path) -> None:
    out = tmp_path / "two.units"
    (tmp_path / "old.units").write_text("old")
    queens = "k7/8/8/8/8/8/8/7K w - - 0 1"
    cases: list[tuple[list[str | Path], str]] = [
        (["2", "--out", tmp_path / "old.units"], "old.units exists; expected the path of a new"),
        (["2", "--out", tmp_path / "no" / "two.units"], "No such file or directory"),
        (["2"], "required: --out"),
        (["256", "--out", out], "PLIES: 256; expected 0 to 255"),
        (["x", "--out", out], "PLIES: 'x'; expected 0 to 255"),
        (["2", "--out", out, "--records", "0"], "0; expected 1 to 100000"),
        (["2", "--out", out, "--memory", "1Q"], "expected a size"),
        (["2", "--out", out, "--fen", "8/8 w - - 0 1"], "expected"),
        (["20", "--out", out, "--fen", queens], "paths lead to one position"),
    ]
    for arguments, message in cases:
        done = run_scale("split", *arguments)
        assert done.returncode == 2 and done.stdout == "", (arguments, done)
        assert message in done.stderr and "Traceback" not in done.stderr, (arguments, done.stderr)
    assert [path.name for path in tmp_path.iterdir()] == ["old.units"]


def test_interrupted_split_ends_with_code_130(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "tabiya.scale", "split", "9", "--out", str(tmp_path / "a")]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as process:

        def cpu_seconds() -> float:
            text = Path(f"/proc/{process.pid}/stat").read_text()
            return int(text.rpartition(")")[2].split()[11]) / os.sysconf("SC_CLK_TCK")

        wait_for(lambda: cpu_seconds() > 4, "split, far beyond the imports")
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate()
    assert (process.returncode, errors, list(tmp_path.iterdir())) == (130, "", [])


def test_closed_pipe_of_the_output_ends_quietly(tmp_path: Path, small_units: UnitsFile) -> None:
    command = [
        sys.executable,
        "-m",
        "tabiya.scale",
        "4",
        "--units",
        small_units.path,
        "--local",
        "1",
    ]
    command += ["--store", str(tmp_path / "run.db"), "--engine", "processes", "--json"]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None and process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == "" and process.wait() == 0
