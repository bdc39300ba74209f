# Parts of data jobs: the range of a file that a worker converts to a Parquet file.
"""The conversion of a range of a file to a Parquet file, as workers run it. Needs pyarrow."""

from __future__ import annotations

import importlib
import json
import os
import tempfile
from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Any, NamedTuple

from .._errors import FenError, PgnError
from .._games import Games
from .._tabiya import Positions
from ._files import new_file
from ._game_parts import PgnColumns, read_games
from ._tasks import worker_name

__all__ = [
    "Converted",
    "Part",
    "PartTask",
    "convert_part",
    "function_name",
    "games_table",
    "positions_table",
    "read_identity",
]

_KEY = b"tabiya.part"


@dataclass(frozen=True, slots=True)
class Part:
    """A range of bytes of a file. The lines or games that begin in it belong to it."""

    file: str
    size: int
    """The size of the file in bytes."""
    modified: int
    """The time of the last change of the file, in nanoseconds since 1970."""
    start: int
    end: int
    target: str
    """The path of the Parquet file."""


@dataclass(frozen=True, slots=True)
class PartTask:
    """A part to convert, and how."""

    part: Part
    function: Callable[[Any], Any]
    """A function that returns a table of Arrow. Workers import it by its name."""
    skips_invalid: bool
    columns: PgnColumns | None = None
    """The columns of a file in PGN."""
    first: int | None = None
    """The start of the first game of the range, if known."""


class Converted(NamedTuple):
    """The result of a part."""

    rows: int
    invalid: int
    """The number of invalid lines or games."""
    worker: str
    span: tuple[int, int] | None
    """The start of the first game of the range, and that of the next range."""


def positions_table(positions: Positions) -> Any:
    """Returns a table of Arrow: packed positions, their numbers of legal moves, and their keys.

    >>> table = positions_table(Positions.from_fens(["7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"]))
    >>> table.column_names, table["legal_moves"].to_pylist()
    (['position', 'legal_moves', 'key'], [0])
    """
    pa: Any = importlib.import_module("pyarrow")
    arrow = importlib.import_module("tabiya.arrow")
    return pa.table(
        {
            "position": arrow.from_positions(positions),
            "legal_moves": pa.array(positions.legal_counts()),
            "key": pa.array(positions.keys()),
        }
    )


def games_table(games: Games) -> Any:
    """Returns a table of Arrow with a row per game, as `tabiya.arrow.from_games` does."""
    return importlib.import_module("tabiya.arrow").from_games(games)


def convert_part(task: PartTask) -> Converted:
    """Converts a part. Writes no file if the start of its first game must be known.

    The Parquet file is renamed when it is whole, so that a worker that is killed leaves no other.

    Raises:
        FenError: A line is invalid, and invalid lines are not skipped.
        PgnError: A game is invalid, and invalid games are not skipped.
        OSError: The file has changed, or cannot be read or written.
    """
    try:
        content, invalid, span = _read(task)
    except PgnError as error:
        is_guess = task.first is None and task.part.start > 0
        if error.ply is None or not is_guess:
            raise
        # Text inside of a comment may have been read. The driver sends the part again with its start.
        return Converted(0, 0, worker_name(), None)
    table = task.function(content)
    result = {"rows": table.num_rows, "invalid": invalid, "span": span}
    identity = {**identity_of(task), **result}
    metadata: dict[bytes, bytes] = dict(table.schema.metadata or {})
    metadata[_KEY] = json.dumps(identity).encode()
    parquet: Any = importlib.import_module("pyarrow.parquet")
    with new_file(task.part.target) as temporary:
        parquet.write_table(table.replace_schema_metadata(metadata), temporary, compression="zstd")
    return Converted(table.num_rows, invalid, worker_name(), span)


def _read(task: PartTask) -> tuple[Positions | Games, int, tuple[int, int] | None]:
    """Returns the positions or games of a part, the number of invalid ones, and the span of games."""
    part = task.part
    with open(part.file, "rb") as file:
        status = os.fstat(file.fileno())
        if (status.st_size, status.st_mtime_ns) != (part.size, part.modified):
            raise OSError(f"{part.file}: changed during the job; expected the same file")
        if task.columns is None:
            return (*_read_lines(task, file), None)
    place = (part.start, part.end, task.first)
    games, span = read_games(part.file, place, task.columns, task.skips_invalid)
    return games, len(games.errors), span


def _read_lines(task: PartTask, file: Any) -> tuple[Positions, int]:
    """Returns the positions of a part, and the number of invalid lines."""
    part = task.part
    start = _next_line(file, part.start)
    file.seek(start)
    data = file.read(_next_line(file, part.end, start) - start)
    with tempfile.TemporaryDirectory() as folder:
        lines = os.path.join(folder, "lines.epd")
        with open(lines, "wb") as copy:
            copy.write(data)
        if task.skips_invalid:
            positions, valid = Positions.from_epd(lines, errors="mask")
            return positions, int((~valid).sum())
        try:
            return Positions.from_epd(lines), 0
        except FenError as error:
            before = b"".join(data.splitlines(keepends=True)[: error.row])
            place = f"{part.file}, line at byte {start + len(before)}"
            raise FenError(error.field, f"{error.reason}; in {place}") from None


def _next_line(file: Any, offset: int, back_to: int | None = None) -> int:
    """Returns the offset of the first line that begins at an offset or after it."""
    if offset == 0:
        return 0
    file.seek(offset - 1)
    file.readline()
    end: int = file.tell()
    if back_to is not None:
        file.seek(back_to)
    return end


def identity_of(task: PartTask) -> dict[str, Any]:
    """Returns what distinguishes a part from those of other jobs."""
    part = asdict(task.part)
    del part["target"]
    part["file"] = os.path.basename(task.part.file)
    job = {"function": function_name(task.function), "skips_invalid": task.skips_invalid}
    if task.columns is None:
        return {**part, **job}
    columns = asdict(task.columns)
    return {**part, **job, **columns, "tags": list(columns["tags"])}


def function_name(function: Callable[..., Any]) -> str:
    """Returns the module and name of a function."""
    return f"{function.__module__}:{function.__qualname__}"


def read_identity(path: str) -> dict[str, Any] | None:
    """Returns the identity in a Parquet file with the result, or `None` if damaged."""
    parquet: Any = importlib.import_module("pyarrow.parquet")
    try:
        found: dict[str, Any] = json.loads(parquet.read_metadata(path).metadata[_KEY])
    except FileNotFoundError:
        return None
    except (ValueError, KeyError, TypeError, OSError):
        # pyarrow raises subclasses of these for files that are cut or of another format.
        return None
    return found
