# Data jobs: files of positions and games to Parquet, on any engine.
"""Data jobs: files of positions or games to folders of Parquet parts, with the runner of counts."""

from __future__ import annotations

import contextlib
import os
import time
from collections import deque
from collections.abc import Callable, Sequence
from typing import Any

from .._games import Games
from .._tabiya import GameReader, Positions
from ._engines import Avoid, Engine
from ._errors import StoreError
from ._files import incomplete_name
from ._game_parts import PgnColumns, check_columns, is_pgn
from ._parts import (
    Converted,
    Part,
    PartTask,
    convert_part,
    games_table,
    identity_of,
    positions_table,
    read_identity,
)
from ._progress import Progress, duration
from ._runner import Runner

__all__ = ["DataJob"]


class DataJob:
    """A conversion of files to a folder of Parquet files: FEN or EPD lines, or games in PGN.

    Each part is a range of a file. Its Parquet file is written by a worker, and has the job in its
    metadata. Parts that are there already are skipped, so that a job resumes.

    The games that start in a range belong to it. A part guesses where its first game starts, and is
    written again if the part before ends elsewhere. Compressed files are divided if `pzstd` wrote
    them, as those of Lichess.
    """

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
        self._folder = os.path.abspath(folder)
        has_games = any(is_pgn(os.fspath(file)) for file in files)
        if has_games != all(is_pgn(os.fspath(file)) for file in files) and files:
            raise ValueError("files: positions and games; expected files of one kind")
        if columns is not None and not has_games:
            raise ValueError("columns: files of positions; expected files of games")
        self._columns = (columns or PgnColumns()) if has_games else None
        if columns is not None:
            check_columns(columns)
        default = games_table if has_games else positions_table
        self._skips_invalid, self._function = skips_invalid, function or default
        self.parts: list[Part] = _split(files, self._folder, part_size)
        self._spans: dict[int, tuple[int, int] | None] = {}
        self._starts: dict[int, int] = {}
        """The starts of first games that the parts before have found, of parts written again."""
        self.rows: dict[int, int] = {}
        """The number of rows by part, of the parts that are written."""
        self._invalid: dict[int, int] = {}
        self.failed: dict[int, str] = {}
        """The parts that failed too often, with the last error."""
        os.makedirs(self._folder, exist_ok=True)
        self._examine()
        self.before: int = len(self.rows)
        """The number of parts that were there already."""
        self._missing = deque(index for index in range(len(self.parts)) if index not in self.rows)
        self._linked = 0
        """The number of parts up to which each game belongs to one part."""
        self._link()
        self._engine, self._progress, self._start = engine, progress, time.monotonic()
        self._rows_before = sum(self.rows.values())
        self._runner = Runner[int](self, engine, retries)

    def _examine(self) -> None:
        """Reads the parts in the folder. A damaged part is written again."""
        names = {os.path.basename(part.target) for part in self.parts}
        for name in sorted(os.listdir(self._folder)):
            if name.endswith(".parquet") and name not in names:
                path = os.path.join(self._folder, name)
                raise StoreError(f"{path}: part of another job; expected an empty folder")
        for index, part in enumerate(self.parts):
            found = read_identity(part.target)
            if found is None:
                continue
            rows, invalid = found.pop("rows", 0), found.pop("invalid", 0)
            span = found.pop("span", None)
            for name, value in identity_of(self._task(index)).items():
                if found.get(name) != value:
                    problem = f"part of another job: {name} is {found.get(name)}"
                    raise StoreError(f"{part.target}: {problem}; expected {value}")
            self._note(index, Converted(rows, invalid, "", span and (span[0], span[1])))

    def _note(self, index: int, result: Converted) -> None:
        self.rows[index] = result.rows
        self._invalid[index] = result.invalid
        self._spans[index] = result.span

    def _link(self) -> None:
        """Compares the start of each part with the end of the part before, and queues what differs."""
        if self._columns is None:
            return
        while (index := self._linked) in self.rows:
            is_first = self.parts[index].start == 0
            before = None if is_first else self._spans[index - 1]
            expected = 0 if before is None else before[1]
            span = self._spans[index]
            if span is None or span[0] != expected:
                self._starts[index] = expected
                del self.rows[index], self._invalid[index], self._spans[index]
                self._missing.append(index)
                return
            self._linked += 1

    def _task(self, index: int) -> PartTask:
        part, first = self.parts[index], self._starts.get(index)
        return PartTask(part, self._function, self._skips_invalid, self._columns, first)

    def run(self) -> bool:
        """Converts until all is done or `stop` is called. Returns whether all parts are there.

        Raises:
            EngineError: The engine is lost, or all calls fail.
        """
        self._start = time.monotonic()
        self._runner.run()
        # A late call may have replaced a part that was written again.
        while self.is_final() and self._has_stale_parts():
            self._runner.run()
        if self.is_final():
            self._remove_incomplete()
        return self.is_final()

    def _has_stale_parts(self) -> bool:
        """Queues the parts that were written again and then replaced."""
        for index, start in self._starts.items():
            found = read_identity(self.parts[index].target)
            if found is None or not found["span"] or found["span"][0] != start:
                del self.rows[index]
                self._missing.append(index)
        return not self.is_final()

    def _remove_incomplete(self) -> None:
        """Removes the files that killed workers have left."""
        names = {os.path.basename(part.target) for part in self.parts}
        for file in os.listdir(self._folder):
            if incomplete_name(file) in names:
                with contextlib.suppress(FileNotFoundError):
                    os.unlink(os.path.join(self._folder, file))

    def stop(self) -> None:
        """Ends the job soon. Signal handlers and other threads may call it."""
        self._runner.is_stopped = True

    @property
    def invalid(self) -> int:
        """The number of lines that were skipped, or of games with an error."""
        return sum(self._invalid.values())

    @property
    def is_stopped(self) -> bool:
        """Whether `stop` was called."""
        return self._runner.is_stopped

    def is_final(self) -> bool:
        """Tests whether all parts are there."""
        return len(self.rows) == len(self.parts)

    def report(self) -> dict[str, Any]:
        """Returns what was written, as an object of JSON."""
        return {
            "folder": self._folder,
            "parts": len(self.parts),
            "written": len(self.rows),
            "written_before": self.before,
            "rows": sum(self.rows.values()),
            "invalid": self.invalid,
            "failed": [{"part": index, "error": text} for index, text in self.failed.items()],
            "final": self.is_final(),
            "interrupted": self.is_stopped and not self.is_final(),
            "seconds": time.monotonic() - self._start,
        }

    # The methods below are those of `Work`, which the runner calls.

    def next_job(self) -> int | None:
        """Returns the next part."""
        while self._missing:
            job = self._missing.popleft()
            if self.is_wanted(job):
                return job
        return None

    def call(self, job: int) -> tuple[Callable[..., Any], PartTask, Avoid]:
        """Returns how a part is converted."""
        return convert_part, self._task(job), Avoid()

    def accept(self, results: list[tuple[int, Any]]) -> list[tuple[int, Exception]]:
        """Notes parts that are written. A part that is written twice is the same."""
        for job, result in results:
            # A late result of a part that is written again does not count.
            is_late = job in self._starts and (result.span or (None,))[0] != self._starts[job]
            if job not in self.rows and not is_late:
                self._note(job, result)
        self._link()
        return []

    def is_wanted(self, job: int) -> bool:
        """Tests whether a part is missing."""
        return job not in self.rows and job not in self.failed

    def retry(self, job: int) -> None:
        """Queues a part that has failed."""
        self._missing.append(job)

    def abandon(self, job: int, error: str) -> None:
        """Gives up a part that has failed too often."""
        self.failed[job] = error
        if self._progress is not None:
            self._progress.warn(f"{self.parts[job].target}: {error}")

    def report_progress(self, running: int, workers: int) -> None:
        """Prints the progress, if it is time to."""
        if self._progress is None or not self._progress.is_due():
            return
        seconds = max(time.monotonic() - self._start, 1e-9)
        rows = (sum(self.rows.values()) - self._rows_before) / seconds
        done, left = len(self.rows) - self.before, len(self.parts) - len(self.rows)
        time_left = seconds * left / done if done else None
        text = "unknown" if time_left is None else duration(time_left)
        self._progress.show(
            f"{len(self.rows)} of {len(self.parts)} parts, {rows:.3g} rows/s, {text} left",
            {
                "done": len(self.rows),
                "of": len(self.parts),
                "rows_per_second": rows,
                "seconds": seconds,
                "seconds_left": time_left,
                "running": running,
                "workers": workers,
            },
        )


def _split(files: Sequence[str | os.PathLike[str]], folder: str, part_size: int) -> list[Part]:
    """Returns the parts of some files, in order."""
    parts: list[Part] = []
    for number, file in enumerate(files):
        path = os.path.abspath(file)
        with open(path, "rb") as opened:
            status = os.fstat(opened.fileno())
        size = part_size
        if is_pgn(path) and not GameReader.is_divisible(path):
            size = max(status.st_size, 1)
        for start in range(0, status.st_size, size):
            name = f"{number:04}-{os.path.basename(path)}-{start:014}.parquet"
            end = min(start + size, status.st_size)
            target = os.path.join(folder, name)
            parts.append(Part(path, status.st_size, status.st_mtime_ns, start, end, target))
    return parts
