# Damaged stores, stores of other counts, and full disks.
from __future__ import annotations

import contextlib
import os
import resource
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Generator
from pathlib import Path

import pytest
from processes import Run, read_store
from tabiya.scale import FolderStore, SqliteStore, StoreError, UnitResult, UnitsFile, open_store

DEPTH, NODES = 4, 197_281


@pytest.fixture(scope="module")
def results(small_units: UnitsFile) -> list[UnitResult]:
    return [small_units.count(unit, DEPTH) for unit in range(len(small_units))]


def fill(path: Path, units: UnitsFile, results: list[UnitResult]) -> None:
    with contextlib.closing(open_store(path, units, DEPTH)) as store:
        store.put(results)


def run_scale(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "tabiya.scale", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_result_file_cut_at_every_byte_is_refused_with_a_sentence(
    tmp_path: Path, small_units: UnitsFile, results: list[UnitResult]
) -> None:
    folder = tmp_path / "results"
    folder.mkdir()
    fill(folder, small_units, results)
    file = folder / "00000" / "00000007.result"
    whole = file.read_bytes()
    parts = [whole[:size] for size in range(len(whole))]
    for part in [*parts, whole + whole, whole + b"\0"]:
        file.write_bytes(part)
        with contextlib.closing(FolderStore(folder, small_units, DEPTH)) as store:
            found, refused = store.read()
        assert len(found) == 19 and len(refused) == 1
        assert refused[0][0] == str(file) and refused[0][1].startswith(
            ("damaged: ", "invalid result: ")
        )
    done = run_scale("sum", str(DEPTH), "--units", small_units.path, "--store", folder)
    assert done.returncode == 1 and f"Refused: {file}: " in done.stdout
    assert "Missing: 1 unit: 7..8" in done.stdout and "Nodes so far: " in done.stdout
    run = Run(small_units, DEPTH, folder, "--local", "1", "--engine", "processes")
    code, report = run.finish()
    assert (code, report["nodes"], report["counted_before"]) == (0, NODES, 19), run.errors()
    assert file.name in run.errors() and "counted again" in run.errors()


def test_row_cut_at_every_byte_is_refused(
    store: Path, small_units: UnitsFile, results: list[UnitResult]
) -> None:
    fill(store, small_units, results)
    whole = results[7].to_bytes()
    rows: list[bytes | str] = [whole[:size] for size in range(208)]
    rows += [whole + whole, whole[:40] + b"\1" + whole[41:], results[6].to_bytes(), "text"]
    for row in rows:
        with contextlib.closing(sqlite3.connect(store)) as connection, connection:
            connection.execute("PRAGMA synchronous = OFF")
            connection.execute("UPDATE results SET data = ? WHERE unit = 7", [row])
        with contextlib.closing(open_store(store, small_units, DEPTH, create=False)) as found:
            kept, refused = found.read()
        assert len(kept) == 19 and [name for name, _ in refused] == [f"{store}: unit 7"]
    run = Run(small_units, DEPTH, store, "--local", "1", "--engine", "processes")
    code, report = run.finish()
    assert (code, report["nodes"], report["counted_before"]) == (0, NODES, 19), run.errors()


def test_store_file_cut_anywhere_never_yields_other_counts(
    tmp_path: Path, small_units: UnitsFile, results: list[UnitResult]
) -> None:
    whole = tmp_path / "whole.db"
    fill(whole, small_units, results)
    data = whole.read_bytes()
    refusals = 0
    for size in [*range(0, 600, 7), *range(600, len(data), 331)]:
        cut = tmp_path / f"{size}.db"
        cut.write_bytes(data[:size])
        try:
            with contextlib.closing(SqliteStore(cut, small_units, DEPTH)) as store:
                kept, _ = store.read()
            assert set(kept) <= set(results)
        except StoreError as error:
            refusals += 1
            assert str(error).startswith(f"{cut}: ") and "\n" not in str(error)
    assert refusals > 100


def test_store_of_another_count_is_refused_and_stays(
    tmp_path: Path, small_units: UnitsFile, results: list[UnitResult]
) -> None:
    other = UnitsFile.split(tmp_path / "other.units", 2, records_per_unit=21)
    for path in [tmp_path / "run.db", tmp_path / "folder"]:
        if path.suffix == "":
            path.mkdir()
        fill(path, small_units, results)
        for units, depth in [(other, DEPTH), (small_units, DEPTH + 1)]:
            arguments = ["--units", units.path, "--store", str(path), "--local", "1"]
            done = run_scale(str(depth), *arguments, "--engine", "processes")
            assert done.returncode == 2 and done.stdout == "", done.stderr
            assert done.stderr.startswith(f"error: {path}") and done.stderr.count("\n") == 1
            assert "another count" in done.stderr and "; expected " in done.stderr
        with contextlib.closing(open_store(path, small_units, DEPTH)) as store:
            assert sorted(store.read()[0], key=lambda result: result.unit) == results


def test_other_files_are_refused_and_stay(tmp_path: Path, small_units: UnitsFile) -> None:
    text = tmp_path / "text"
    text.write_text("a text that is no store\n" * 100)
    database = tmp_path / "other.db"
    with contextlib.closing(sqlite3.connect(database)) as connection, connection:
        connection.execute("CREATE TABLE games (pgn TEXT)")
    newer = tmp_path / "newer.db"
    SqliteStore(newer, small_units, DEPTH).close()
    with contextlib.closing(sqlite3.connect(newer)) as connection, connection:
        connection.execute("PRAGMA user_version = 2")
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    for path in [text, database, newer, pipe, Path("/dev/null"), Path("/dev/full")]:
        before = None if not path.is_file() else path.read_bytes()
        with pytest.raises(StoreError, match="; expected ") as caught:
            SqliteStore(path, small_units, DEPTH)
        assert str(caught.value).startswith(f"{path}: ")
        assert before is None or path.read_bytes() == before


def test_second_driver_is_refused_and_readers_are_not(store: Path, small_units: UnitsFile) -> None:
    with contextlib.closing(SqliteStore(store, small_units, DEPTH)) as first:
        message = f"in use by process {os.getpid()} on host .*; expected one driver"
        with pytest.raises(StoreError, match=message):
            SqliteStore(store, small_units, DEPTH)
        first.put([small_units.count(3, DEPTH)])
        with contextlib.closing(SqliteStore(store, small_units, DEPTH, create=False)) as reader:
            assert [result.unit for result in reader.read()[0]] == [3]
    SqliteStore(store, small_units, DEPTH).close()


@contextlib.contextmanager
def small_disk(folder: Path, size: str) -> Generator[Callable[[], None], None, None]:
    """Mounts a small file system. Yields a function that enlarges it."""
    folder.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", f"size={size}", "tmpfs", str(folder)]
    if shutil.which("mount") is None or subprocess.run(mount, check=False).returncode != 0:
        pytest.skip("no right to mount a file system")

    def enlarge() -> None:
        subprocess.run(["mount", "-o", "remount,size=8m", str(folder)], check=True)

    try:
        yield enlarge
    finally:
        subprocess.run(["umount", str(folder)], check=True)


@pytest.mark.parametrize("name", ["run.db", "results/"])
def test_full_disk_stops_cleanly_and_resumes(tmp_path: Path, units: UnitsFile, name: str) -> None:
    with small_disk(tmp_path / "disk", "200k") as enlarge:
        store = tmp_path / "disk" / name
        if name.endswith("/"):
            store.mkdir()
        run = Run(units, 5, store, "--local", "2", "--engine", "processes")
        code, report = run.finish()
        check_stop(run, code)
        assert 0 < report["counted"] < len(units)
        before = report["counted"]
        enlarge()
        run = Run(units, 5, store, "--local", "2", "--engine", "processes")
        code, report = run.finish()
        assert (code, report["nodes"]) == (0, 4_865_609), run.errors()
        assert before <= report["counted_before"] < len(units)


def check_stop(run: Run, code: int) -> None:
    """Asserts that a driver ended with sentences."""
    assert code == 1, run.errors()
    lines = [line for line in run.errors().splitlines() if not line.startswith(("0 of", "1 of"))]
    first, last = [line for line in lines if " units, " not in line]
    assert first.startswith(f"error: {run.store}")
    assert last == f"Resume: {run.store} is valid; run the same command again"


def test_full_disk_ends_a_split_without_a_file(tmp_path: Path) -> None:
    with small_disk(tmp_path / "disk", "200k") as enlarge:
        out = tmp_path / "disk" / "four.units"
        done = run_scale("split", "4", "--out", out)
        assert done.returncode == 2 and done.stdout == "", done
        assert done.stderr.startswith(f"error: {out}: No space left on device")
        assert not list(out.parent.iterdir())
        enlarge()
        assert run_scale("split", "4", "--out", out).returncode == 0 and len(UnitsFile(out)) == 73


def test_limit_of_file_size_stops_cleanly_and_resumes(units: UnitsFile, store: Path) -> None:
    SqliteStore(store, units, 5).close()
    limit = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, limit[1]))
    try:
        run = Run(units, 5, store, "--local", "2", "--engine", "processes")
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limit)
    code, report = run.finish()
    check_stop(run, code)
    assert 0 < report["counted"] < len(units)
    assert read_store(store, units, 5).counted == report["counted"]
    run = Run(units, 5, store, "--local", "2", "--engine", "processes")
    code, report = run.finish()
    assert (code, report["nodes"]) == (0, 4_865_609), run.errors()
