# Data jobs: FEN and EPD files to Parquet, on any engine.
"""Data jobs: files of positions to folders of Parquet parts, with the runner of perft counts."""

from __future__ import annotations

import contextlib
import os
import time
from collections import deque
from collections.abc import Callable, Sequence
from typing import Any

from .._tabiya import Positions
from ._engines import Avoid, Engine
from ._errors import StoreError
from ._files import incomplete_name
from ._parts import Part, PartTask, convert_part, identity_of, positions_table, read_identity
from ._progress import Progress, duration
from ._runner import Runner

__all__ = ["DataJob"]


class DataJob:
    """A conversion of files of FEN or EPD lines to a folder of Parquet files.

    Each part is a range of a file. Its Parquet file is written by a worker, and has the job in its
    metadata. Parts that are there already are skipped, so that a job resumes.
    """

    def __init__(
        self,
        files: Sequence[str | os.PathLike[str]],
        folder: str | os.PathLike[str],
        engine: Engine,
        *,
        function: Callable[[Positions], Any] = positions_table,
        part_size: int = 16 << 20,
        skips_invalid: bool = False,
        retries: int = 5,
        progress: Progress | None = None,
    ) -> None:
        """Plans the parts that are missing in a folder, which is created if it does not exist.

        `function` makes a table of Arrow of the positions of a part. Workers import it by its name.

        Raises:
            StoreError: The folder has parts of another job.
            OSError: A file cannot be read.
        """
        self._folder = os.path.abspath(folder)
        self._skips_invalid, self._function = skips_invalid, function
        self.parts: list[Part] = _split(files, self._folder, part_size)
        self.rows: dict[int, int] = {}
        """The number of rows by part, of the parts that are written."""
        self.invalid: int = 0
        """The number of lines that were skipped."""
        self.failed: dict[int, str] = {}
        """The parts that failed too often, with the last error."""
        os.makedirs(self._folder, exist_ok=True)
        self._examine()
        self.before: int = len(self.rows)
        """The number of parts that were there already."""
        self._missing = deque(index for index in range(len(self.parts)) if index not in self.rows)
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
            for name, value in identity_of(self._task(index)).items():
                if found.get(name) != value:
                    problem = f"part of another job: {name} is {found.get(name)}"
                    raise StoreError(f"{part.target}: {problem}; expected {value}")
            self.rows[index] = rows
            self.invalid += invalid

    def _task(self, index: int) -> PartTask:
        return PartTask(self.parts[index], self._function, self._skips_invalid)

    def run(self) -> bool:
        """Converts until all is done or `stop` is called. Returns whether all parts are there.

        Raises:
            EngineError: The engine is lost, or all calls fail.
        """
        self._start = time.monotonic()
        self._runner.run()
        if self.is_final():
            self._remove_incomplete()
        return self.is_final()

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
        for job, (rows, invalid, _) in results:
            if job not in self.rows:
                self.rows[job] = rows
                self.invalid += invalid
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
        for start in range(0, status.st_size, part_size):
            name = f"{number:04}-{os.path.basename(path)}-{start:014}.parquet"
            end = min(start + part_size, status.st_size)
            target = os.path.join(folder, name)
            parts.append(Part(path, status.st_size, status.st_mtime_ns, start, end, target))
    return parts
