# The loop of a driver: a window of calls, retries, copies of calls that hang, and the progress.
"""The loop that keeps an engine busy. It knows neither perft nor stores."""

from __future__ import annotations

import json
import sys
import time
from abc import ABC, abstractmethod
from collections import Counter, deque
from collections.abc import Callable, Hashable
from concurrent.futures import FIRST_COMPLETED, Future, wait
from numbers import Integral
from typing import Any, Generic, TypeVar

from ._arguments import check
from ._engines import Avoid, Engine, EngineError

J = TypeVar("J", bound=Hashable)

# The number of calls per worker that are submitted and not finished.
_WINDOW = 4
_POLL_SECONDS = 0.1
# Calls are copied after this multiple of the longest time without a result before.
_SLOW = 2.0
_MIN_SILENCE_SECONDS = 1.0
_MAX_COPIES = 3


class Progress:
    """A printer: of text on standard error, or of JSON lines on standard output."""

    def __init__(self, *, json_lines: bool) -> None:
        self._json_lines = json_lines
        self._is_terminal = sys.stderr.isatty() and not json_lines
        self._interval = 1.0 if json_lines or self._is_terminal else 10.0
        self._next = 0.0

    def is_due(self) -> bool:
        return time.monotonic() >= self._next

    def show(self, text: str, done: int, left: int, fields: dict[str, Any]) -> None:
        """Prints the progress. `done` is the number of jobs of this run, `left` that of others."""
        self._next = time.monotonic() + self._interval
        seconds_left = fields["seconds"] * left / done if done else None
        self.event("progress", **fields, seconds_left=seconds_left)
        if not self._json_lines:
            time_left = "unknown" if seconds_left is None else duration(seconds_left)
            end = "\x1b[K\r" if self._is_terminal else "\n"
            line = f"{text}, {time_left} left, {fields['workers']} workers"
            print(line, end=end, file=sys.stderr, flush=True)

    def event(self, name: str, **fields: object) -> None:
        if self._json_lines:
            print(json.dumps({"event": name, **fields}), flush=True)

    def result(self, report: dict[str, Any], lines: list[str]) -> None:
        self.event("interrupted" if report["interrupted"] else "result", **report)
        if not self._json_lines:
            print("\n".join(lines))

    def warn(self, message: str) -> None:
        self.finish()
        print(f"warning: {message}", file=sys.stderr, flush=True)

    def finish(self) -> None:
        if self._is_terminal:
            print("\x1b[K", end="", file=sys.stderr, flush=True)


def duration(seconds: float) -> str:
    """Returns a duration in the two greatest units of time.

    >>> duration(0.25), duration(100), duration(9000), duration(1e6), duration(1e9)
    ('0.25 s', '1 min 40 s', '2 h 30 min', '11 d 13 h', '31 y 259 d')
    """
    if seconds < 60:
        return f"{seconds:.3g} s"
    whole = round(seconds)
    units = ((365 * 86400, "y"), (86400, "d"), (3600, "h"), (60, "min"), (1, "s"))
    index = next(index for index, (size, _) in enumerate(units) if whole >= size)
    (size, name), (smaller, smaller_name) = units[index : index + 2]
    return f"{whole // size} {name} {whole % size // smaller} {smaller_name}"


class Runner(ABC, Generic[J]):
    """A run of all jobs of some work on an engine. Subclasses know the work."""

    # A failed job is tried again behind all others, up to a limit: an engine would repeat it at
    # once on a host that lacks a file. If no job is left to start and no call ends for a while,
    # those that run are submitted again. All results are passed on.

    def __init__(self, engine: Engine, retries: int, progress: Progress | None = None) -> None:
        check("engine", engine, Engine)
        check("retries", retries, Integral, 0, 1e9)
        check("progress", progress, Progress | None)
        self._engine = engine
        self._retries = retries
        self._progress = progress
        self._calls: dict[Future[Any], J] = {}
        self._again: deque[J] = deque()
        self._failures: Counter[J] = Counter()
        self._failures_in_row = 0
        self._start = self._last_end = time.monotonic()
        self._longest_silence = 0.0
        self.failed: dict[J, str] = {}
        """The jobs that failed too often, with the last error."""
        self.is_stopped: bool = False
        """Whether `stop` was called."""
        self.speculative_calls: int = 0
        """The number of calls that were submitted again while the first was running."""

    @abstractmethod
    def _next_job(self) -> J | None:
        """Returns the next job, or `None` if there is none at the moment."""

    @abstractmethod
    def _call(self, job: J) -> tuple[Callable[..., Any], Any, Avoid]:
        """Returns the function of a job, its argument, and where it should not run."""

    @abstractmethod
    def _accept(self, results: list[tuple[J, Any]]) -> list[tuple[J, Exception]]:
        """Receives results, also late ones, and returns the jobs whose results are invalid."""

    @abstractmethod
    def _is_wanted(self, job: J) -> bool:
        """Tests whether the result of a running job is still needed."""

    @abstractmethod
    def _show_progress(self, progress: Progress, counts: dict[str, Any]) -> None:
        """Prints the progress. `counts` are those of calls and workers, and the seconds."""

    @abstractmethod
    def is_final(self) -> bool:
        """Tests whether all is done."""

    def stop(self) -> None:
        """Ends the run soon. Signal handlers and other threads may call it."""
        self.is_stopped = True

    def _outcome(self) -> dict[str, Any]:
        is_final = self.is_final()
        seconds = time.monotonic() - self._start
        interrupted = self.is_stopped and not is_final
        return {"final": is_final, "interrupted": interrupted, "seconds": seconds}

    def run(self) -> bool:
        """Runs until all is done, or until `stop` is called. Returns whether all is done.

        Raises:
            EngineError: The engine is lost, or all calls fail.
            StoreError: A result could not be saved, for example since the disk is full.
        """
        self._start = self._last_end = time.monotonic()
        try:
            while not self.is_stopped and self._step():
                pass
        finally:
            for future in self._calls:
                future.cancel()
            self._calls.clear()
            if self._progress:
                self._progress.finish()
        return self.is_final()

    def _step(self) -> bool:
        """Submits, waits for a moment, and collects. Returns `False` if all is done."""
        slots = max(self._engine.slots(), 1)
        has_more = self._fill(_WINDOW * slots)
        if not has_more and not any(map(self._is_open, self._calls.values())):
            # Calls that are still running are copies. The last results may bring new jobs.
            return self._collect(0)
        self._collect(_POLL_SECONDS)
        if not has_more:
            self._speculate(slots)
        if self._progress and self._progress.is_due():
            seconds = max(time.monotonic() - self._start, 1e-9)
            counts = {"seconds": seconds, "running": len(self._calls), "workers": slots}
            self._show_progress(self._progress, counts)
        return True

    def _is_open(self, job: J) -> bool:
        return job not in self.failed and self._is_wanted(job)

    def _fill(self, window: int) -> bool:
        """Fills the window. Returns `False` if there is no further job at the moment."""
        while len(self._calls) < window:
            job = self._next_job()
            if job is None and not self._again:
                return False
            self._submit(self._again.popleft() if job is None else job)
        return True

    def _submit(self, job: J) -> None:
        call = self._call(job)
        try:
            future = self._engine.submit(*call)
        except Exception as error:
            # A broken engine refuses calls.
            future = Future[Any]()
            future.set_exception(error)
        self._calls[future] = job

    def _collect(self, seconds: float) -> bool:
        """Passes results on, and retries what failed. Returns whether a call has ended."""
        ended, _ = wait(self._calls, seconds, FIRST_COMPLETED)
        results: list[tuple[J, Any]] = []
        failures: list[tuple[J, Exception]] = []
        for future in [future for future in self._calls if future in ended]:
            job = self._calls.pop(future)
            try:
                results.append((job, future.result()))
            except Exception as error:
                failures.append((job, error))
        if results:
            silence = time.monotonic() - self._last_end
            self._longest_silence = max(self._longest_silence, silence)
            self._last_end += silence
            invalid = self._accept(results)
            failures += invalid
            if len(invalid) < len(results):
                self._failures_in_row = 0
        lost = next((error for _, error in failures if self._engine.is_lost(error)), None)
        if lost is not None:
            # All calls are submitted again. No job is to blame.
            self._again.extend(dict.fromkeys([*dict(failures), *self._calls.values()]))
            self._calls.clear()
            self._engine.recover()
            self._count_failure(lost)
        else:
            for job, failure in failures:
                self._fail(job, failure)
        return bool(ended)

    def _fail(self, job: J, error: Exception) -> None:
        self._count_failure(error)
        if job in self._calls.values():
            return  # A copy of the call is running.
        self._failures[job] += 1
        if self._failures[job] <= self._retries:
            self._again.append(job)
            return
        self.failed[job] = f"{type(error).__name__}: {error}"
        if self._progress:
            self._progress.warn(f"{job} failed too often: {self.failed[job]}")

    def _count_failure(self, error: Exception) -> None:
        # If nothing succeeds, the run ends: the workers may lack the units file.
        self._failures_in_row += 1
        if self._failures_in_row > max(20, 2 * _WINDOW * self._engine.slots()):
            count = f"{self._failures_in_row} failures without a result"
            raise EngineError(f"{count}; the last one: {type(error).__name__}: {error}")

    def _speculate(self, slots: int) -> None:
        # If no call ends for long, the first ones are submitted again: their workers may hang.
        limit = max(_SLOW * self._longest_silence, _MIN_SILENCE_SECONDS)
        if not self._longest_silence or time.monotonic() - self._last_end < limit:
            return
        copies = Counter(self._calls.values())
        jobs = [job for job, count in copies.items() if count < _MAX_COPIES and self._is_open(job)]
        for job in jobs[:slots]:
            self._submit(job)
            self.speculative_calls += 1
        self._last_end = time.monotonic()
