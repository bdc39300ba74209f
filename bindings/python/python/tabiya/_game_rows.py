# Games that are selected from others, or joined: the rows of all columns.
"""Games that are selected from others, or joined: the rows of all columns."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

import numpy as np

from ._checks import type_name
from ._errors import PgnError
from ._game_columns import Finding, NullableArray, TextArray, read_only
from ._tabiya import GameTree, Position, Positions

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["OPTIONAL", "joined_games", "selected_games", "text_columns"]

_PER_GAME = ("results", "text_offsets", "text_lengths")
_PER_MOVE = ("moves", "clocks", "times", "evals", "mates", "depths", "comments")
OPTIONAL = ("clocks", "times", "evals", "mates", "depths", "comments", "_texts")


def selected_games(games: Any, rows: NDArray[np.int64]) -> Any:
    """Returns the games of rows, without errors and findings that have no row."""
    found = object.__new__(type(games))
    found.starts = games.starts[rows]
    for name in (*_PER_GAME, "_texts"):
        setattr(found, name, take(getattr(games, name), rows))
    found.tags = {name: take(column, rows) for name, column in games.tags.items()}
    offsets, plies = spans(games.offsets, rows)
    found.offsets = read_only(offsets)
    for name in _PER_MOVE:
        setattr(found, name, take(getattr(games, name), plies))
    found.errors = [_error_at(error, row) for row, error in reports_of_rows(games.errors, rows)]
    found.findings = None
    if games.findings is not None:
        reports = reports_of_rows(games.findings, rows)
        found.findings = [finding._replace(row=row) for row, finding in reports]
    return found


def joined_games(parts: Sequence[Any]) -> Any:
    """Returns the games of parts, one after the other."""
    found = object.__new__(type(parts[0]))
    for name in (*_PER_GAME, *_PER_MOVE, "_texts"):
        setattr(found, name, joined([getattr(part, name) for part in parts]))
    found.starts = Positions.concat(part.starts for part in parts)
    found.offsets = joined_offsets([part.offsets for part in parts])
    found.tags = {name: joined([part.tags[name] for part in parts]) for name in parts[0].tags}
    errors: list[PgnError] = []
    findings: list[Finding] = []
    start = 0
    for part in parts:
        for error in part.errors:
            errors.append(_error_at(error, None if error.row is None else error.row + start))
        for finding in part.findings or ():
            row = None if finding.row is None else finding.row + start
            findings.append(finding._replace(row=row))
        start += len(part)
    # Reports without a row follow the others.
    found.errors = sorted(errors, key=lambda error: error.row is None)
    findings.sort(key=lambda finding: finding.row is None)
    found.findings = None if parts[0].findings is None else findings
    return found


def _error_at(error: PgnError, row: int | None) -> PgnError:
    return PgnError(error.field, error.reason, row, error.ply, error.offset)


def text_columns(tags: Mapping[str, Sequence[str | None]] | None, rows: int) -> dict[str, TextArray]:
    """Returns the texts of tags, as many as there are rows."""
    if tags is not None and not isinstance(tags, Mapping):
        raise TypeError(f"tags: {type_name(tags)}; expected lists of texts by name")
    found: dict[str, TextArray] = {}
    for name, values in (tags or {}).items():
        if not isinstance(name, str):
            raise TypeError(f"tags: {type_name(name)}; expected names as str")
        try:
            GameTree(Position()).set_tag(name, "")
        except ValueError as error:
            raise ValueError(f"tags: {str(error).removeprefix('name: ')}") from None
        if len(values) != rows:
            raise ValueError(f"tags: {name}: {len(values)} values; expected {rows}")
        found[name] = TextArray.from_list(values)
    return found


def spans(offsets: NDArray[np.int64], rows: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Returns the offsets of selected rows, and the indices of their items."""
    starts, lengths = offsets[:-1][rows], np.diff(offsets)[rows]
    selected = np.zeros(len(rows) + 1, np.int64)
    np.cumsum(lengths, out=selected[1:])
    return selected, np.repeat(starts - selected[:-1], lengths) + np.arange(selected[-1])


def take(column: Any, rows: NDArray[np.int64]) -> Any:
    """Returns rows: of an array, of values or texts that may be missing, or `None`."""
    if column is None:
        return None
    if isinstance(column, NullableArray):
        return NullableArray(read_only(column.values[rows]), read_only(column.valid[rows]))
    if isinstance(column, TextArray):
        return column[rows]
    return read_only(column[rows])


def joined(columns: Sequence[Any]) -> Any:
    """Returns columns of one kind, one after the other."""
    first = columns[0]
    if first is None:
        return None
    if isinstance(first, NullableArray):
        return NullableArray(*(read_only(np.concatenate(parts)) for parts in zip(*columns, strict=True)))
    if isinstance(first, TextArray):
        data = read_only(np.concatenate([column.data for column in columns]))
        valid = read_only(np.concatenate([column.valid for column in columns]))
        return TextArray(joined_offsets([column.offsets for column in columns]), data, valid)
    return read_only(np.concatenate(columns))


def joined_offsets(columns: Sequence[NDArray[np.int64]]) -> NDArray[np.int64]:
    """Returns the offsets of columns that are joined."""
    lengths = np.concatenate([np.diff(offsets) for offsets in columns])
    return read_only(np.concatenate(([0], np.cumsum(lengths, dtype=np.int64))))


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
