# The loop of a driver: a window of calls, retries and speculation.
"""The loop that keeps an engine busy. It knows neither perft nor stores."""

from __future__ import annotations

import asyncio
import statistics
import time
from collections import Counter, deque
from concurrent.futures import CancelledError
from dataclasses import dataclass
from queue import Empty, SimpleQueue
from typing import Any, Generic

from ._engines import Avoid, Engine, Handle
from ._errors import EngineError
from ._work import J, Work

__all__ = ["Runner"]

_WINDOW = 4
"""The number of calls per worker that are submitted and not finished."""
_POLL_SECONDS = 0.1
_SLOW = 3.0
"""A call is overdue after this multiple of the median."""
_MIN_OVERDUE_SECONDS = 1.0
_HUNG = 30.0
"""A pool is replaced if no call ends for this multiple of the median."""
_MAX_COPIES = 3


@dataclass(eq=False)
class _Flight(Generic[J]):
    """A call that is not finished."""

    job: J
    handle: Handle
    submitted: float
    started: float | None = None
    """The time since when the call has been among the first, one per worker."""
    is_overdue: bool = False
    is_alone: bool = False
    """Whether no other call may run at the same time."""


class Runner(Generic[J]):
    """Runs all jobs of some work on an engine.

    - At most four calls per worker are submitted at a time.
    - A failed job is tried again, up to a limit. A job that twice was running when its engine broke
      runs alone, so that it is not blamed for another one.
    - If no job is left to start, an overdue one is submitted again for an idle worker. Both results
      are passed on.
    """

    def __init__(self, work: Work[J], engine: Engine, retries: int = 5) -> None:
        """Prepares to run some work."""
        self._work, self._engine, self._retries = work, engine, retries
        self._flights: dict[int, _Flight[J]] = {}
        self._ended: SimpleQueue[int] = SimpleQueue()
        self._failures: Counter[J] = Counter()
        self._failures_in_row = 0
        self._losses: Counter[J] = Counter()
        self._suspects: deque[J] = deque()
        self._durations: deque[float] = deque(maxlen=999)
        self._next_id = 0
        self._last_event = time.monotonic()
        self._hangs = 0
        self._last_marks = 0.0
        self.is_stopped: bool = False
        """Whether the loop ends at the next opportunity. Signal handlers set it."""
        self.speculative_calls: int = 0
        """The number of calls that were submitted again while the first was running."""

    def run(self) -> None:
        """Runs until each job is finished or abandoned, or until `is_stopped` is set.

        Raises:
            EngineError: The engine is lost, or only failures come.
            StoreError: A result could not be saved.
        """
        try:
            while not self.is_stopped and self._step():
                pass
        finally:
            for flight in self._flights.values():
                flight.handle.cancel()

    def _step(self) -> bool:
        """Submits, waits for a moment, and collects. Returns `False` if all is done."""
        slots = max(self._engine.slots(), 1)
        has_more = self._fill(slots)
        if not has_more and not any(map(self._work.is_wanted, self._jobs())):
            # The last results are in. Calls that are still running are copies.
            self._collect(self._wait(0))
            return bool(self._flights) and any(map(self._work.is_wanted, self._jobs()))
        self._collect(self._wait(_POLL_SECONDS))
        if time.monotonic() - self._last_marks >= _POLL_SECONDS:
            self._last_marks = time.monotonic()
            self._mark(slots)
            if not has_more:
                self._speculate(slots)
            self._replace_hung_engine()
        self._work.report_progress(len(self._flights), slots)
        return True

    def _jobs(self) -> list[J]:
        return [flight.job for flight in self._flights.values()]

    def _fill(self, slots: int) -> bool:
        """Fills the window. Returns `False` if there is no further job at the moment."""
        # A call on a worker that hangs does not narrow the window.
        fresh = sum(not flight.is_overdue for flight in self._flights.values())
        is_one_alone = any(f.is_alone and not f.is_overdue for f in self._flights.values())
        if self._suspects or is_one_alone:
            if self._suspects and not fresh:
                self._launch(self._suspects.popleft(), frozenset(), is_alone=True)
            return True
        window = _WINDOW * slots
        for _ in range(min(window - fresh, 2 * window - len(self._flights))):
            job = self._work.next_job()
            if job is None:
                return False
            self._launch(job, frozenset())
        return True

    def _launch(self, job: J, holders: frozenset[str], is_alone: bool = False) -> None:
        function, argument, avoid = self._work.call(job)
        avoid = Avoid(avoid.hosts, avoid.workers | holders)
        flight_id, self._next_id = self._next_id, self._next_id + 1
        try:
            handle = self._engine.submit(function, argument, avoid)
        except Exception as error:
            # A broken executor refuses calls. The job is not to blame.
            self._work.retry(job)
            self._recover(error, [])
            return
        if not self._flights:
            self._last_event = time.monotonic()
        self._flights[flight_id] = _Flight(job, handle, time.monotonic(), is_alone=is_alone)
        handle.add_done_callback(lambda _: self._ended.put(flight_id))

    def _wait(self, seconds: float) -> list[_Flight[J]]:
        """Returns the calls that have ended, after a wait for the first of them."""
        ended: list[_Flight[J]] = []
        try:
            flight_id = self._ended.get(timeout=seconds) if seconds else self._ended.get_nowait()
            while True:
                # The calls of a lost engine are forgotten before they end.
                if (flight := self._flights.pop(flight_id, None)) is not None:
                    ended.append(flight)
                flight_id = self._ended.get_nowait()
        except Empty:
            return ended

    def _collect(self, ended: list[_Flight[J]]) -> None:
        """Passes results on, and retries what failed."""
        results: list[tuple[J, Any]] = []
        failures: list[tuple[J, BaseException]] = []
        lost: list[_Flight[J]] = []
        loss: BaseException | None = None
        for flight in ended:
            try:
                results.append((flight.job, flight.handle.result()))
                self._note_duration(flight)
            except (Exception, CancelledError, asyncio.CancelledError) as error:
                if self._engine.is_lost(error):
                    loss = error
                    lost.append(flight)
                else:
                    failures.append((flight.job, error))
        if results:
            self._last_event = time.monotonic()
            invalid = self._work.accept(results)
            failures.extend(invalid)
            if len(invalid) < len(results):
                self._failures_in_row = 0
        for job, failure in failures:
            self._fail(job, failure)
        if loss is not None:
            self._recover(loss, lost)

    def _note_duration(self, flight: _Flight[J]) -> None:
        since = flight.submitted if flight.started is None else flight.started
        self._durations.append(time.monotonic() - since)

    def _fail(self, job: J, error: BaseException) -> None:
        problem = f"{type(error).__name__}: {error}"
        self._count_failure(problem)
        if job in self._jobs():
            return  # A copy of the call is running.
        self._failures[job] += 1
        if self._failures[job] > self._retries:
            self._work.abandon(job, problem)
        else:
            self._work.retry(job)

    def _count_failure(self, problem: str) -> None:
        """Ends a run in which nothing succeeds, such as one whose workers lack the units file."""
        self._failures_in_row += 1
        if self._failures_in_row > max(20, 2 * _WINDOW * self._engine.slots()):
            count = self._failures_in_row
            raise EngineError(f"{count} failures without a result; the last one: {problem}")

    def _recover(self, error: BaseException, ended: list[_Flight[J]]) -> None:
        """Restores the engine, and has all its calls submitted again."""
        lost = sorted([*ended, *self._flights.values()], key=lambda flight: flight.submitted)
        self._flights = {}
        slots = self._engine.slots() if self._engine.is_broken_by_calls else 0
        self._engine.recover()
        # One of the calls that were running may have killed its worker. The others are innocent.
        suspects = {flight.job for flight in lost[:slots]}
        alone = {flight.job for flight in lost if flight.is_alone}
        for job in dict.fromkeys(flight.job for flight in lost):
            self._losses[job] += job in suspects
            if job in alone & suspects:
                self._fail(job, error)
            elif self._losses[job] > 1:
                self._suspects.append(job)
            else:
                self._work.retry(job)
        if not alone & suspects:
            self._count_failure(f"{type(error).__name__}: {error}")

    def _replace_hung_engine(self) -> None:
        """Replaces a pool whose calls all hang. A process that is stopped can block all others.

        Calls may also be very long. So the patience doubles each time.
        """
        if not self._engine.is_broken_by_calls or not self._durations or not self._flights:
            return
        limit = _HUNG * max(statistics.median(self._durations), 1.0) * 2**self._hangs
        if time.monotonic() - self._last_event > limit:
            self._hangs += 1
            self._recover(TimeoutError("all calls hang"), [])

    def _mark(self, slots: int) -> None:
        """Notes which calls are the first, and which of these are overdue."""
        now, first = time.monotonic(), 0
        limit = None
        if self._durations:
            limit = max(_SLOW * statistics.median(self._durations), _MIN_OVERDUE_SECONDS)
        for flight in self._flights.values():
            if first == slots:
                break
            if flight.started is None:
                flight.started = now
            flight.is_overdue = limit is not None and now - flight.started > limit
            first += not flight.is_overdue

    def _speculate(self, slots: int) -> None:
        """Submits overdue calls again, as far as workers are idle."""
        fresh = [flight for flight in self._flights.values() if not flight.is_overdue]
        fresh_jobs = {flight.job for flight in fresh}
        copies = Counter(self._jobs())
        idle = slots - len(fresh)
        for flight in list(self._flights.values()):
            job = flight.job
            if not flight.is_overdue or job in fresh_jobs or copies[job] >= _MAX_COPIES:
                continue
            if idle <= 0:
                return
            if self._work.is_wanted(job):
                held = (f.handle for f in self._flights.values() if f.job == job)
                holders = frozenset[str]().union(*map(self._engine.holders, held))
                self._launch(job, holders)
                fresh_jobs.add(job)
                self.speculative_calls += 1
                idle -= 1
