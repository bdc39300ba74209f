# The driver of a distributed perft count, and its plan: first counts, verification, disputes and
# recounts.
"""The driver: counts what a store lacks on an engine, and verifies it."""

from __future__ import annotations

import contextlib
import enum
import functools
import os
import socket
import sys
from collections import Counter, defaultdict, deque
from collections.abc import Callable
from dataclasses import dataclass
from hashlib import blake2b
from numbers import Integral, Real
from typing import Any, NamedTuple

from .._tabiya import UnitResult, UnitsError, UnitsFile
from ._arguments import check, check_depth
from ._engines import Avoid, Engine
from ._report import report_json
from ._runner import Progress, Runner
from ._stores import Ledger, Store, is_verified, parse_result

# In the order in which a worker tries them.
_BACKENDS = ("avx512", "avx2", "scalar")
_MAX_RESULTS = 8
_MAX_RECOUNTS = 2


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
    means: dict[str, Any]  # The other arguments of `UnitsFile.count`.
    other_backend_than: str | None  # A recount avoids it, if the CPU has another one.


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


class Purpose(enum.Enum):
    """The reason to count a unit."""

    # The unit has no result.
    COUNT = "count"
    # The unit is in the sample, and has results of one color only.
    VERIFY = "verify"
    # The results of the unit differ. An exact count finds the majority.
    SETTLE = "settle"
    # Only refuted hosts have counted the unit.
    RECOUNT = "recount"


class Job(NamedTuple):
    unit: int
    purpose: Purpose


def is_sampled(key: bytes, unit: int, fraction: float) -> bool:
    """Tests whether a unit is in a random sample. That of a greater fraction contains it, too."""
    digest = blake2b(unit.to_bytes(8, "little"), key=key, digest_size=8).digest()
    return int.from_bytes(digest, "little") < fraction * 2**64


@dataclass
class Plan:
    """The order of the jobs of a count. It changes with each result."""

    ledger: Ledger
    key: bytes  # It selects the units to verify.
    fraction: float
    can_avoid: Callable[[Avoid], bool]

    def __post_init__(self) -> None:
        self._running: set[Job] = set()
        self._recounts: Counter[int] = Counter()
        self._workers: defaultdict[int, set[str]] = defaultdict(set)
        self._exact_workers: defaultdict[int, set[str]] = defaultdict(set)
        self._refuted_hosts = self._find_refuted_hosts()
        known = (unit for unit in range(self.ledger.units) if self.ledger.results(unit))
        again = [unit for unit in known if self.need(unit) is not None]
        self._queue = deque([*again, *self.ledger.missing()])

    def need(self, unit: int) -> Purpose | None:
        results = self.ledger.results(unit)
        if not results:
            return Purpose.COUNT
        if unit in self.ledger.disputes and self._needs_exact(unit):
            return Purpose.SETTLE
        is_doubtful = {result.host for result in results} <= self._refuted_hosts
        can_recount = is_doubtful and self._recounts[unit] < _MAX_RECOUNTS
        if can_recount and self.can_avoid(Avoid(self._refuted_hosts)):
            return Purpose.RECOUNT
        return Purpose.VERIFY if self._is_unverified(unit) else None

    def _needs_exact(self, unit: int) -> bool:
        """Tests whether a dispute needs an exact count, of any or of another process."""
        # A process that is wrong in the same manner twice must not be its own majority. So a third
        # one counts, if there is one. Otherwise each of those that disagree counts once.
        dispute = self.ledger.disputes[unit]
        results = self.ledger.results(unit)
        if len(results) >= _MAX_RESULTS:
            return False
        processes = {(result.host, result.pid) for result in results}
        majority = {(one.host, one.pid) for one in results if one.nodes == dispute.nodes}
        if dispute.status == "settled" and (len(majority) > 1 or len(processes) == 1):
            return False
        exact = sum(result.hash_bytes == 0 for result in results)
        has_other = self.can_avoid(Avoid(workers=frozenset(self._workers[unit])))
        return has_other or exact < len(processes)

    def next_job(self) -> Job | None:
        while self._queue:
            unit = self._queue.popleft()
            purpose = self.need(unit)
            if purpose is not None and (job := Job(unit, purpose)) not in self._running:
                self._running.add(job)
                self._recounts[unit] += purpose is Purpose.RECOUNT
                return job
        return None

    def avoid(self, job: Job) -> Avoid:
        """Returns where a unit should not be counted: where it was counted before."""
        workers = frozenset(self._workers[job.unit])
        if job.purpose is Purpose.SETTLE and not self.can_avoid(Avoid(workers=workers)):
            # Nobody else is there. Each of those that disagree counts again.
            return Avoid(workers=frozenset(self._exact_workers[job.unit]))
        hosts = frozenset(result.host for result in self.ledger.results(job.unit))
        if job.purpose is Purpose.RECOUNT:
            hosts |= self._refuted_hosts
        return Avoid(hosts, workers)

    def finish(self, job: Job, worker: str) -> None:
        self._workers[job.unit].add(worker)
        if job.purpose is Purpose.SETTLE:
            self._exact_workers[job.unit].add(worker)
        self._running.discard(job)
        if self.need(job.unit) is not None:
            self._queue.appendleft(job.unit)
        if job.unit in self.ledger.disputes:
            before = self._refuted_hosts
            self._refuted_hosts = self._find_refuted_hosts()
            if self._refuted_hosts != before:
                self._queue.extendleft(reversed(self.ledger.doubtful()))

    def _find_refuted_hosts(self) -> frozenset[str]:
        """Returns the hosts that disputes refute for which no further exact count is needed."""
        disputes = self.ledger.disputes.items()
        found = [dispute for unit, dispute in disputes if not self._needs_exact(unit)]
        return frozenset(host for dispute in found for host in dispute.refuted_hosts)

    def is_wanted(self, job: Job) -> bool:
        return self.need(job.unit) is job.purpose

    def unverified(self) -> list[int]:
        return [unit for unit in range(self.ledger.units) if self._is_unverified(unit)]

    def _is_unverified(self, unit: int) -> bool:
        is_in_sample = self.fraction > 0 and is_sampled(self.key, unit, self.fraction)
        return is_in_sample and not is_verified(self.ledger.results(unit))


class Driver(Runner[Job]):
    """A count of all units of a units file to a depth, into a store. It skips what the store has.

    A sample of the units is verified, and an exact count settles disputes. The units that only
    refuted hosts have counted are counted again.
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
        task = CountTask(self._units, job.unit, self._depth, means, known and known.backend)
        return count_unit, task, self._plan.avoid(job)

    def _accept(self, results: list[tuple[Job, Any]]) -> list[tuple[Job, Exception]]:
        valid: list[tuple[Job, UnitResult, str]] = []
        invalid: list[tuple[Job, Exception]] = []
        for job, value in results:
            try:
                data, worker = value
                result = parse_result(data, job.unit, self._units, self._depth)
                valid.append((job, result, worker))
            except (TypeError, ValueError) as error:
                invalid.append((job, error))
        # The store is the truth: it has a result before the ledger does.
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
        disputed = f", {disputes} disputed" if disputes else ""
        text = f"{ledger.counted} of {ledger.units} units, {rate:.3g} leaves/s{disputed}"
        fields |= {"done": ledger.counted, "of": ledger.units}
        progress.show(text, self._done, ledger.units - ledger.counted + to_verify, fields)
