# Stores and folders of parts that Tabiya 0.1 has written: they still open, and runs resume.
from __future__ import annotations

import contextlib
import os
import shutil
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from tabiya.scale import DataJob, Driver, ExecutorEngine, PgnColumns, UnitsFile, open_store

WRITTEN = Path(__file__).parents[1] / "data" / "scale"
"""The start position after two plies in four units, three of them counted to depth 4, one also with
colors flipped; and two of three parts each of four positions and of four games."""

FEN = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n"
GAME = '[White "A"]\n\n1. e4 e5 2. Nf3 *\n\n'


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A copy of the files, as a driver writes to them."""
    shutil.copytree(WRITTEN, tmp_path / "scale")
    return tmp_path / "scale"


@pytest.mark.parametrize("name", ["four.db", "four"])
def test_store_of_earlier_code_resumes(folder: Path, name: str) -> None:
    units = UnitsFile(folder / "two.units")
    with (
        contextlib.closing(open_store(folder / name, units, 4)) as store,
        ThreadPoolExecutor(2) as executor,
    ):
        driver = Driver(units, 4, store, ExecutorEngine(executor, 2))
        assert driver.refused == [] and driver.run()
        report = driver.report()
    assert (report["counted_before"], report["doubled"], report["verified"]) == (3, 1, 1)
    assert report["nodes"] == 197_281
    with contextlib.closing(open_store(folder / name, units, 4, create=False)) as store:
        assert len(store.read()[0]) == 5


@pytest.mark.parametrize(
    ("name", "text", "part_size", "columns"),
    [("lines.epd", FEN, 100, None), ("games.pgn", GAME, 60, PgnColumns(("White",)))],
)
def test_parts_of_earlier_code_resume(
    folder: Path, name: str, text: str, part_size: int, columns: PgnColumns | None
) -> None:
    pytest.importorskip("pyarrow")
    file = folder / name
    file.write_bytes(text.encode() * 4)
    os.utime(file, (1_700_000_000, 1_700_000_000))
    with ThreadPoolExecutor(2) as executor:
        engine = ExecutorEngine(executor, 2)
        parts = folder / f"{name}.parts"
        job = DataJob([file], parts, engine, columns=columns, part_size=part_size)
        assert job.before == 2 and job.run()
    assert (job.report()["parts"], job.report()["rows"]) == (3, 4)
