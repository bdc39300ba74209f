# The pandas accessor `tabiya`, and data frames of games.
"""The accessor `tabiya` of pandas, and data frames of games. Needs pandas: `pip install tabiya[pandas]`.

The import of this module registers the accessor for series of FENs. A missing row stays missing, and results
keep the index of the series.

>>> import pandas as pd
>>> import tabiya as tb, tabiya.pandas
>>> fens = pd.Series([tb.STARTING_FEN, "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", None])
>>> fens.tabiya.legal_counts().tolist()
[20, 0, <NA>]
>>> fens.tabiya.outcome().tolist()
['ongoing', 'stalemate', nan]

Type checkers do not know registered names: `FenSeries(series)` is the same. Data frames need pyarrow, too.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pandas as pd  # type: ignore[import-untyped]
from numpy.typing import NDArray

from ._checks import check_choice
from ._games import Games
from ._tabiya import Positions
from ._texts import OUTCOMES, Errors, FenColumn, Mask, Notation, read_fens, spread

__all__ = ["FenSeries", "from_games", "from_moves"]


@pd.api.extensions.register_series_accessor("tabiya")
class FenSeries(FenColumn):
    """The accessor `tabiya` of a series of FENs.

    Invalid FENs raise an error, or are missing in the result with `errors="mask"`.
    """

    def legal_counts(self, *, errors: Errors = "raise", threads: int = 1) -> Any:
        """Returns the numbers of legal moves as `UInt16`."""
        positions, valid = self._read(errors, threads)
        return self._column(positions.legal_counts(threads=threads), valid, "UInt16")

    def in_check(self, *, errors: Errors = "raise", threads: int = 1) -> Any:
        """Tests whether the side to move is in check: `boolean`."""
        positions, valid = self._read(errors, threads)
        return self._column(positions.in_check(threads=threads), valid, "boolean")

    def keys(self, *, errors: Errors = "raise", threads: int = 1) -> Any:
        """Returns the Zobrist keys as `UInt64`, equal for positions that count as repetitions."""
        positions, valid = self._read(errors, threads)
        return self._column(positions.keys(threads=threads), valid, "UInt64")

    def outcome(self, *, errors: Errors = "raise", threads: int = 1) -> Any:
        """Returns the rules that end the game as `category`: `ongoing`, `checkmate` etc."""
        positions, valid = self._read(errors, threads)
        codes = spread(positions.outcome(threads=threads), valid).astype(np.int8)
        # A negative code is a missing value.
        names = pd.Categorical.from_codes(np.where(valid, codes, -1), OUTCOMES)
        return self._series_of(names)

    def legal_moves(
        self, notation: Notation = "bits", *, errors: Errors = "raise", threads: int = 1
    ) -> Any:
        """Returns the legal moves as lists of integers, or of texts in UCI or SAN: `object`."""
        check_choice("notation", notation, "bits", "uci", "san")
        positions, valid = self._read(errors, threads)
        moves = positions.legal_moves(threads=threads)
        values: NDArray[Any] = moves.moves
        if notation != "bits":
            values = moves.uci(threads=threads) if notation == "uci" else moves.san(threads=threads)
        lists = np.full(len(valid), None, object)
        lists[valid] = _lists(values, moves.offsets)
        return self._series_of(lists)

    def _read(self, errors: Errors, threads: int) -> tuple[Positions, Mask]:
        series = self._series
        present = series.notna().to_numpy()
        return read_fens(series, present, series.iloc.__getitem__, errors, threads)

    def _column(self, values: NDArray[Any], valid: Mask, dtype: str) -> Any:
        column = pd.array(spread(values, valid), dtype=dtype)
        column[~valid] = pd.NA
        return self._series_of(column)

    def _series_of(self, values: Any) -> Any:
        return pd.Series(values, index=self._series.index, name=self._series.name)


def from_games(games: Games, notation: Notation = "bits") -> Any:
    """Returns a data frame with a row per game: the columns of `tabiya.arrow.from_games`.

    The columns have types of Arrow, in which integers and texts can be missing.

    >>> frame = from_games(Games.read_pgn(b'[White "A"] 1. e4 e5 1-0', tags=["White"]), "san")
    >>> frame.loc[0, "White"], frame.loc[0, "outcome"], list(frame.loc[0, "moves"])
    ('A', 1, ['e4', 'e5'])
    """
    from . import arrow

    return _frame(arrow.from_games(games, notation))


def from_moves(
    games: Games, *, tags: Sequence[str] = (), fens: bool = False, threads: int = 1
) -> Any:
    """Returns a data frame with a row per move: the columns of `tabiya.arrow.from_moves`.

    >>> games = Games.read_pgn(b'[White "A"] 1. e4 e5 1-0', tags=["White"])
    >>> from_moves(games, tags=["White"])[["White", "ply", "san"]].values.tolist()
    [['A', 0, 'e4'], ['A', 1, 'e5']]
    """
    from . import arrow

    return _frame(arrow.from_moves(games, tags=tags, fens=fens, threads=threads))


def _frame(table: Any) -> Any:
    """Returns a table of Arrow as a data frame that shares its memory."""
    return table.to_pandas(types_mapper=pd.ArrowDtype)


def _lists(values: NDArray[Any], offsets: NDArray[np.int64]) -> NDArray[Any]:
    """Returns an array of lists, also where NumPy would make a matrix."""
    lists = np.empty(len(offsets) - 1, object)
    items = values.tolist()
    for row, (start, end) in enumerate(zip(offsets[:-1], offsets[1:], strict=True)):
        lists[row] = items[start:end]
    return lists
