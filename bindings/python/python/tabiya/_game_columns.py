# Columns of values and texts that may be missing, and findings.
"""Columns of values and texts that may be missing, and findings."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, TypeVar

import numpy as np

from ._checks import type_name

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
        encoded = [b"" if text is None else text.encode(errors="replace") for text in texts]
        offsets = np.cumsum([0, *map(len, encoded)], dtype=np.int64)
        valid = np.array([text is not None for text in texts], np.bool_)
        return TextArray(offsets, np.frombuffer(b"".join(encoded), np.uint8), valid)

    def __getitem__(self, index: int) -> str | None:
        row = range(len(self))[index]
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


def spans(offsets: NDArray[np.int64], rows: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Returns the offsets of selected rows, and the indices of their items."""
    starts, lengths = offsets[:-1][rows], np.diff(offsets)[rows]
    selected = np.zeros(len(rows) + 1, np.int64)
    np.cumsum(lengths, out=selected[1:])
    return selected, np.repeat(starts - selected[:-1], lengths) + np.arange(selected[-1])


def take(column: Any, rows: NDArray[np.int64]) -> Any:
    """Returns the rows of an array, of values or texts that may be missing, or of `None`."""
    if column is None:
        return None
    if isinstance(column, NullableArray):
        return NullableArray(column.values[rows], column.valid[rows])
    if isinstance(column, TextArray):
        offsets, indices = spans(column.offsets, rows)
        return TextArray(offsets, column.data[indices], column.valid[rows])
    return column[rows]


def joined(columns: Sequence[Any]) -> Any:
    """Returns columns of one kind, one after the other."""
    first = columns[0]
    if first is None:
        return None
    if isinstance(first, NullableArray):
        return NullableArray(*(np.concatenate(parts) for parts in zip(*columns, strict=True)))
    if isinstance(first, TextArray):
        data = np.concatenate([column.data for column in columns])
        valid = np.concatenate([column.valid for column in columns])
        return TextArray(joined_offsets([column.offsets for column in columns]), data, valid)
    return np.concatenate(columns)


def joined_offsets(columns: Sequence[NDArray[np.int64]]) -> NDArray[np.int64]:
    """Returns the offsets of columns that are joined."""
    lengths = np.concatenate([np.diff(offsets) for offsets in columns])
    return np.cumsum([0, *lengths], dtype=np.int64)


class _HasRow(Protocol):
    @property
    def row(self) -> int | None: ...


_Report = TypeVar("_Report", bound=_HasRow)


def reports_of_rows(reports: Iterable[_Report], rows: NDArray[np.int64]) -> Iterator[tuple[int, _Report]]:
    """Returns the reports of selected rows, each with the number of its row among them."""
    by_row: dict[int, list[_Report]] = {}
    for report in reports:
        if report.row is not None:
            by_row.setdefault(report.row, []).append(report)
    if by_row:
        for number, row in enumerate(rows.tolist()):
            for report in by_row.get(row, ()):
                yield number, report
