# The driver of a distributed perft count.
"""The driver: counts what a store lacks on an engine, and verifies it."""

from __future__ import annotations

import contextlib
import functools
import os
import socket
import sys
from collections.abc import Callable
from dataclasses import dataclass
from numbers import Integral, Real
from typing import Any

from .._tabiya import UnitResult, UnitsError, UnitsFile
from ._arguments import check, check_depth
from ._engines import Avoid, Engine
from ._plan import Job, Ledger, Plan, Purpose
from ._report import report_json
from ._runner import Progress, Runner
from ._stores import Store, parse_result

# In the order in which a worker tries them.
_BACKENDS = ("avx512", "avx2", "scalar")


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

    def __post_init__(self) -> None:
        if self.hash_bytes is not None:
            check("hash_bytes", self.hash_bytes, Integral, 1, 1 << 50)
        check("threads", self.threads, Integral, 0, 100_000)
        check("verify", self.verify, Real, 0, 1)
        check("retries", self.retries, Integral, 0, 1e9)


@dataclass(frozen=True, slots=True)
class CountTask:
    """A unit to count. A worker opens the units file by its path, and compares the content hash."""

    units: UnitsFile
    unit: int
    depth: int
    means: dict[str, Any]
    """The other arguments of `UnitsFile.count`."""
    other_backend_than: str | None
    """The back end that a recount avoids, if the CPU has another one."""


def count_unit(task: CountTask) -> tuple[bytes, str]:
    """Counts a unit in a worker. Returns the 208 bytes of the result, and the worker's name."""
    count: Any = functools.partial(task.units.count, task.unit, task.depth, **task.means)
    for backend in _BACKENDS if task.other_backend_than else ():
        if backend != task.other_backend_than:
            try:
                return count(backend=backend).to_bytes(), _worker_name()
            except UnitsError:
                raise
            except ValueError:
                pass  # The CPU does not have the back end.
    return count(backend=task.other_backend_than).to_bytes(), _worker_name()


def _worker_name() -> str:
    """Returns the address of the Dask worker that calls this function, or host and process."""
    # A worker has imported the module. Other processes need not have it.
    distributed: Any = sys.modules.get("distributed")
    if distributed is not None:
        with contextlib.suppress(ValueError):
            return str(distributed.get_worker().address)
    return f"{socket.gethostname()}:{os.getpid()}"


class Driver(Runner[Job]):
    """A count of all units of a units file to a depth, into a store.

    Units that the store has are skipped. A sample of the units is verified: counted again with
    colors flipped, with another back end, and on another host or worker if there is one. A dispute
    is settled by an exact count. The units that only refuted hosts have counted are counted again.
    """

    def __init__(
        self,
        units: UnitsFile,
        depth: int,
        store: Store,
        engine: Engine,
        options: CountOptions | None = None,
        progress: Progress | None = None,
    ) -> None:
        """Reads the store, and plans the count.

        Raises:
            StoreError: The store cannot be read.
            ValueError: The depth is less than the ply of the units file.
        """
        check("options", options, CountOptions | None)
        self._options = options or CountOptions()
        super().__init__(engine, self._options.retries, progress)
        check_depth(units, depth)
        check("store", store, Store)
        self._units = units
        self._depth = depth
        self._store = store
        self.ledger: Ledger = Ledger(len(units))
        """The results of the store, and what they agree on."""
        results, refused = store.read()
        self.refused: list[tuple[str, str]] = refused
        """The results that the store refused at the start, each with the reason."""
        self.ledger.extend(results)
        for result in results:
            engine.note("", result.host)
        key = store.verification_key()
        self._plan = Plan(self.ledger, key, self._options.verify, engine.can_avoid)
        self._before = self.ledger.counted
        self._leaves = 0
        self._done = 0

    def is_final(self) -> bool:
        """Tests whether each unit has an undoubted count, and the sample is verified."""
        return self.ledger.is_final() and not self._plan.unverified()

    def report(self) -> dict[str, Any]:
        """Returns the sum as an object of JSON, with what this run did."""
        return {
            **report_json(self._units, self._depth, self.ledger, self.refused),
            **self._outcome(),
            "counted_before": self._before,
            "verified": self.ledger.verified,
            "unverified": len(self._plan.unverified()),
            "failed": [{"unit": job.unit, "error": text} for job, text in self.failed.items()],
            "speculative_calls": self.speculative_calls,
        }

    def _next_job(self) -> Job | None:
        return self._plan.next_job()

    def _call(self, job: Job) -> tuple[Callable[..., Any], CountTask, Avoid]:
        known = self.ledger.results(job.unit)[0] if job.purpose is Purpose.VERIFY else None
        means = {
            "hash": None if job.purpose is Purpose.SETTLE else self._options.hash_bytes,
            "threads": self._options.threads,
            # No key of a hash table is the same if colors are flipped.
            "flip": known is not None and not known.is_flipped,
        }
        backend = None if known is None else known.backend
        task = CountTask(self._units, job.unit, self._depth, means, backend)
        return count_unit, task, self._plan.avoid(job)

    def _accept(self, results: list[tuple[Job, Any]]) -> list[tuple[Job, Exception]]:
        """Saves results, and then considers them."""
        valid: list[tuple[Job, UnitResult, str]] = []
        invalid: list[tuple[Job, Exception]] = []
        for job, value in results:
            try:
                data, worker = value
                result = parse_result(data, job.unit, self._units, self._depth)
                valid.append((job, result, worker))
            except (TypeError, ValueError) as error:
                invalid.append((job, error))
        self._store.put([result for _, result, _ in valid])
        for job, result, worker in valid:
            self._add(job, result, worker)
        return invalid

    def _add(self, job: Job, result: UnitResult, worker: str) -> None:
        was_disputed = job.unit in self.ledger.disputes
        if self.ledger.add(result):
            self._leaves += result.leaves
            self._done += 1
        self._engine.note(worker, result.host)
        if self._progress and job.unit in self.ledger.disputes and not was_disputed:
            known = self.ledger.results(job.unit)
            hosts = ", ".join(f"{found.nodes} by host {found.host}" for found in known)
            self._progress.warn(f"unit {job.unit} is disputed: {hosts}")
            rows = [{"nodes": one.nodes, "host": one.host, "pid": one.pid} for one in known]
            self._progress.event("dispute", unit=job.unit, results=rows)
        self._plan.finish(job, worker)

    def _is_wanted(self, job: Job) -> bool:
        return self._plan.is_wanted(job)

    def _show_progress(self, progress: Progress, counts: dict[str, Any]) -> None:
        ledger = self.ledger
        to_verify = max(round(self._options.verify * ledger.units) - ledger.verified, 0)
        disputes = sum(found.status == "disputed" for found in ledger.disputes.values())
        rate = self._leaves / counts["seconds"]
        fields = {"nodes": ledger.nodes, "disputes": disputes, "leaves_per_second": rate, **counts}
        text = f"{ledger.counted} of {ledger.units} units, {rate:.3g} leaves/s"
        if disputes:
            text += f", {disputes} disputed"
        left = ledger.units - ledger.counted + to_verify
        fields |= {"done": ledger.counted, "of": ledger.units}
        progress.show(text, self._done, left, fields)
