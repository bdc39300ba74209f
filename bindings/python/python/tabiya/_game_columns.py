# Columns of values and texts that may be missing, and findings.
"""Columns of values and texts that may be missing, and findings."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, overload

import numpy as np

from ._checks import row_number, type_name
from ._tabiya import selected_numbers

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["Finding", "NullableArray", "TextArray"]


class NullableArray(NamedTuple):
    """Values that may be missing."""

    values: NDArray[Any]
    """The values, and 0 where one is missing."""
    valid: NDArray[np.bool_]
    """`True` for each value that exists."""


class Finding(NamedTuple):
    """What is wrong with a game or a file, as `tabiya-games check` reports it.

    A finding may end the moves of its game, such as the kind `move`, or be a note. Games that are left
    out and damage of a file have no row, and damage has no place.
    """

    row: int | None
    """The number of the game."""
    kind: str
    """The kind: one of `FINDING_KINDS`."""
    message: str
    """The problem, without the place."""
    ply: int | None
    """The number of moves before it, if it is among the moves."""
    offset: int | None
    """The offset in the text of the file, decompressed."""
    line: int | None
    """The line in the text, from 1."""
    column: int | None
    """The byte in the line, from 1."""


class TextArray:
    """Texts that may be missing, in one buffer.

    >>> games = Games.read_pgn(b'[White "A"] 1. e4 * [Event "x"] 1. d4 *', tags=["White"])
    >>> games.tags["White"].tolist()
    ['A', None]
    """

    __slots__ = ("data", "offsets", "valid")

    offsets: NDArray[np.int64]
    """The start of each text in `data`, and the end of the last: shape (n + 1,)."""
    data: NDArray[np.uint8]
    """The texts in UTF-8."""
    valid: NDArray[np.bool_]
    """`True` for each text that exists: shape (n,)."""

    def __init__(self, offsets: NDArray[np.int64], data: NDArray[np.uint8], valid: NDArray[np.bool_]) -> None:
        self.offsets = offsets
        self.data = data
        self.valid = valid

    def __len__(self) -> int:
        return len(self.valid)

    @staticmethod
    def from_list(texts: Sequence[str | None]) -> TextArray:
        """Returns the texts of a list, in which `None` is a missing one."""
        for text in texts:
            if text is not None and not isinstance(text, str):
                raise TypeError(f"texts: {type_name(text)}; expected str or None")
        encoded = [b"" if text is None else text.encode() for text in texts]
        offsets = np.cumsum([0, *map(len, encoded)], dtype=np.int64)
        valid = np.array([text is not None for text in texts], np.bool_)
        return TextArray(offsets, np.frombuffer(b"".join(encoded), np.uint8), valid)

    @overload
    def __getitem__(self, index: int) -> str | None: ...
    @overload
    def __getitem__(self, index: slice | Sequence[int] | NDArray[Any]) -> TextArray: ...
    def __getitem__(self, index: Any) -> str | None | TextArray:
        """Returns one text, or the texts of a slice, a mask, or a list or array of indices."""
        if isinstance(index, slice):
            return _taken_texts(self, np.arange(*index.indices(len(self))))
        if isinstance(index, np.ndarray) or not hasattr(index, "__index__"):
            return _taken_texts(self, selected_numbers(index, len(self)))
        row = row_number("index", index, len(self))
        if not self.valid[row]:
            return None
        return self.data[self.offsets[row] : self.offsets[row + 1]].tobytes().decode()

    def __iter__(self) -> Iterator[str | None]:
        return (self[row] for row in range(len(self)))

    def tolist(self) -> list[str | None]:
        """Returns the texts, with `None` for missing ones."""
        return list(self)

    def __repr__(self) -> str:
        return f"<TextArray: {len(self)} texts>"


def _taken_texts(column: TextArray, rows: NDArray[np.int64]) -> TextArray:
    """Returns the texts of rows. Those that follow each other are copied at once."""
    breaks = np.flatnonzero(np.diff(rows) != 1) + 1
    runs = zip([0, *breaks.tolist()], [*breaks.tolist(), len(rows)], strict=True)
    pieces = [np.zeros(0, np.uint8)]
    for start, end in runs if len(rows) else ():
        first, last = column.offsets[rows[start]], column.offsets[rows[end - 1] + 1]
        pieces.append(column.data[first:last])
    lengths = np.diff(column.offsets)[rows]
    offsets = np.concatenate(([0], np.cumsum(lengths, dtype=np.int64)))
    return TextArray(read_only(offsets), read_only(np.concatenate(pieces)), read_only(column.valid[rows]))


def read_only(array: NDArray[Any]) -> NDArray[Any]:
    """Returns an array of its own after making it read-only."""
    array.flags.writeable = False
    return array
