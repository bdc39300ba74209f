# Data jobs: files of positions and games to Parquet, on any engine.
"""Data jobs: files of positions or games to folders of Parquet parts, with the runner of counts."""

from __future__ import annotations

import contextlib
import os
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from numbers import Integral
from typing import Any, TypeAlias

from .._games import Games
from .._tabiya import GameReader, Positions
from ._arguments import check, check_path
from ._engines import Avoid, Engine
from ._files import incomplete_name
from ._parts import (
    Converted,
    PartTask,
    PgnColumns,
    convert_part,
    game_reader,
    games_table,
    identity_of,
    positions_table,
    read_identity,
)
from ._progress import Progress
from ._runner import Runner
from ._stores import StoreError

_Path: TypeAlias = str | os.PathLike[str]


class DataJob(Runner[int]):
    """A conversion of files to a folder of Parquet files: FEN or EPD lines, or games in PGN.

    Each part is a range of a file. Its Parquet file is written by a worker, and has the job in its
    metadata. Parts that are there already are skipped, so that a job resumes.

    The games that start in a range belong to it. A part guesses where its first game starts, and is
    written again if the part before ends elsewhere. Compressed files are divided if `pzstd` wrote
    them, as those of Lichess.
    """

    def __init__(
        self,
        files: Sequence[_Path],
        folder: _Path,
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
        if columns is not None:
            game_reader(b"", columns).close()
        self._columns = (columns or PgnColumns()) if has_games else None
        self._function = function or (games_table if has_games else positions_table)
        self._skips_invalid = skips_invalid
        self.parts: list[PartTask] = []
        for number, path in enumerate(paths):
            self.parts += self._split(path, f"{number:04}-{os.path.basename(path)}", part_size)
        self._starts: dict[int, int] = {}
        """The starts of first games that the parts before have found, of parts written again."""
        self._written: dict[int, Converted] = {}
        self._linked = 0
        """The number of parts up to which each game belongs to one part."""
        self._missing: deque[int] = deque()
        os.makedirs(self._folder, exist_ok=True)
        self._examine()
        self.before: int = len(self._written)
        """The number of parts that were there already."""
        self._rows_before = self.rows
        self._link()

    def _split(self, path: str, name: str, part_size: int) -> Iterator[PartTask]:
        """Yields the parts of a file, whose targets start with a name."""
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

    @property
    def invalid(self) -> int:
        """The number of lines that were skipped, or of games with an error."""
        return sum(part.invalid for part in self._written.values())

    def _examine(self) -> None:
        """Reads the parts in the folder, and queues those that are missing or damaged."""
        names = {os.path.basename(part.target) for part in self.parts}
        for name in sorted(os.listdir(self._folder)):
            if name.endswith(".parquet") and name not in names:
                path = os.path.join(self._folder, name)
                raise StoreError(f"{path}: part of another job; expected an empty folder")
        self._written.clear()
        self._linked = 0
        for index, part in enumerate(self.parts):
            found = read_identity(part.target)
            if found is None:
                self._missing.append(index)
                continue
            for name, value in identity_of(part).items():
                if found.get(name) != value:
                    problem = f"part of another job: {name} is {found.get(name)}"
                    raise StoreError(f"{part.target}: {problem}; expected {value}")
            span = found.get("span")
            result = Converted(found["rows"], found["invalid"], span and tuple(span))
            self._written[index] = result

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
        """Removes the files that killed workers have left."""
        names = {os.path.basename(part.target) for part in self.parts}
        for file in os.listdir(self._folder):
            if incomplete_name(file) in names:
                with contextlib.suppress(FileNotFoundError):
                    os.unlink(os.path.join(self._folder, file))

    def is_final(self) -> bool:
        """Tests whether all parts are there."""
        return len(self._written) == len(self.parts)

    def report(self) -> dict[str, Any]:
        """Returns what was written, as an object of JSON."""
        return {
            "folder": self._folder,
            "parts": len(self.parts),
            "written": len(self._written),
            "written_before": self.before,
            "rows": self.rows,
            "invalid": self.invalid,
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
        """Notes parts that are written. A part that is written twice is the same."""
        for job, result in results:
            self._written.setdefault(job, result)
        self._link()
        return []

    def _is_wanted(self, job: int) -> bool:
        return job not in self._written

    def _show_progress(self, progress: Progress, counts: dict[str, Any]) -> None:
        seconds = counts["seconds"]
        rows = (self.rows - self._rows_before) / seconds
        done = len(self._written) - self.before
        left = len(self.parts) - len(self._written)
        fields = {"done": len(self._written), "of": len(self.parts), "rows_per_second": rows}
        text = f"{len(self._written)} of {len(self.parts)} parts, {rows:.3g} rows/s"
        progress.show(text, seconds * left / done if done > 0 else None, {**fields, **counts})


def _is_pgn(path: str) -> bool:
    """Tests whether a file has games, by its name."""
    return path.lower().endswith((".pgn", ".pgn.zst", ".pgn.gz"))
