# Data jobs: files of positions to Parquet.
from __future__ import annotations

import contextlib
import json
import random
import signal
import subprocess
import sys
from collections.abc import Generator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from processes import cluster, wait_for
from tabiya import FenError, Positions
from tabiya.scale import DataJob, ExecutorEngine, StoreError, UnitsFile

pytest.importorskip("pyarrow")

from tabiya import arrow  # noqa: E402

parquet: Any = pytest.importorskip("pyarrow.parquet")


@pytest.fixture(scope="module")
def fens(units: UnitsFile) -> list[str]:
    """Positions of the start position's tree."""
    return units.read(17)[0][:400].fens() + units.read(44)[0][:400].fens()


@pytest.fixture
def file(tmp_path: Path, fens: list[str]) -> Path:
    """A file of FENs, EPD lines, empty lines and comments, with both kinds of line ends."""
    generator = random.Random(5)
    lines: list[str] = []
    for fen in fens:
        end = generator.choice(["\n", "\r\n", "\n\n", "\n# comment\n"])
        if generator.random() < 0.5:
            fen = f'{" ".join(fen.split()[:4])} bm e4; id "{"x" * generator.randrange(90)}";'
        lines.append(fen + end)
    path = tmp_path / "games.epd"
    path.write_bytes("".join(lines).rstrip().encode())
    return path


@contextlib.contextmanager
def engine() -> Generator[ExecutorEngine, None, None]:
    with ThreadPoolExecutor(2) as executor:
        yield ExecutorEngine(executor, 2)


def read(folder: Path) -> Any:
    """Returns the rows of all parts in order."""
    pa: Any = pytest.importorskip("pyarrow")
    return pa.concat_tables(parquet.read_table(path) for path in sorted(folder.glob("*.parquet")))


def check_rows(folder: Path, fens: list[str]) -> None:
    """Asserts that the parts have each position once, in order, with its number of moves and key."""
    table = read(folder)
    found = arrow.to_positions(table["position"])
    expected = Positions.from_fens([" ".join(fen.split()[:4]) for fen in fens])
    assert len(found) == len(expected)
    assert all(one.same_position(other) for one, other in zip(found, expected, strict=True))
    assert table["legal_moves"].to_pylist() == expected.legal_counts().tolist()
    assert table["key"].to_pylist() == expected.keys().tolist()


@pytest.mark.parametrize("part_size", [150, 4_096, 1 << 20])
def test_each_line_belongs_to_one_part(
    tmp_path: Path, file: Path, fens: list[str], part_size: int
) -> None:
    with engine() as threads:
        job = DataJob([file], tmp_path / "parts", threads, part_size=part_size)
        assert job.run()
    report = job.report()
    assert (report["rows"], report["invalid"]) == (len(fens), 0)
    assert report["parts"] == -(-file.stat().st_size // part_size)
    check_rows(tmp_path / "parts", fens)


def test_several_files_keep_their_order(tmp_path: Path, file: Path, fens: list[str]) -> None:
    other = tmp_path / "other.fen"
    other.write_text("\n".join(fens[:3]))
    with engine() as threads:
        assert DataJob([other, file, other], tmp_path / "parts", threads, part_size=5_000).run()
    check_rows(tmp_path / "parts", fens[:3] + fens + fens[:3])


def test_job_resumes_and_replaces_damaged_parts(
    tmp_path: Path, file: Path, fens: list[str]
) -> None:
    folder = tmp_path / "parts"
    with engine() as threads:
        assert DataJob([file], folder, threads, part_size=5_000).run()
        parts = sorted(folder.glob("*.parquet"))
        whole = parts[3].read_bytes()
        parts[1].unlink()
        # A worker that was killed has left a file; the other is not of the job.
        left, other = folder / f".{parts[1].name}.x7_q.part", folder / ".other.parquet.x.part"
        left.touch()
        other.touch()
        for size in [0, 10, len(whole) // 2, len(whole) - 1]:
            parts[3].write_bytes(whole[:size])
            job = DataJob([file], folder, threads, part_size=5_000)
            assert job.before == len(parts) - (2 if size == 0 else 1)
            assert job.run() and job.report()["rows"] == len(fens)
            assert parts[3].read_bytes() == whole
        assert not left.exists() and other.exists()
    check_rows(folder, fens)


def test_folder_of_another_job_is_refused(tmp_path: Path, file: Path) -> None:
    folder = tmp_path / "parts"
    with engine() as threads:
        assert DataJob([file], folder, threads, part_size=5_000).run()
        with pytest.raises(StoreError, match="part of another job; expected an empty folder"):
            DataJob([file], folder, threads, part_size=50_000)
        with pytest.raises(StoreError, match="skips_invalid is False; expected True"):
            DataJob([file], folder, threads, part_size=5_000, skips_invalid=True)
        file.write_bytes(file.read_bytes() + b"\n")
        with pytest.raises(StoreError, match="another job: size is"):
            DataJob([file], folder, threads, part_size=5_000)


def test_invalid_lines_fail_with_their_place_or_are_skipped(
    tmp_path: Path, file: Path, fens: list[str]
) -> None:
    data = file.read_bytes()
    place = data.index(b"\n", 7_000) + 1
    file.write_bytes(data[:place] + b"no position\n" + data[place:])
    with engine() as threads:
        job = DataJob([file], tmp_path / "parts", threads, part_size=5_000, retries=1)
        assert not job.run()
        (failure,) = job.report()["failed"]
        assert failure["part"] == 1 and failure["error"].startswith(FenError.__name__)
        assert f"{file}, line at byte {place}" in failure["error"]
        job = DataJob([file], tmp_path / "skip", threads, part_size=5_000, skips_invalid=True)
        assert job.run() and (job.report()["rows"], job.report()["invalid"]) == (len(fens), 1)
    check_rows(tmp_path / "skip", fens)


def test_change_of_file_during_job_is_an_error(tmp_path: Path, file: Path) -> None:
    with engine() as threads:
        job = DataJob([file], tmp_path / "parts", threads, part_size=50_000, retries=0)
        file.write_bytes(file.read_bytes()[:-1])
        assert not job.run()
    assert "changed during the job" in job.report()["failed"][0]["error"]
    assert not list((tmp_path / "parts").iterdir())


FUNCTION = """
import time, pyarrow
def checks(positions):
    time.sleep(0.1)
    return pyarrow.table({"fen": positions.fens(), "in_check": positions.in_check()})
"""


def test_killed_driver_and_worker_lose_no_row(tmp_path: Path, file: Path, fens: list[str]) -> None:
    (tmp_path / "checks.py").write_text(FUNCTION)
    folder = tmp_path / "parts"
    with cluster(tmp_path, 1) as found:
        worker = found.start_worker()
        found.wait_for_workers(2)
        command = [sys.executable, "-m", "tabiya.scale", "convert", str(file), "--out", str(folder)]
        command += ["--scheduler", found.address, "--function", "checks:checks", "--json"]
        command += ["--part-size", "2K"]
        with subprocess.Popen(command, cwd=tmp_path, stdout=subprocess.DEVNULL) as driver:
            wait_for(lambda: len(list(folder.glob("*.parquet"))) >= 5, "five parts")
            worker.kill()
            driver.send_signal(signal.SIGKILL)
        done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
    report = json.loads(done.stdout.splitlines()[-1])
    assert 5 <= report["written_before"] < report["parts"] == len(list(folder.glob("*.parquet")))
    assert report["rows"] == len(fens) and not list(folder.glob(".*"))
    expected = Positions.from_fens(fens).in_check().tolist()
    assert read(folder)["in_check"].to_pylist() == expected


def test_invalid_functions_and_files_end_with_code_2(tmp_path: Path, file: Path) -> None:
    arguments = ["--out", str(tmp_path / "parts"), "--local", "1", "--engine", "processes"]
    for more, message in [
        ([str(file), "--function", "none"], "expected MODULE:FUNCTION"),
        ([str(file), "--function", "json:none"], "expected MODULE:FUNCTION"),
        ([str(tmp_path / "none.epd")], "No such file"),
    ]:
        command = [sys.executable, "-m", "tabiya.scale", "convert", *more, *arguments]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        assert done.returncode == 2 and message in done.stderr, done
