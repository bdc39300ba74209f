"""Files in binpack: rows in batches, conditions, and files that are written."""

from __future__ import annotations

import gzip
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from tabiya import (
    BinpackRows,
    FenError,
    IllegalMoveError,
    Position,
    Positions,
    iter_binpack,
    write_binpack,
)

DATA = Path(__file__).parents[3] / "tests" / "data" / "binpack"


def facts() -> list[dict[str, str]]:
    """The facts that other programs found about the files."""
    names, *rows = ((DATA / "facts.tsv").read_text().splitlines())
    return [dict(zip(names.split("\t"), row.split("\t"), strict=True)) for row in rows]


@pytest.mark.parametrize("row", facts(), ids=lambda row: row["file"])
def test_rows_are_those_of_other_programs(row: dict[str, str], tmp_path: Path) -> None:
    path = DATA / row["file"]
    rows = Positions.from_binpack(path, max_positions=10_000)
    assert len(rows.positions) == int(row["entries"])
    assert (rows.scores == 32002).sum() == int(row["marked"])
    assert (rows.results == 1).sum() == int(row["white_won"])
    assert (rows.results == -1).sum() == int(row["black_won"])
    assert rows.plies.max() == int(row["max_ply"])
    assert rows.positions.checkers().astype(bool).sum() == int(row["in_check"])
    assert len(rows.offsets) == int(row["chains"]) + 1
    kept = list(iter_binpack(path, 1000, skip_plies=16, max_score=10_000, quiet_only=True, marked=False))
    assert sum(len(batch.positions) for batch in kept) == int(row["kept"])
    write_binpack(tmp_path / "out.binpack", rows)
    write_binpack(tmp_path / "batches.binpack", iter_binpack(path, 7))
    written = (tmp_path / "out.binpack").read_bytes()
    assert written == (tmp_path / "batches.binpack").read_bytes()
    if row["file"] not in ("odd-stems.binpack", "three-chunks.binpack"):
        assert written == path.read_bytes()


def test_batches_are_the_rows_in_order(tmp_path: Path) -> None:
    path = tmp_path / "rules.binpack.gz"
    path.write_bytes(gzip.compress((DATA / "rules.binpack").read_bytes()))
    whole = Positions.from_binpack(path, max_positions=3000)
    batches = list(iter_binpack(path, rows=700))
    assert [len(batch.positions) for batch in batches] == [700, 700, 700, 700, 200]
    for column in ("moves", "scores", "plies", "results"):
        assert np.array_equal(np.concatenate([getattr(batch, column) for batch in batches]), getattr(whole, column))
    assert Positions.concat([batch.positions for batch in batches]) == whole.positions
    for batch in batches:
        assert batch.offsets[0] == 0
        assert batch.offsets[-1] == len(batch.positions)
        for start, end in pairwise(batch.offsets):
            before = batch.positions[start : end - 1]
            after = before.after(batch.moves[start : end - 1])
            assert after.fens() == batch.positions[start + 1 : end].fens()
    with pytest.raises(ValueError, match="max_positions: 2999; expected the number of rows"):
        Positions.from_binpack(path, max_positions=2999)


def test_conditions_are_checked() -> None:
    path = DATA / "games.binpack"
    count = sum(len(batch.positions) for batch in iter_binpack(path, sample=0.5))
    assert 2700 < count < 3300
    assert all((batch.plies >= 20).all() for batch in iter_binpack(path, skip_plies=20))
    few = Positions.from_binpack(path, max_positions=10_000, max_pieces=4)
    assert few.positions.material().sum(axis=(1, 2)).max() == 4
    for name, value in [("sample", 2.0), ("max_score", -1), ("skip_plies", "x")]:
        with pytest.raises((ValueError, OverflowError, TypeError)):
            iter_binpack(path, **{name: value})  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="colour: unknown"):
        Positions.from_binpack(path, max_positions=1, colour=1)  # type: ignore[call-arg]
    with pytest.raises(ValueError, match="rows: 0; expected 1 to"):
        iter_binpack(path, 0)


def test_damaged_file_yields_the_rows_before_the_error(tmp_path: Path) -> None:
    path = tmp_path / "cut.binpack"
    path.write_bytes((DATA / "games.binpack").read_bytes()[:5000])
    reader = iter_binpack(path, 1_000_000)
    rows = next(reader)
    assert len(rows.positions) > 2000
    with pytest.raises(FenError, match="byte 49..: unexpected end"):
        next(reader)
    with pytest.raises(StopIteration):
        next(reader)
    with pytest.raises(FenError):
        Positions.from_binpack(path, max_positions=10_000)
    with pytest.raises(FileNotFoundError):
        iter_binpack(tmp_path / "absent.binpack")


def test_wrong_rows_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "out.binpack"
    zeros = np.zeros(1, np.int16)
    start = Positions([Position()])
    with pytest.raises(IllegalMoveError):
        write_binpack(path, BinpackRows(start, np.array([1 << 12 | 2], np.uint16), zeros, zeros, zeros, zeros))
    with pytest.raises(ValueError, match="scores"):
        write_binpack(path, BinpackRows(start, zeros, zeros[:0], zeros, zeros, zeros))
    chess960 = Positions([Position("4k3/8/8/8/8/8/8/R3K1R1 w G - 0 1")])
    with pytest.raises(FenError, match="Chess960"):
        write_binpack(path, BinpackRows(chess960, zeros, zeros, zeros, zeros, zeros))
    with pytest.raises(FenError, match="expected 1, 0 or -1"):
        write_binpack(path, BinpackRows(start, zeros, zeros, zeros, zeros + 2, zeros))
