# Positions, legal moves and games as arrays of Arrow.
"""Positions, legal moves and games as arrays of Arrow. Needs pyarrow: `pip install tabiya[arrow]`.

pyarrow has no type stubs. Its arrays are therefore typed as `Any`.

>>> import pyarrow as pa
>>> import tabiya as tb, tabiya.arrow
>>> positions = tb.Positions.from_fens(pa.array([tb.STARTING_FEN]))
>>> tabiya.arrow.from_positions(positions).type
FixedSizeBinaryType(fixed_size_binary[28])
>>> tabiya.arrow.from_legal_moves(positions.legal_moves()).type
LargeListType(large_list<item: uint16>)
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from functools import partial
from typing import Any, Literal, TypeAlias, overload

import numpy as np
import pyarrow as pa  # type: ignore[import-untyped]

from ._checks import check_choice, check_flag, type_name
from ._clocks import has_time_spent, time_spent
from ._errors import FenError
from ._game_columns import NullableArray, TextArray
from ._games import Games, _names
from ._moves import MoveColumns
from ._tabiya import LegalMoves, Positions
from ._texts import Errors, Mask, Notation

__all__ = ["from_games", "from_legal_moves", "from_moves", "from_positions", "to_positions"]

_PACKED_SIZE = 28
_Form: TypeAlias = Literal["packed"] | Literal["fen"]


def from_positions(positions: Positions, form: _Form = "packed") -> Any:
    """Returns positions as `fixed_size_binary[28]` of shape (n,), or FENs as `string`.

    The packed rows are `Positions.packed`, which the array takes over without another copy.

    >>> from_positions(Positions([Position()]), "fen")[0].as_py()
    'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1'
    """
    _check_type("positions", positions, Positions)
    check_choice("form", form, "packed", "fen")
    if form == "fen":
        return pa.array(positions.fens(), pa.string())
    buffers = [None, pa.py_buffer(positions.packed)]
    return pa.Array.from_buffers(pa.binary(_PACKED_SIZE), len(positions), buffers)


@overload
def to_positions(
    column: Any, *, errors: Literal["raise"] = "raise", threads: int = 1
) -> Positions: ...
@overload
def to_positions(
    column: Any, *, errors: Literal["mask"], threads: int = 1
) -> tuple[Positions, Mask]: ...
def to_positions(
    column: Any, *, errors: Errors = "raise", threads: int = 1
) -> Positions | tuple[Positions, Mask]:
    """Reads an array or chunked array of `fixed_size_binary[28]` or of strings.

    Both are read in place. With `errors="mask"`, nulls and invalid rows are dropped, and the result
    is a pair: the valid positions, and `bool` of shape (n,).

    >>> to_positions(from_positions(Positions([Position()])))[0] == Position()
    True

    Raises:
        FenError: A row is null or invalid, with `errors="raise"`.
    """
    if column.type != pa.binary(_PACKED_SIZE):
        if errors == "mask":
            return Positions.from_fens(column, errors=errors, threads=threads)
        return Positions.from_fens(column, errors=errors, threads=threads)
    chunks = column.chunks if isinstance(column, pa.ChunkedArray) else [column]
    parts: list[Positions] = []
    masks: list[Mask] = [np.zeros(0, np.bool_)]
    for chunk in chunks:
        present = _present(chunk)
        if errors == "raise" and not present.all():
            row = sum(map(len, masks)) + int(np.argmin(present))
            raise FenError("packed", f"null; expected {_PACKED_SIZE} bytes", row)
        rows = _packed_rows(chunk)
        if errors == "mask":
            # The bytes of a null are arbitrary, and possibly a position.
            found, valid = Positions.from_packed(rows[present], errors=errors, threads=threads)
            present[present] = valid
        else:
            found = _read_chunk(rows, sum(map(len, masks)), threads)
        parts.append(found)
        masks.append(present)
    positions = Positions.concat(parts)
    return (positions, np.concatenate(masks)) if errors == "mask" else positions


def _present(array: Any) -> Mask:
    """Returns which items of an array are not null."""
    if not array.null_count:
        return np.ones(len(array), np.bool_)
    mask: Mask = np.array(array.is_valid().to_numpy(zero_copy_only=False), np.bool_)
    return mask


def _packed_rows(array: Any) -> np.ndarray[Any, np.dtype[np.uint8]]:
    """Returns the bytes of an array without a copy: shape (n, 28)."""
    count, start = len(array), array.offset * _PACKED_SIZE
    if not count:
        return np.zeros((0, _PACKED_SIZE), np.uint8)
    data = np.frombuffer(array.buffers()[1], np.uint8, count * _PACKED_SIZE, start)
    return data.reshape(count, _PACKED_SIZE)


def _read_chunk(rows: np.ndarray[Any, np.dtype[np.uint8]], start: int, threads: int) -> Positions:
    """Reads a chunk whose first row is the row `start` of the column."""
    try:
        return Positions.from_packed(rows, threads=threads)
    except FenError as error:
        row = None if error.row is None else start + error.row
        raise FenError(error.field, error.reason, row) from None


def from_legal_moves(moves: LegalMoves, notation: Notation = "bits") -> Any:
    """Returns the moves of each position as `large_list` of shape (n,).

    The items are `uint16` without a copy, as in `LegalMoves.moves`, or texts in UCI or SAN.

    >>> from_legal_moves(Positions([Position()]).legal_moves(), "uci")[0].as_py()[:3]
    ['a2a4', 'b2b4', 'c2c4']
    """
    _check_type("moves", moves, LegalMoves)
    return _lists(moves, notation, None)


def from_games(games: Games, notation: Notation = "bits") -> Any:
    """Returns a table with a row per game, in the schema of `tabiya-games convert --to parquet`.

    | column | type |
    |---|---|
    | `start_fen` | `string`, null if the start is invalid |
    | `outcome` | `int8`: 1 White won, 0 draw, -1 Black won, null otherwise |
    | `moves` | `large_list<uint16>`, or `large_list<string>` in UCI or SAN; a null move is 0, `0000` or `--` |
    | `clocks`, `elapsed_times` | `large_list<int32>`: hundredths of a second |
    | `evals`, `mates`, `depths` | `large_list<int32>`: hundredths of a pawn; moves to mate; plies |
    | `comments` | `large_list<large_string>`: as `Games.comments` |
    | `error` | `string`, null for a valid game |
    | the tags, by their names | `large_string` |

    Columns that were not selected are absent. The program also has `game_id`, `text_offset` and
    `text_len`, which a part of a file does not know. A tag with the name of another column is an error,
    also in another case, because SQL engines confuse such columns. Errors without a row, such as damage of
    the file, are in `games.errors` only.

    >>> pgn = b'[White "A"] 1. e4 {[%clk 0:03:00]} e5 1-0'
    >>> table = from_games(Games.read_pgn(pgn, tags=["White"], clocks=True), "uci")
    >>> table.column_names
    ['start_fen', 'outcome', 'moves', 'clocks', 'error', 'White']
    >>> table["White"].to_pylist(), table["moves"].to_pylist(), table["clocks"].to_pylist()
    (['A'], [['e2e4', 'e7e5']], [[18000, None]])
    """
    return _table(_game_columns(games, notation))


def from_moves(
    games: Games, *, tags: Sequence[str] = (), fens: bool = False, threads: int = 1
) -> Any:
    """Returns a table with a row per move.

    | column | type |
    |---|---|
    | `game` | `int64`: the row of the game in `games` |
    | `ply` | `int32`: the number of moves before it in the game |
    | `san`, `uci` | `string`; a null move is `--` and `0000` |
    | `clock` | `int32`: the time left after the move, in hundredths of a second |
    | `time_spent` | `int32`: the time that the move took, in hundredths of a second |
    | `eval`, `mate`, `depth` | `int32`: as `Games.evals`, `Games.mates` and `Games.depths` |
    | `comment` | `large_string`: as `Games.comments` |
    | `fen` | `string`: the position before the move, if `fens` is true |
    | the tags of `tags`, by their names | `large_string` |

    Columns that were not selected when the games were read are absent. A game with an error has the moves
    before it. `game` and `ply` number the positions of `Games.positions`, too.

    `time_spent` is the value in `Games.times`. Where that is missing, it is the player's previous clock less
    the clock after the move, plus the increment. The increment comes from the tag `TimeControl`, so you
    must select this tag and the clocks. The result is null for

    - the first move of each player, since many servers start the clock after it;
    - a move without a clock, or whose player has no clock at the move before;
    - a game whose `TimeControl` is neither seconds nor seconds plus increment, such as `40/7200` or `-`;
    - a difference below zero, which means that the player received time.

    >>> pgn = b'[TimeControl "180+2"] 1. e4 {[%clk 0:03:00]} e5 {[%clk 0:03:00]} 2. Nf3 {[%clk 0:02:58]} *'
    >>> table = from_moves(Games.read_pgn(pgn, tags=["TimeControl"], clocks=True))
    >>> table.column_names
    ['game', 'ply', 'san', 'uci', 'clock', 'time_spent']
    >>> table["san"].to_pylist(), table["time_spent"].to_pylist()
    (['e4', 'e5', 'Nf3'], [None, None, 400])

    Raises:
        IllegalMoveError: A move of a changed array is illegal.
        ValueError: A tag was not selected, or has the name of another column.
    """
    return _table(_move_columns(games, tags, fens, threads))


_NO_RESULT = -128
_MAX = 2**31 - 1
_Columns: TypeAlias = dict[str, Callable[[], Any]]
"""A function per column, which computes it."""


def _table(columns: _Columns, names: Collection[str] | None = None) -> Any:
    """Returns a table of all columns, or of those in `names`. Others are not computed."""
    return pa.table(
        {name: column() for name, column in columns.items() if names is None or name in names}
    )


def _game_columns(games: Games, notation: Notation) -> _Columns:
    """Returns the columns of `from_games`."""
    _check_type("games", games, Games)
    check_choice("notation", notation, "bits", "uci", "san")
    invalid = np.zeros(len(games), np.bool_)
    errors: list[str | None] = [None] * len(games)
    for error in games.errors:
        if error.row is not None:
            errors[error.row] = f"{error.field}: {error.reason}"
            invalid[error.row] = error.field in ("fen", "variant")
    columns: _Columns = {
        "start_fen": lambda: pa.array(games.starts.fens(), pa.string(), mask=invalid),
        "outcome": lambda: pa.array(games.results, mask=games.results == _NO_RESULT),
        "moves": lambda: _per_game(games, _moves(games, notation)),
    }
    for name, column in [
        ("clocks", games.clocks),
        ("elapsed_times", games.times),
        ("evals", games.evals),
        ("mates", games.mates),
        ("depths", games.depths),
    ]:
        if column is not None:
            columns[name] = partial(_integer_lists, games, column)
    if games.comments is not None:
        columns["comments"] = partial(_text_lists, games, games.comments)
    columns["error"] = lambda: pa.array(errors, pa.string())
    for name, tag in games.tags.items():
        _add_tag(columns, name, partial(_texts, tag))
    return columns


def _move_columns(
    games: Games, tags: Sequence[str], fens: bool, threads: int, first_game: int = 0
) -> _Columns:
    """Returns the columns of `from_moves`. The first game has the number `first_game`."""
    _check_type("games", games, Games)
    check_flag("fens", fens)
    moves = MoveColumns(games.starts, games.moves, games.offsets, threads)
    rows = np.repeat(np.arange(len(games)), np.diff(games.offsets))
    columns: _Columns = {
        "game": lambda: pa.array(rows + first_game, pa.int64()),
        "ply": lambda: pa.array(moves.plies),
        "san": lambda: pa.array(moves.texts("san"), pa.string()),
        "uci": lambda: pa.array(moves.texts("uci"), pa.string()),
    }
    if games.clocks is not None:
        columns["clock"] = partial(_integers, games.clocks)
    if has_time_spent(games):
        columns["time_spent"] = lambda: _integers(time_spent(games))
    for name, column in [
        ("eval", games.evals),
        ("mate", games.mates),
        ("depth", games.depths),
    ]:
        if column is not None:
            columns[name] = partial(_integers, column)
    if games.comments is not None:
        columns["comment"] = partial(_texts, games.comments)
    if fens:
        columns["fen"] = lambda: pa.array(moves.before.fens(threads=threads), pa.string())
    for name in _names(tags):
        if name not in games.tags:
            raise ValueError(f"tags: {name}; expected a tag that was selected: {list(games.tags)}")
        _add_tag(columns, name, partial(_texts_per_move, games.tags[name], rows))
    return columns


def _check_type(name: str, value: object, expected: type) -> None:
    if not isinstance(value, expected):
        raise TypeError(f"{name}: {type_name(value)}; expected tabiya.{expected.__name__}")


def _add_tag(columns: _Columns, name: str, column: Callable[[], Any]) -> None:
    """Adds the column of a tag. SQL engines confuse names that differ in case only."""
    if name.lower() in map(str.lower, columns):
        raise ValueError(f"tag {name}: the name of another column; expected another name")
    columns[name] = column


def _integers(column: NullableArray) -> Any:
    """Returns values as `int32`, bounded."""
    return pa.array(np.minimum(column.values, _MAX).astype(np.int32), mask=~column.valid)


def _per_game(games: Games, values: Any) -> Any:
    """Returns a value per move as a list per game."""
    return _checked(pa.LargeListArray.from_arrays(pa.array(games.offsets), values))


def _integer_lists(games: Games, column: NullableArray) -> Any:
    """Returns values per move as a list per game."""
    return _per_game(games, _integers(column))


def _text_lists(games: Games, texts: TextArray) -> Any:
    """Returns texts per move as a list per game."""
    return _per_game(games, _texts(texts))


def _texts_per_move(texts: TextArray, rows: np.ndarray[Any, np.dtype[np.int64]]) -> Any:
    """Returns the text of the game of each move."""
    return _texts(texts).take(pa.array(rows))


def _texts(texts: TextArray) -> Any:
    """Returns texts without a copy of their bytes.

    Anyone can create or change a `TextArray`, and Arrow reads its offsets unchecked, so all are checked here.
    """
    valid = np.packbits(np.asarray(texts.valid, np.bool_), bitorder="little")
    offsets = np.ascontiguousarray(texts.offsets, np.int64)
    data = np.ascontiguousarray(texts.data, np.uint8)
    buffers = [pa.py_buffer(valid), pa.py_buffer(offsets), pa.py_buffer(data)]
    return _checked(pa.Array.from_buffers(pa.large_string(), len(texts), buffers))


def _checked(array: Any) -> Any:
    """Returns an array whose offsets lie within its values.

    Raises:
        ValueError: An offset lies outside, or a text is not UTF-8.
    """
    array.validate(full=True)
    return array


def _moves(games: Games, notation: Notation) -> Any:
    """Returns the moves of all games."""
    if notation == "bits":
        return pa.array(games.moves)
    moves = MoveColumns(games.starts, games.moves, games.offsets)
    return pa.array(moves.texts("uci" if notation == "uci" else "san"), pa.string())


def _lists(moves: LegalMoves, notation: Notation, valid: Mask | None) -> Any:
    """Returns the moves of the valid rows as lists, and null for the other rows."""
    check_choice("notation", notation, "bits", "uci", "san")
    if notation == "bits":
        items = pa.array(moves.moves)
    else:
        texts = moves.uci() if notation == "uci" else moves.san()
        items = pa.array(texts, pa.string())
    if valid is None or valid.all():
        return pa.LargeListArray.from_arrays(pa.array(moves.offsets), items)
    offsets = np.zeros(len(valid) + 1, np.int64)
    offsets[1:][valid] = np.diff(moves.offsets)
    offsets = np.cumsum(offsets)
    return pa.LargeListArray.from_arrays(pa.array(offsets), items, mask=pa.array(~valid))


def _narrow(lists: Any) -> Any:
    """Returns lists of texts as `list<string>`, with 32-bit offsets."""
    return lists.cast(pa.list_(pa.string()))
