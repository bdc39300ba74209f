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

from typing import Any, Literal, TypeAlias, overload

import numpy as np
import pyarrow as pa  # type: ignore[import-untyped]

from ._errors import FenError
from ._game_columns import TextArray
from ._games import Games
from ._tabiya import LegalMoves, Positions
from ._texts import Errors, Mask, Notation

__all__ = ["from_games", "from_legal_moves", "from_positions", "to_positions"]

_PACKED_SIZE = 28
_Form: TypeAlias = Literal["packed"] | Literal["fen"]


def from_positions(positions: Positions, form: _Form = "packed") -> Any:
    """Returns positions as `fixed_size_binary[28]` of shape (n,), or FENs as `string`.

    The packed rows are `Positions.packed`, which the array takes over without another copy.

    >>> from_positions(Positions([Position()]), "fen")[0].as_py()
    'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1'
    """
    if form == "fen":
        return pa.array(positions.fens(), pa.string())
    if form != "packed":
        raise ValueError(f'form: {form!r}; expected "packed" or "fen"')
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
    invalid = np.zeros(len(games), np.bool_)
    errors: list[str | None] = [None] * len(games)
    for error in games.errors:
        if error.row is None:
            continue
        row = error.row
        errors[row] = f"{error.field}: {error.reason}"
        invalid[row] = error.field in ("fen", "variant")
    columns = {
        "start_fen": pa.array(games.starts.fens(), pa.string(), mask=invalid),
        "outcome": pa.array(games.results, mask=games.results == _NO_RESULT),
        "moves": _per_game(games, _moves(games, notation)),
    }
    for name, column in [
        ("clocks", games.clocks),
        ("elapsed_times", games.times),
        ("evals", games.evals),
        ("mates", games.mates),
        ("depths", games.depths),
    ]:
        if column is not None:
            values = pa.array(np.minimum(column.values, _MAX).astype(np.int32), mask=~column.valid)
            columns[name] = _per_game(games, values)
    columns["error"] = pa.array(errors, pa.string())
    names = {name.lower() for name in columns}
    for name, tag in games.tags.items():
        if name.lower() in names:
            raise ValueError(f"tag {name}: the name of another column; expected another name")
        names.add(name.lower())
        columns[name] = _texts(tag)
    return pa.table(columns)


_NO_RESULT = -128
_MAX = 2**31 - 1


def _per_game(games: Games, values: Any) -> Any:
    """Returns a value per move as a list per game."""
    return _checked(pa.LargeListArray.from_arrays(pa.array(games.offsets), values))


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
    if notation not in ("uci", "san"):
        raise ValueError(f'notation: {notation!r}; expected "bits", "uci" or "san"')
    rows = games.positions()
    # A move begins at each position but the last of its game.
    before = rows.positions[np.delete(np.arange(len(rows.moves)), rows.offsets[1:] - 1)]
    is_move = games.moves != 0
    texts = np.full(len(games.moves), "0000" if notation == "uci" else "--", object)
    positions, moves = before[is_move], games.moves[is_move]
    texts[is_move] = positions.uci(moves) if notation == "uci" else positions.san(moves)
    return pa.array(texts, pa.string())


def _lists(moves: LegalMoves, notation: Notation, valid: Mask | None) -> Any:
    """Returns the moves of the valid rows as lists, and null for the other rows."""
    if notation == "bits":
        items = pa.array(moves.moves)
    elif notation in ("uci", "san"):
        texts = moves.uci() if notation == "uci" else moves.san()
        items = pa.array(texts, pa.string())
    else:
        raise ValueError(f'notation: {notation!r}; expected "bits", "uci" or "san"')
    if valid is None or valid.all():
        return pa.LargeListArray.from_arrays(pa.array(moves.offsets), items)
    offsets = np.zeros(len(valid) + 1, np.int64)
    offsets[1:][valid] = np.diff(moves.offsets)
    offsets = np.cumsum(offsets)
    return pa.LargeListArray.from_arrays(pa.array(offsets), items, mask=pa.array(~valid))


def _narrow(lists: Any) -> Any:
    """Returns lists of texts as `list<string>`, with 32-bit offsets."""
    return lists.cast(pa.list_(pa.string()))
