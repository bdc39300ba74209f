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

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
import polars as pl
from numpy.typing import NDArray
from polars.io.plugins import register_io_source

from ._errors import FenError
from ._games import Games, _Errors
from ._tabiya import Positions
from ._texts import OUTCOMES, Errors, FenColumn, Mask, Notation, read_fens, spread

if TYPE_CHECKING:
    # The module needs pyarrow, which series do not.
    from ._scan import Source, Unit

__all__ = ["FenExpr", "FenSeries", "from_games", "from_moves", "scan_pgn"]


@pl.api.register_series_namespace("tabiya")
class FenSeries(FenColumn):
    """The namespace `tabiya` of a series of FENs.

    Invalid FENs raise an error, or give null with `errors="mask"`.
    """

    _series: pl.Series

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

    return _frame(arrow.from_games(games, notation))


def from_moves(
    games: Games, *, tags: Sequence[str] = (), fens: bool = False, threads: int = 1
) -> pl.DataFrame:
    """Returns a data frame with a row per move: the columns of `tabiya.arrow.from_moves`.

    >>> games = Games.read_pgn(b'[White "A"] 1. e4 e5 1-0', tags=["White"])
    >>> from_moves(games, tags=["White"]).select("White", "ply", "san").rows()
    [('A', 0, 'e4'), ('A', 1, 'e5')]
    """
    from . import arrow

    return _frame(arrow.from_moves(games, tags=tags, fens=fens, threads=threads))


def scan_pgn(
    source: Source,
    *,
    per: Unit = "game",
    tags: Sequence[str] = (),
    clocks: bool = False,
    times: bool = False,
    evals: bool = False,
    comments: bool = False,
    fens: bool = False,
    notation: Notation = "bits",
    filter: str | None = None,
    errors: _Errors = "stop",
    batch_games: int = 2048,
    threads: int = 0,
) -> pl.LazyFrame:
    """Returns a lazy frame with a row per game or per move of a file.

    `per="game"` has the columns of `from_games` in `notation`, and `per="move"` those of `from_moves`, in
    which `game` numbers the games that are read. `clocks=True` reads the tag `TimeControl` for the column
    `time_spent`. The other arguments are those of `Games.iter_pgn`.

    The file is read when you collect the frame, `batch_games` games at a time. Columns that the query does
    not use are not decoded, a limit of rows ends the reading, and predicates apply to each batch. A `filter`
    on tags is faster than a predicate, because games that it excludes are not decoded at all.

    >>> pgn = b'[White "A"] 1. e4 e5 1-0 [White "B"] 1. d4 *'
    >>> frame = scan_pgn(pgn, per="move", tags=["White"])
    >>> frame.filter(pl.col("ply") == 0).select("White", "san").collect().rows()
    [('A', 'e4'), ('B', 'd4')]

    Raises:
        TypeError: The source is neither a path nor bytes. A query may read the source twice.
        ValueError: An argument is invalid.
    """
    from . import _scan

    scan = _scan.checked(
        _scan.GameScan(
            source=source,
            per=per,
            tags=tags,
            clocks=clocks,
            times=times,
            evals=evals,
            comments=comments,
            fens=fens,
            notation=notation,
            filter=filter,
            errors=errors,
            batch_games=batch_games,
            threads=threads,
        )
    )

    def read(
        names: list[str] | None, predicate: pl.Expr | None, rows: int | None, batch_rows: int | None
    ) -> Iterator[pl.DataFrame]:
        for table in scan.tables(names, rows):
            frame = _frame(table.select(names) if names else table)
            yield frame if predicate is None else frame.filter(predicate)

    return register_io_source(read, schema=_frame(scan.empty()).schema)


def _frame(table: Any) -> pl.DataFrame:
    """Returns a table of Arrow as a data frame."""
    from . import arrow

    for index, column in enumerate(table.schema):
        if str(column.type) == "large_list<item: string>":
            # Versions of Polars before 1.44 crash on `large_list<string>`.
            lists = arrow._narrow(table[index].combine_chunks())
            table = table.set_column(index, column.name, lists)
    frame = pl.from_arrow(table)
    assert isinstance(frame, pl.DataFrame)
    return frame


def _with_nulls(series: pl.Series, valid: Mask) -> pl.Series:
    return series if valid.all() else series.set(pl.Series(~valid), None)


def _list_type(notation: Notation) -> pl.List:
    return pl.List(pl.UInt16() if notation == "bits" else pl.String())
