# Functions of SQL over columns of FENs, for DuckDB.
"""Functions of SQL for DuckDB. Needs DuckDB and pyarrow: `pip install tabiya[duckdb]`.

| function | result |
|---|---|
| `legal_count(fen)` | `USMALLINT`, the number of legal moves |
| `in_check(fen)` | `BOOLEAN`, whether the side to move is in check |
| `zobrist(fen)` | `UBIGINT`, a key, equal for positions that count as repetitions |
| `outcome(fen)` | `VARCHAR`: `ongoing`, `checkmate`, `stalemate` etc. |
| `legal_moves(fen)` | `VARCHAR[]`, the legal moves in UCI |

DuckDB calls them with vectors of rows, as arrays of Arrow. NULL gives NULL.

>>> import duckdb
>>> import tabiya.duckdb
>>> connection = tabiya.duckdb.register(duckdb.connect())
>>> fen = "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"
>>> connection.execute("SELECT legal_count($1), in_check($1), outcome($1)", [fen]).fetchall()
[(0, False, 'stalemate')]
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import duckdb
import numpy as np
import pyarrow as pa  # type: ignore[import-untyped]
from numpy.typing import NDArray

from ._tabiya import Positions
from ._texts import OUTCOMES, Errors, Mask, read_fens, spread
from .arrow import _lists, _present

__all__ = ["register"]

_Rows = Callable[[Positions, Mask], Any]


def register(
    connection: duckdb.DuckDBPyConnection,
    *,
    prefix: str = "",
    errors: Errors = "raise",
    threads: int = 1,
) -> duckdb.DuckDBPyConnection:
    """Registers the functions on a connection, and returns it.

    `prefix` starts the name of each function. An invalid FEN ends the query with
    `duckdb.InvalidInputException`, or gives NULL with `errors="mask"`.

    Raises:
        duckdb.NotImplementedException: A function of that name is registered.
        ValueError: `errors` is unknown.
    """
    if errors not in ("raise", "mask"):
        raise ValueError(f'errors: {errors!r}; expected "raise" or "mask"')
    for name, (rows, result) in _functions(threads).items():
        connection.create_function(  # type: ignore[call-overload]
            prefix + name,
            _vectorized(rows, errors, threads),
            ["VARCHAR"],
            result,
            type="arrow",
            null_handling="special",
        )
    return connection


def _functions(threads: int) -> dict[str, tuple[_Rows, str]]:
    """Returns the functions and their types in SQL."""

    def legal_count(positions: Positions, valid: Mask) -> Any:
        return _array(positions.legal_counts(threads=threads), valid)

    def in_check(positions: Positions, valid: Mask) -> Any:
        return _array(positions.in_check(threads=threads), valid)

    def zobrist(positions: Positions, valid: Mask) -> Any:
        return _array(positions.keys(threads=threads), valid)

    def outcome(positions: Positions, valid: Mask) -> Any:
        return pa.array(OUTCOMES).take(_array(positions.outcome(threads=threads), valid))

    def legal_moves(positions: Positions, valid: Mask) -> Any:
        return _lists(positions.legal_moves(threads=threads), "uci", valid)

    return {
        "legal_count": (legal_count, "USMALLINT"),
        "in_check": (in_check, "BOOLEAN"),
        "zobrist": (zobrist, "UBIGINT"),
        "outcome": (outcome, "VARCHAR"),
        "legal_moves": (legal_moves, "VARCHAR[]"),
    }


def _vectorized(rows: _Rows, errors: Errors, threads: int) -> Callable[[Any], Any]:
    """Returns a function from a vector of FENs to a vector of results."""

    def call(fens: Any) -> Any:
        chunks = fens.chunks if isinstance(fens, pa.ChunkedArray) else [fens]
        present = np.concatenate([np.zeros(0, np.bool_), *map(_present, chunks)])
        positions, valid = read_fens(
            fens, present, lambda row: fens[row].as_py(), errors, threads
        )
        return rows(positions, valid)

    return call


def _array(values: NDArray[Any], valid: Mask) -> Any:
    return pa.array(spread(values, valid), mask=~valid)
