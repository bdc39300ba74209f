"""Training data in binpack: rows in batches, and files from them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ._checks import type_name
from ._game_files import write_texts
from ._results import BinpackRows
from ._tabiya import BinpackEncoder, BinpackReader

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from os import PathLike

    from ._game_files import Target

__all__ = ["iter_binpack", "write_binpack"]


def iter_binpack(
    path: str | PathLike[str],
    rows: int = 1_000_000,
    *,
    skip_plies: int = 0,
    max_score: int | None = None,
    quiet_only: bool = False,
    min_pieces: int = 0,
    max_pieces: int = 32,
    against_result: int | None = None,
    sample: float | None = None,
    seed: int = 0,
    marked: bool = True,
) -> Iterator[BinpackRows]:
    """Yields the rows of a binpack file in batches of `rows`, the last of which may have fewer.

    The file may be compressed by gzip or Zstandard. Memory depends on `rows`, not on the file. Rows are left out by
    the conditions of `tabiya-data convert`: the first plies of games, scores beyond `max_score`, positions that are
    not quiet, other numbers of pieces, scores that contradict the result, and all but a random sample. `marked=False`
    leaves out rows with the score 32002, which trainers skip; the other conditions do not apply to them.

    Raises:
        FenError: The file is invalid; the rows before the error were yielded.
        OSError: The file cannot be read.
        RuntimeError: Another thread reads from the iterator now.
        ValueError: A number is out of range, or there is a seed without a sample.

    >>> import numpy as np
    >>> from tabiya import BinpackRows, Position, Positions, iter_binpack, write_binpack
    >>> one = np.zeros(1, np.int16)
    >>> e4 = np.array([Position().parse_uci("e2e4").bits], np.uint16)
    >>> write_binpack("games.binpack", BinpackRows(Positions([Position()]), e4, one + 20, one, one, one))
    >>> [batch.scores.tolist() for batch in iter_binpack("games.binpack", quiet_only=True)]
    [[20]]
    """
    if sample is None and seed != 0:
        raise ValueError(f"seed: {seed}; expected a sample beside it")
    return BinpackReader(
        path,
        rows,
        skip_plies=skip_plies,
        max_score=max_score,
        quiet_only=quiet_only,
        min_pieces=min_pieces,
        max_pieces=max_pieces,
        against_result=against_result,
        sample=sample,
        seed=seed,
        marked=marked,
    )


def write_binpack(target: Target, rows: BinpackRows | Iterable[BinpackRows]) -> None:
    """Writes rows in binpack to a path, or to a file opened in binary mode.

    `rows` are one batch or several, such as those from `iter_binpack`. A row that follows from the one before continues
    its chain: the position is that after the move, and the ply is the next one. A path gets its content when all rows
    are written, so that it may be the one that was read.

    Raises:
        FenError: A row cannot be written, such as one with castling rights of Chess960.
        IllegalMoveError: A move is illegal.
        OSError: The file cannot be written.
    """
    batches: Iterable[BinpackRows] = [rows] if isinstance(rows, BinpackRows) else rows
    try:
        found = iter(batches)
    except TypeError:
        raise TypeError(f"rows: {type_name(rows)}; expected tabiya.BinpackRows") from None
    write_texts(target, _blocks(found))


def _blocks(batches: Iterator[BinpackRows]) -> Iterator[bytes]:
    encoder = BinpackEncoder()
    for batch in batches:
        if not isinstance(batch, BinpackRows):
            raise TypeError(f"rows: {type_name(batch)}; expected tabiya.BinpackRows")
        yield encoder.encode(batch)
    yield encoder.finish()
