# SQL functions over columns of FENs and PGN files, for DuckDB.
"""SQL functions for DuckDB. Needs DuckDB and pyarrow: `pip install tabiya[duckdb]`.

| function | result |
|---|---|
| `legal_count(fen)` | `USMALLINT`, the number of legal moves |
| `in_check(fen)` | `BOOLEAN`, whether the side to move is in check |
| `zobrist(fen)` | `UBIGINT`, a key, equal for positions that count as repetitions |
| `outcome(fen)` | `VARCHAR`: `ongoing`, `checkmate`, `stalemate` etc. |
| `legal_moves(fen)` | `VARCHAR[]`, the legal moves in UCI |
| `read_pgn(path)` | a table of games, in the `FROM` clause |

DuckDB calls them with vectors of rows, as arrays of Arrow. NULL gives NULL.

>>> import duckdb
>>> import tabiya.duckdb
>>> connection = tabiya.duckdb.register(duckdb.connect())
>>> fen = "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"
>>> connection.execute("SELECT legal_count($1), in_check($1), outcome($1)", [fen]).fetchall()
[(0, False, 'stalemate')]

`read_pgn('games.pgn', filter := 'WhiteElo >= 2400')` has the columns of `tabiya.arrow.from_games` with moves in
SAN, and the tags that `register` selects. All games are in memory until the query ends, about 4 kB each.
For files of more than a million games, and for rows per move, the Python function `read_pgn` returns a
relation that reads the file batch by batch.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import duckdb
import numpy as np
import pyarrow as pa  # type: ignore[import-untyped]
from numpy.typing import NDArray

from ._checks import check_choice, type_name
from ._games import _Errors
from ._scan import GameScan, Source, Unit, checked
from ._tabiya import Positions
from ._texts import OUTCOMES, Errors, Mask, Notation, read_fens, spread
from .arrow import _lists, _present

__all__ = ["TAGS", "read_pgn", "register"]

TAGS = (
    *("Event", "Site", "Date", "Round", "White", "Black", "Result"),
    *("WhiteElo", "BlackElo", "ECO", "Opening", "TimeControl", "Termination"),
)
"""The tags that `read_pgn` has in SQL, unless you select others."""

_Rows = Callable[[Positions, Mask], Any]


def register(
    connection: duckdb.DuckDBPyConnection,
    *,
    prefix: str = "",
    errors: Errors = "raise",
    threads: int = 1,
    tags: Sequence[str] = TAGS,
) -> duckdb.DuckDBPyConnection:
    """Registers the functions on a connection, and returns it.

    `prefix` starts the name of each function. An invalid FEN ends the query with
    `duckdb.InvalidInputException`, or gives NULL with `errors="mask"`. So does an invalid game in `read_pgn`,
    or it has the moves before its error. `tags` are the columns of `read_pgn` for tags.

    The functions exist in all cursors of the database, but the table `read_pgn` in this connection only. It
    opens files also if the setting `enable_external_access` is false.

    Raises:
        duckdb.NotImplementedException: A function of that name is registered.
        ValueError: `errors` is unknown.
    """
    _check_connection(connection)
    if not isinstance(prefix, str):
        raise TypeError(f"prefix: {type_name(prefix)}; expected a str")
    if not prefix.isprintable():
        raise ValueError(f"prefix: {prefix!r}; expected printable characters")
    check_choice("errors", errors, "raise", "mask")
    scan = checked(GameScan(b"", tags=tags, notation="san", errors=errors, threads=threads))
    columns = scan.empty()
    for name, (rows, result) in _functions(threads).items():
        connection.create_function(  # type: ignore[call-overload]
            prefix + name,
            _vectorized(rows, errors, threads),
            ["VARCHAR"],
            result,
            type="arrow",
            null_handling="special",
        )
    _register_table(connection, prefix, scan, columns)
    return connection


def _register_table(
    connection: duckdb.DuckDBPyConnection, prefix: str, scan: GameScan, columns: Any
) -> None:
    """Registers the SQL table `read_pgn` with the columns of an empty Arrow table.

    It is a macro that unnests the list that a scalar function returns, because DuckDB's Python API has no table
    functions.
    """
    empty = connection.from_arrow(columns)
    row = duckdb.struct_type(dict(zip(empty.columns, empty.types, strict=True)))

    def pgn_games(paths: Any, filters: Any) -> Any:
        parts, lengths = [columns], [0]
        for path, filter in zip(paths.to_pylist(), filters.to_pylist(), strict=True):
            if path is not None:
                parts.extend(scan._replace(source=path, filter=filter).tables())
            lengths.append(sum(map(len, parts)))
        table = pa.concat_tables(parts)
        values = [column.combine_chunks() for column in table.columns]
        games = pa.StructArray.from_arrays(values, names=table.column_names)
        return pa.LargeListArray.from_arrays(pa.array(lengths, pa.int64()), games)

    connection.create_function(  # type: ignore[call-overload]
        f"{prefix}pgn_games",
        pgn_games,
        ["VARCHAR", "VARCHAR"],
        duckdb.list_type(row),
        type="arrow",
        null_handling="special",
        # The file may change between two queries.
        side_effects=True,
    )
    macro, function = (_quoted(prefix + name) for name in ("read_pgn", "pgn_games"))
    connection.execute(
        f"CREATE TEMP MACRO {macro}(path, filter := NULL) AS TABLE "
        f"SELECT unnest({function}(path, filter), max_depth := 2)"
    )


def _check_connection(connection: object) -> None:
    if not isinstance(connection, duckdb.DuckDBPyConnection):
        raise TypeError(f"connection: {type_name(connection)}; expected a connection of DuckDB")


def _quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'


def read_pgn(
    source: Source,
    *,
    connection: duckdb.DuckDBPyConnection | None = None,
    per: Unit = "game",
    tags: Sequence[str] = (),
    clocks: bool = False,
    times: bool = False,
    evals: bool = False,
    comments: bool = False,
    fens: bool = False,
    notation: Notation = "san",
    filter: str | None = None,
    errors: _Errors = "stop",
    batch_games: int = 2048,
    threads: int = 0,
) -> duckdb.DuckDBPyRelation:
    """Returns a relation with a row per game or per move of a file, which each query reads anew.

    A query reads `batch_games` games at a time, so that its memory does not depend on the file's length.
    The columns are those of `tabiya.polars.scan_pgn` with the same arguments, but all are decoded, also those
    that a query does not use. Without a `connection` the relation belongs to DuckDB's default one. An invalid
    game or a damaged file ends the query with `duckdb.Error`.

    >>> games = read_pgn(b'[White "A"] 1. e4 e5 1-0 [White "B"] 1. e4 *', per="move", tags=["White"])
    >>> games.aggregate("san, count(*)").order("san").fetchall()
    [('e4', 2), ('e5', 1)]
    >>> duckdb.sql("SELECT White FROM games WHERE ply = 1").fetchall()
    [('A',)]

    Raises:
        NotImplementedError: DuckDB is older than version 1.5, which reads a source of Python once only.
        TypeError: The source is neither a path nor bytes.
        ValueError: An argument is invalid.
    """
    if tuple(map(int, duckdb.__version__.split(".")[:2])) < (1, 5):
        raise NotImplementedError(f"duckdb {duckdb.__version__}: expected version 1.5 or later")
    if connection is None:
        connection = duckdb.default_connection()
    _check_connection(connection)
    scan = checked(
        GameScan(
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
    return connection.from_arrow(_Stream(scan))


class _Stream:
    """A stream of Arrow that starts at the first game each time it is opened."""

    def __init__(self, scan: GameScan) -> None:
        self._scan = scan
        self._schema = scan.empty().schema

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object:
        batches = (batch for table in self._scan.tables() for batch in table.to_batches())
        reader = pa.RecordBatchReader.from_batches(self._schema, batches)
        return reader.__arrow_c_stream__(requested_schema)


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
