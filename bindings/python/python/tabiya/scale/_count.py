# The units of a count as the work of a runner.
"""A count as a runner sees it: which units to count, how, and what becomes of the results."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Any

from .._tabiya import UnitResult, UnitsFile
from ._engines import Avoid, Engine
from ._ledger import Ledger
from ._plan import Job, Plan, Purpose, is_verified
from ._progress import Progress, Snapshot
from ._stores import Store
from ._tasks import CountTask, count_unit

__all__ = ["CountOptions", "CountWork"]


@dataclass(frozen=True, slots=True)
class CountOptions:
    """The means of a count."""

    hash_bytes: int | None = 64 << 20
    """The size of the hash table of a call in bytes. `None` counts without one."""
    threads: int = 1
    """The number of threads of a call."""
    verify: float = 0.0
    """The fraction of the units that are counted twice, from 0 to 1."""
    retries: int = 5
    """The number of times that a failed unit is tried again."""


class CountWork:
    """The units that a store lacks, as the work of a runner."""

    def __init__(
        self,
        store: Store,
        task: CountTask,
        options: CountOptions,
        engine: Engine,
        progress: Progress | None,
    ) -> None:
        """Reads a store, and plans the count. `task` is that of any unit.

        Raises:
            StoreError: The store cannot be read.
        """
        self.units: UnitsFile = task.units
        self.depth: int = task.depth
        self.ledger: Ledger = Ledger(len(task.units))
        self._store, self._options, self._engine, self._progress = store, options, engine, progress
        results, refused = store.read()
        self.refused: list[tuple[str, str]] = refused
        self.ledger.extend(results)
        for result in results:
            engine.note("", result.host)
        key = store.verification_key()
        self.plan: Plan = Plan(self.ledger, key, options.verify, engine.can_avoid)
        units = range(self.ledger.units)
        self.verified: int = sum(is_verified(self.ledger.results(unit)) for unit in units)
        self._start = time.monotonic()
        self._leaves = 0
        self._done = 0

    def start(self) -> None:
        """Starts the clock of the progress."""
        self._start = time.monotonic()

    def next_job(self) -> Job | None:
        """Returns the next unit to count."""
        return self.plan.next_job()

    def call(self, job: Job) -> tuple[Callable[..., Any], CountTask, Avoid]:
        """Returns how and where a unit is counted."""
        options, known = self._options, self.ledger.results(job.unit)
        exact = job.purpose is Purpose.SETTLE
        hash_bytes = None if exact else options.hash_bytes
        is_flipped, other_backend = False, None
        if job.purpose is Purpose.VERIFY:
            is_flipped, other_backend = not known[0].is_flipped, known[0].backend
        task = CountTask(
            self.units, job.unit, self.depth, hash_bytes, options.threads, other_backend, is_flipped
        )
        return count_unit, task, self.plan.avoid(job)

    def accept(self, results: list[tuple[Job, Any]]) -> list[tuple[Job, Exception]]:
        """Saves results, and then considers them."""
        valid: list[tuple[Job, UnitResult, str]] = []
        invalid: list[tuple[Job, Exception]] = []
        for job, value in results:
            try:
                valid.append((job, *self._parse(job, value)))
            except (TypeError, ValueError) as error:
                invalid.append((job, error))
        self._store.put([result for _, result, _ in valid])
        for job, result, worker in valid:
            self._add(job, result, worker)
        return invalid

    def _parse(self, job: Job, value: Any) -> tuple[UnitResult, str]:
        data, worker = value
        result = UnitResult.from_bytes(data)
        found = (result.unit, result.content_hash, result.depth)
        expected = (job.unit, self.units.content_hash, self.depth)
        if found != expected:
            raise ValueError(f"worker {worker}: result of {found}; expected {expected}")
        return result, worker

    def _add(self, job: Job, result: UnitResult, worker: str) -> None:
        known = self.ledger.results(job.unit)
        was_verified, disputed = is_verified(known), set(self.ledger.disputes)
        if self.ledger.add(result):
            self._leaves += result.leaves
            self._done += 1
        self.verified += is_verified(known := self.ledger.results(job.unit)) - was_verified
        self._engine.note(worker, result.host)
        if self._progress is not None and job.unit in set(self.ledger.disputes) - disputed:
            hosts = ", ".join(f"{found.nodes} by host {found.host}" for found in known)
            self._progress.warn(f"unit {job.unit} is disputed: {hosts}")
            self._progress.event(
                "dispute",
                unit=job.unit,
                results=[
                    {"nodes": found.nodes, "host": found.host, "pid": found.pid} for found in known
                ],
            )
        self.plan.finish(job, worker)

    def is_wanted(self, job: Job) -> bool:
        """Tests whether a unit still lacks the result of a job."""
        return self.plan.is_wanted(job)

    def retry(self, job: Job) -> None:
        """Queues a unit that has failed."""
        self.plan.retry(job)

    def abandon(self, job: Job, error: str) -> None:
        """Gives up a unit that has failed too often."""
        if self._progress is not None:
            self._progress.warn(
                f"unit {job.unit} failed {self._options.retries + 1} times: {error}"
            )
        self.plan.abandon(job, error)

    def report_progress(self, running: int, workers: int) -> None:
        """Prints the progress, if it is time to."""
        if self._progress is not None and self._progress.is_due():
            snapshot = self.snapshot(running, workers)
            self._progress.show(snapshot.text(), asdict(snapshot))

    def snapshot(self, running: int = 0, workers: int = 0) -> Snapshot:
        """Returns the progress."""
        seconds = max(time.monotonic() - self._start, 1e-9)
        to_verify = max(round(self._options.verify * self.ledger.units) - self.verified, 0)
        left = self.ledger.units - self.ledger.counted + to_verify
        disputes = self.ledger.disputes.values()
        return Snapshot(
            done=self.ledger.counted,
            of=self.ledger.units,
            nodes=self.ledger.nodes,
            disputes=sum(found.status == "disputed" for found in disputes),
            leaves_per_second=self._leaves / seconds,
            seconds=seconds,
            seconds_left=seconds * left / self._done if self._done else None,
            running=running,
            workers=workers,
        )
