# Parts of data jobs: the range of a file that a worker converts to a Parquet file.
"""The conversion of a range of a file to a Parquet file, as workers run it. Needs pyarrow."""

from __future__ import annotations

import importlib
import json
import os
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from typing import Any, NamedTuple

from .._errors import FenError, PgnError
from .._games import Games, GameSelection
from .._tabiya import GameReader, Positions
from ._arguments import check
from ._files import new_file

_MAX_GAMES = 2**63 - 1
_KEY = b"tabiya.part"


@dataclass(frozen=True, slots=True)
class PgnColumns:
    """The columns of games, as `Games.read_pgn` selects them."""

    tags: tuple[str, ...] = ()
    clocks: bool = False
    times: bool = False
    evals: bool = False
    filter: str | None = None

    def __post_init__(self) -> None:
        """Checks the types."""
        check("tags", self.tags, Sequence)
        for name in self.tags:
            check("tags", name, str)
        for name in ("clocks", "times", "evals"):
            check(name, getattr(self, name), bool)
        check("filter", self.filter, str | None)


@dataclass(frozen=True, slots=True)
class PartTask:
    """A range of bytes of a file to convert, and how. What begins in the range belongs to it."""

    file: str
    size: int
    """The size of the file in bytes."""
    modified: int
    """The time of the last change of the file, in nanoseconds since 1970."""
    start: int
    end: int
    target: str
    """The path of the Parquet file."""
    function: Callable[[Any], Any]
    """A function that returns a table of Arrow. Workers import it by its name."""
    skips_invalid: bool
    columns: PgnColumns | None
    """The columns of a file in PGN."""
    first: int | None = None
    """The start of the first game of the range, if known."""


class Converted(NamedTuple):
    """The result of a part."""

    rows: int
    invalid: int
    """The number of invalid lines or games."""
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
    """
    status = os.stat(task.file)
    if (status.st_size, status.st_mtime_ns) != (task.size, task.modified):
        raise OSError(f"{task.file}: changed during the job; expected the same file")
    try:
        content, invalid, span = _read_games(task) if task.columns else _read_lines(task)
    except PgnError as error:
        is_guess = task.first is None and task.start > 0
        if error.ply is None or not is_guess:
            raise
        # Text in a comment may have been read. The driver sends the part again with its start.
        return Converted(0, 0, None)
    table = task.function(content)
    result = Converted(table.num_rows, invalid, span)
    metadata: dict[bytes, bytes] = dict(table.schema.metadata or {})
    metadata[_KEY] = json.dumps({**identity_of(task), **result._asdict()}).encode()
    parquet: Any = importlib.import_module("pyarrow.parquet")
    with new_file(task.target) as temporary:
        parquet.write_table(table.replace_schema_metadata(metadata), temporary, compression="zstd")
    return result


def game_reader(source: str | bytes, columns: PgnColumns, **options: Any) -> GameReader:
    """Returns a reader of the games of a source, or raises `ValueError` for invalid columns."""
    if len(set(columns.tags)) < len(columns.tags):
        raise ValueError(f"tags: {columns.tags}; expected different names")
    values = (columns.clocks, columns.times, columns.evals)
    selection = GameSelection(list(columns.tags), *values, columns.filter)
    return GameReader(source, selection, **options)


def _read_games(task: PartTask) -> tuple[Games, int, tuple[int, int] | None]:
    """Returns the games that start in a part, the number of invalid ones, and their span."""
    path = task.file
    columns = task.columns or PgnColumns()
    errors = "keep" if task.skips_invalid else "stop"
    place = (task.start, task.end, task.first)
    reader = game_reader(path, columns, errors=errors, part=place)
    try:
        games = Games(columns.tags, reader.read(_MAX_GAMES))
        # An error of the file comes after the games before it.
        reader.read(1)
        for error in games.errors:
            if error.row is None:
                raise error
    except PgnError as error:
        if error.offset is None:
            raise
        text = f"{path}, byte {error.offset} of the text from byte {task.start} of the file on"
        raise PgnError(error.field, f"{error.reason}; in {text}", error.row, error.ply) from None
    finally:
        reader.close()
    return games, len(games.errors), reader.span


def _read_lines(task: PartTask) -> tuple[Positions, int, None]:
    """Returns the positions of a part, and the number of invalid lines. Lines have no span."""
    with open(task.file, "rb") as file:
        end = _next_line(file, task.end)
        start = _next_line(file, task.start)
        data = file.read(end - start)
    with tempfile.TemporaryDirectory() as folder:
        lines = os.path.join(folder, "lines.epd")
        with open(lines, "wb") as copy:
            copy.write(data)
        if task.skips_invalid:
            positions, valid = Positions.from_epd(lines, errors="mask")
            return positions, int((~valid).sum()), None
        try:
            return Positions.from_epd(lines), 0, None
        except FenError as error:
            before = b"".join(data.splitlines(keepends=True)[: error.row])
            place = f"{task.file}, line at byte {start + len(before)}"
            raise FenError(error.field, f"{error.reason}; in {place}") from None


def _next_line(file: Any, offset: int) -> int:
    """Moves to the first line that begins at an offset or after it, and returns its offset."""
    file.seek(max(offset - 1, 0))
    if offset > 0:
        file.readline()
    return int(file.tell())


def identity_of(task: PartTask) -> dict[str, Any]:
    """Returns what distinguishes a part from those of other jobs."""
    fields = ("size", "modified", "start", "end", "skips_invalid")
    found = {name: getattr(task, name) for name in fields}
    found["file"] = os.path.basename(task.file)
    found["function"] = f"{task.function.__module__}:{task.function.__qualname__}"
    if task.columns is not None:
        found |= {**asdict(task.columns), "tags": list(task.columns.tags)}
    return found


def read_identity(path: str) -> dict[str, Any] | None:
    """Returns the identity in a Parquet file with the result, or `None` if damaged."""
    if not os.path.exists(path):
        return None
    parquet: Any = importlib.import_module("pyarrow.parquet")
    try:
        found: dict[str, Any] = json.loads(parquet.read_metadata(path).metadata[_KEY])
    except (ValueError, KeyError, TypeError, OSError):
        # pyarrow raises subclasses of these for files that are cut or of another format.
        return None
    return found
