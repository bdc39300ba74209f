# The namespace `tabiya` of the series and expressions of Polars.
"""The namespace `tabiya` of Polars. Needs Polars and pyarrow: `pip install tabiya[polars]`.

The import of this module registers the namespace for columns of FENs. A null row gives null.

>>> import polars as pl
>>> import tabiya as tb, tabiya.polars
>>> frame = pl.DataFrame({"fen": [tb.STARTING_FEN, "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", None]})
>>> len(frame["fen"].drop_nulls().tabiya.positions())
2
>>> fen = pl.col("fen").tabiya
>>> columns = frame.select(moves=fen.legal_counts(), outcome=fen.outcome())
>>> columns.rows()
[(20, 'ongoing'), (0, 'stalemate'), (None, None)]

Type checkers do not know registered names: `FenSeries(series)` and `FenExpr(expr)` are the same.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal, overload

import numpy as np
import polars as pl
from numpy.typing import NDArray

from ._errors import FenError
from ._games import Games
from ._tabiya import Positions
from ._texts import OUTCOMES, Errors, Mask, Notation, read_fens, spread

__all__ = ["FenExpr", "FenSeries", "from_games"]

@pl.api.register_series_namespace("tabiya")
class FenSeries:
    """The namespace `tabiya` of a series of FENs.

    Invalid FENs raise an error, or give null with `errors="mask"`.
    """

    def __init__(self, series: pl.Series) -> None:
        self._series = series

    @overload
    def positions(
        self, *, errors: Literal["raise"] = "raise", threads: int = 1
    ) -> Positions: ...
    @overload
    def positions(
        self, *, errors: Literal["mask"], threads: int = 1
    ) -> tuple[Positions, Mask]: ...
    def positions(
        self, *, errors: Errors = "raise", threads: int = 1
    ) -> Positions | tuple[Positions, Mask]:
        """Returns the positions, as `Positions.from_fens` does.

        Raises:
            FenError: A row is null or invalid, with `errors="raise"`.
        """
        if errors == "mask":
            return Positions.from_fens(self._series, errors=errors, threads=threads)
        return Positions.from_fens(self._series, errors=errors, threads=threads)

    def legal_counts(self, *, errors: Errors = "raise", threads: int = 1) -> pl.Series:
        """Returns the numbers of legal moves as `UInt16`."""
        positions, valid = self._read(errors, threads)
        return self._column(positions.legal_counts(threads=threads), valid)

    def in_check(self, *, errors: Errors = "raise", threads: int = 1) -> pl.Series:
        """Tests whether the side to move is in check: `Boolean`."""
        positions, valid = self._read(errors, threads)
        return self._column(positions.in_check(threads=threads), valid)

    def keys(self, *, errors: Errors = "raise", threads: int = 1) -> pl.Series:
        """Returns the Zobrist keys as `UInt64`, equal for positions that count as repetitions."""
        positions, valid = self._read(errors, threads)
        return self._column(positions.keys(threads=threads), valid)

    def outcome(self, *, errors: Errors = "raise", threads: int = 1) -> pl.Series:
        """Returns the rules that end the game as `Enum`: `ongoing`, `checkmate` etc."""
        positions, valid = self._read(errors, threads)
        indices = spread(positions.outcome(threads=threads), valid).astype(np.uint32)
        names = pl.Series(OUTCOMES).gather(pl.Series(indices)).alias(self._series.name)
        return _with_nulls(names, valid).cast(pl.Enum(OUTCOMES))

    def legal_moves(
        self, notation: Notation = "bits", *, errors: Errors = "raise", threads: int = 1
    ) -> pl.Series:
        """Returns the legal moves as `List(UInt16)`, or as `List(String)` in UCI or SAN."""
        from .arrow import _lists, _narrow

        positions, valid = self._read(errors, threads)
        lists = _lists(positions.legal_moves(threads=threads), notation, valid)
        if notation != "bits":
            # Versions of Polars before 1.44 crash on `large_list<string>`.
            lists = _narrow(lists)
        return pl.Series(self._series.name, lists, dtype=_list_type(notation))

    def _read(self, errors: Errors, threads: int) -> tuple[Positions, Mask]:
        series = self._series
        present = series.is_not_null().to_numpy()
        return read_fens(series, present, series.__getitem__, errors, threads)

    def _column(self, values: NDArray[Any], valid: Mask) -> pl.Series:
        return _with_nulls(pl.Series(self._series.name, spread(values, valid)), valid)


@pl.api.register_expr_namespace("tabiya")
class FenExpr:
    """The namespace `tabiya` of an expression of FENs, for eager and lazy frames.

    Invalid FENs raise `polars.exceptions.ComputeError`, or give null with `errors="mask"`.
    """

    def __init__(self, expr: pl.Expr) -> None:
        self._expr = expr

    def legal_counts(self, *, errors: Errors = "raise", threads: int = 1) -> pl.Expr:
        """Returns the numbers of legal moves as `UInt16`."""
        dtype = pl.UInt16()
        return self._map(lambda fens: fens.legal_counts(errors=errors, threads=threads), dtype)

    def in_check(self, *, errors: Errors = "raise", threads: int = 1) -> pl.Expr:
        """Tests whether the side to move is in check: `Boolean`."""
        return self._map(lambda fens: fens.in_check(errors=errors, threads=threads), pl.Boolean())

    def keys(self, *, errors: Errors = "raise", threads: int = 1) -> pl.Expr:
        """Returns the Zobrist keys as `UInt64`, equal for positions that count as repetitions."""
        return self._map(lambda fens: fens.keys(errors=errors, threads=threads), pl.UInt64())

    def outcome(self, *, errors: Errors = "raise", threads: int = 1) -> pl.Expr:
        """Returns the rules that end the game as `Enum`: `ongoing`, `checkmate` etc."""
        names = pl.Enum(OUTCOMES)
        return self._map(lambda fens: fens.outcome(errors=errors, threads=threads), names)

    def legal_moves(
        self, notation: Notation = "bits", *, errors: Errors = "raise", threads: int = 1
    ) -> pl.Expr:
        """Returns the legal moves as `List(UInt16)`, or as `List(String)` in UCI or SAN."""
        return self._map(
            lambda fens: fens.legal_moves(notation, errors=errors, threads=threads),
            _list_type(notation),
        )

    def _map(self, method: Callable[[FenSeries], pl.Series], dtype: pl.DataType) -> pl.Expr:
        def call(series: pl.Series) -> pl.Series:
            try:
                return method(FenSeries(series))
            except FenError as error:
                # Polars builds the exception again from its text alone.
                raise pl.exceptions.ComputeError(str(error)) from error

        return self._expr.map_batches(call, return_dtype=dtype, is_elementwise=True)


def from_games(games: Games, notation: Notation = "bits") -> pl.DataFrame:
    """Returns a data frame with a row per game: the columns of `tabiya.arrow.from_games`.

    >>> games = Games.read_pgn(b'[White "A"] 1. e4 e5 1-0', tags=["White"])
    >>> from_games(games, "san").select("White", "outcome", "moves").rows()
    [('A', 1, ['e4', 'e5'])]
    """
    from . import arrow

    table = arrow.from_games(games, notation)
    if notation != "bits":
        # Versions of Polars before 1.44 crash on `large_list<string>`.
        index = table.column_names.index("moves")
        moves = arrow._narrow(table["moves"].combine_chunks())
        table = table.set_column(index, "moves", moves)
    frame = pl.from_arrow(table)
    assert isinstance(frame, pl.DataFrame)
    return frame


def _with_nulls(series: pl.Series, valid: Mask) -> pl.Series:
    return series if valid.all() else series.set(pl.Series(~valid), None)


def _list_type(notation: Notation) -> pl.List:
    return pl.List(pl.UInt16() if notation == "bits" else pl.String())
