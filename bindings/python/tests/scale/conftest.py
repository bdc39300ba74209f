# Units files that the tests share.
from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("distributed")

from processes import Run
from tabiya.scale import UnitsFile


@pytest.fixture(autouse=True)
def end_of_drivers() -> Iterator[None]:
    """Ends the drivers that a failed test leaves."""
    yield
    while Run.all:
        run = Run.all.pop()
        run.process.kill()
        run.process.wait()


@pytest.fixture(scope="session")
def units(tmp_path_factory: pytest.TempPathFactory) -> UnitsFile:
    """The start position after four plies: 72,078 positions in 73 units."""
    return UnitsFile.split(tmp_path_factory.mktemp("units") / "four.units", 4)


@pytest.fixture(scope="session")
def small_units(tmp_path_factory: pytest.TempPathFactory) -> UnitsFile:
    """The start position after two plies: 400 positions in 20 units, which count at once."""
    path = tmp_path_factory.mktemp("units") / "two.units"
    return UnitsFile.split(path, 2, records_per_unit=20)


@pytest.fixture
def store(tmp_path: Path) -> Path:
    """The path of a store."""
    return tmp_path / "run.db"
