# Data jobs: files of positions and games to parts in Parquet, on any engine.
"""Data jobs: files of positions or games to folders of Parquet parts. Workers need pyarrow."""

from __future__ import annotations

import contextlib
import importlib
import json
import os
import tempfile
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from numbers import Integral
from typing import Any, NamedTuple

from .._errors import FenError, PgnError
from .._games import Games, GameSelection
from .._tabiya import GameReader, Positions
from ._arguments import check, check_path
from ._engines import Avoid, Engine
from ._runner import Progress, Runner
from ._stores import StoreError, incomplete_name, new_file

_MAX_GAMES = 2**63 - 1
_KEY = b"tabiya.part"
_FIELDS = ("size", "modified", "start", "end", "skips_invalid")


@dataclass(frozen=True, slots=True)
class PgnColumns:
    """The columns of games, as `Games.read_pgn` selects them."""

    tags: tuple[str, ...] = ()
    clocks: bool = False
    times: bool = False
    evals: bool = False
    filter: str | None = None

    def __post_init__(self) -> None:
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
    modified: int  # The time of the last change, in nanoseconds since 1970.
    start: int
    end: int
    target: str
    function: Callable[[Any], Any]
    skips_invalid: bool
    columns: PgnColumns | None
    first: int | None = None  # The start of the first game of the range, if known.

    def identity(self) -> dict[str, Any]:
        """Returns what distinguishes the part from those of other jobs."""
        found = {name: getattr(self, name) for name in _FIELDS}
        found["file"] = os.path.basename(self.file)
        found["function"] = f"{self.function.__module__}:{self.function.__qualname__}"
        if self.columns is not None:
            found |= {**asdict(self.columns), "tags": list(self.columns.tags)}
        return found


class Converted(NamedTuple):
    """The numbers of rows and of invalid lines or games of a part."""

    rows: int
    invalid: int
    # The start of the first game of the range, and that of the next range.
    span: tuple[int, int] | None


class DataJob(Runner[int]):
    """A conversion of files to a folder of Parquet files: FEN or EPD lines, or games in PGN.

    Each part is a range of a file, and has the job in the metadata of its Parquet file. Parts that
    are there already are skipped, so that a job resumes. Compressed files are divided if `pzstd`
    wrote them, as those of Lichess.
    """

    # The games that start in a range belong to it. A part guesses where its first game starts, and
    # is written again if the part before ends elsewhere.

    def __init__(
        self,
        files: Sequence[str | os.PathLike[str]],
        folder: str | os.PathLike[str],
        engine: Engine,
        *,
        function: Callable[[Positions], Any] | Callable[[Games], Any] | None = None,
        columns: PgnColumns | None = None,
        part_size: int = 16 << 20,
        skips_invalid: bool = False,
        retries: int = 5,
        progress: Progress | None = None,
    ) -> None:
        """Plans the parts that are missing in a folder, which is created if it does not exist.

        `function` makes a table of Arrow of the positions or games of a part. Workers import it by
        its name. `columns` selects the columns of games; the names of such files end with `.pgn`,
        `.pgn.zst` or `.pgn.gz`. With `skips_invalid`, invalid lines are skipped, and invalid games
        keep the moves before the error.

        Raises:
            StoreError: The folder has parts of another job.
            ValueError: There are files of positions and of games, or the columns are invalid.
            PgnError: The format of a file of games is not supported.
            OSError: A file cannot be read.
        """
        super().__init__(engine, retries, progress)
        check("files", files, Sequence)
        check("part_size", part_size, Integral, 1, 1 << 50)
        check("skips_invalid", skips_invalid, bool)
        check("columns", columns, PgnColumns | None)
        check("function", function, Callable | None)
        paths = [os.path.abspath(check_path("files", file)) for file in files]
        self._folder = os.path.abspath(check_path("folder", folder))
        has_games = any(map(_is_pgn, paths))
        if has_games and not all(map(_is_pgn, paths)):
            raise ValueError("files: positions and games; expected files of one kind")
        if columns is not None and not has_games:
            raise ValueError("columns: files of positions; expected files of games")
        self._columns = (columns or PgnColumns()) if has_games else None
        if self._columns is not None:
            _game_reader(b"", self._columns).close()
        self._function = function or (games_table if has_games else positions_table)
        self._skips_invalid = skips_invalid
        self.parts: list[PartTask] = []
        for number, path in enumerate(paths):
            self.parts += self._split(path, f"{number:04}-{os.path.basename(path)}", part_size)
        self._targets = {os.path.basename(part.target) for part in self.parts}
        # The starts of first games that the parts before have found, of parts written again.
        self._starts: dict[int, int] = {}
        self._missing: deque[int] = deque()
        os.makedirs(self._folder, exist_ok=True)
        self._examine()
        self.before: int = len(self._written)
        """The number of parts that were there already."""
        self._rows_before = self.rows
        self._link()

    def _split(self, path: str, name: str, part_size: int) -> Iterator[PartTask]:
        with open(path, "rb") as file:
            status = os.fstat(file.fileno())
        if self._columns is not None and not GameReader.is_divisible(path):
            part_size = max(status.st_size, 1)
        for start in range(0, status.st_size, part_size):
            yield PartTask(
                file=path,
                size=status.st_size,
                modified=status.st_mtime_ns,
                start=start,
                end=min(start + part_size, status.st_size),
                target=os.path.join(self._folder, f"{name}-{start:014}.parquet"),
                function=self._function,
                skips_invalid=self._skips_invalid,
                columns=self._columns,
            )

    @property
    def rows(self) -> int:
        """The number of rows of the parts that are written."""
        return sum(part.rows for part in self._written.values())

    def _examine(self) -> None:
        """Reads the parts in the folder, and queues those that are missing or damaged."""
        for name in sorted(os.listdir(self._folder)):
            if name.endswith(".parquet") and name not in self._targets:
                path = os.path.join(self._folder, name)
                raise StoreError(f"{path}: part of another job; expected an empty folder")
        found = {index: _read_part(part) for index, part in enumerate(self.parts)}
        self._written = {index: part for index, part in found.items() if part is not None}
        self._missing.extend(index for index, part in found.items() if part is None)
        # The number of parts up to which each game belongs to one part.
        self._linked = 0

    def _link(self) -> None:
        """Compares the start of each part with the end of that before, and queues what differs."""
        while self._columns is not None and (index := self._linked) in self._written:
            before = self._written[index - 1].span if self.parts[index].start > 0 else None
            expected = 0 if before is None else before[1]
            span = self._written[index].span
            if span is None or span[0] != expected:
                self._starts[index] = expected
                del self._written[index]
                self._missing.append(index)
                return
            self._linked += 1

    def run(self) -> bool:
        """Converts until all is done or `stop` is called. Returns whether all parts are there."""
        while super().run():
            # A late call may have replaced a part that was written again.
            self._examine()
            self._link()
            if self.is_final():
                self._remove_incomplete()
                return True
        return False

    def _remove_incomplete(self) -> None:
        # Killed workers have left them.
        for file in os.listdir(self._folder):
            if incomplete_name(file) in self._targets:
                with contextlib.suppress(FileNotFoundError):
                    os.unlink(os.path.join(self._folder, file))

    def is_final(self) -> bool:
        return len(self._written) == len(self.parts)

    def report(self) -> dict[str, Any]:
        """Returns what was written, as an object of JSON."""
        return {
            "folder": self._folder,
            "parts": len(self.parts),
            "written": len(self._written),
            "written_before": self.before,
            "rows": self.rows,
            "invalid": sum(part.invalid for part in self._written.values()),
            "failed": [{"part": index, "error": text} for index, text in self.failed.items()],
            **self._outcome(),
        }

    def _next_job(self) -> int | None:
        while self._missing:
            job = self._missing.popleft()
            if self._is_wanted(job):
                return job
        return None

    def _call(self, job: int) -> tuple[Callable[..., Any], PartTask, Avoid]:
        return convert_part, replace(self.parts[job], first=self._starts.get(job)), Avoid()

    def _accept(self, results: list[tuple[int, Any]]) -> list[tuple[int, Exception]]:
        # A part that is written twice is the same.
        for job, result in results:
            self._written.setdefault(job, result)
        self._link()
        return []

    def _is_wanted(self, job: int) -> bool:
        return job not in self._written

    def _show_progress(self, progress: Progress, counts: dict[str, Any]) -> None:
        rows = (self.rows - self._rows_before) / counts["seconds"]
        done = len(self._written)
        fields = {"done": done, "of": len(self.parts), "rows_per_second": rows, **counts}
        text = f"{done} of {len(self.parts)} parts, {rows:.3g} rows/s"
        progress.show(text, done - self.before, len(self.parts) - done, fields)


def _is_pgn(path: str) -> bool:
    return path.lower().endswith((".pgn", ".pgn.zst", ".pgn.gz"))


def positions_table(positions: Positions) -> Any:
    """Returns a table of Arrow: packed positions, their numbers of legal moves, and their keys."""
    pa: Any = importlib.import_module("pyarrow")
    arrow = importlib.import_module("tabiya.arrow")
    arrays = [arrow.from_positions(positions), positions.legal_counts(), positions.keys()]
    return pa.table(arrays, names=["position", "legal_moves", "key"])


def games_table(games: Games) -> Any:
    """Returns a table of Arrow with a row per game, as `tabiya.arrow.from_games` does."""
    return importlib.import_module("tabiya.arrow").from_games(games)


def convert_part(task: PartTask) -> Converted:
    """Converts a part in a worker. Writes no file if the start of its first game must be known."""
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
    metadata[_KEY] = json.dumps({**task.identity(), **result._asdict()}).encode()
    parquet: Any = importlib.import_module("pyarrow.parquet")
    with new_file(task.target) as temporary:
        parquet.write_table(table.replace_schema_metadata(metadata), temporary, compression="zstd")
    return result


def _game_reader(source: str | bytes, columns: PgnColumns, **options: Any) -> GameReader:
    if len(set(columns.tags)) < len(columns.tags):
        raise ValueError(f"tags: {columns.tags}; expected different names")
    selected: dict[str, Any] = {**asdict(columns), "tags": list(columns.tags)}
    return GameReader(source, GameSelection(**selected), **options)


def _read_games(task: PartTask) -> tuple[Games, int, tuple[int, int] | None]:
    """Returns the games that start in a part, the number of invalid ones, and their span."""
    columns = task.columns or PgnColumns()
    errors = "keep" if task.skips_invalid else "stop"
    place = (task.start, task.end, task.first)
    reader = _game_reader(task.file, columns, errors=errors, part=place)
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
        file = f"byte {task.start} of the file on"
        text = f"{task.file}, byte {error.offset} of the text from {file}"
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
    # A line belongs to the part in which it begins.
    file.seek(max(offset - 1, 0))
    if offset > 0:
        file.readline()
    return int(file.tell())


def _read_part(task: PartTask) -> Converted | None:
    """Returns the result in the Parquet file of a part, or `None` if it is missing or damaged."""
    if not os.path.exists(task.target):
        return None
    parquet: Any = importlib.import_module("pyarrow.parquet")
    try:
        found: dict[str, Any] = json.loads(parquet.read_metadata(task.target).metadata[_KEY])
        span = found.get("span")
        result = Converted(found["rows"], found["invalid"], span and tuple(span))
    except (ValueError, KeyError, TypeError, OSError):
        # pyarrow raises subclasses of these for files that are cut or of another format.
        return None
    for name, value in task.identity().items():
        if found.get(name) != value:
            problem = f"part of another job: {name} is {found.get(name)}"
            raise StoreError(f"{task.target}: {problem}; expected {value}")
    return result
