# Which unit of a count comes next, and why.
"""The plan of a count: first counts, verification, disputes, and units of refuted hosts."""

from __future__ import annotations

import enum
from collections import Counter, defaultdict, deque
from collections.abc import Callable
from dataclasses import dataclass
from hashlib import blake2b

from .._tabiya import Agreement, UnitResult
from ._engines import Avoid
from ._ledger import Ledger

__all__ = ["Job", "Plan", "Purpose", "is_sampled"]

_MAX_RESULTS = 8
_MAX_RECOUNTS = 2


class Purpose(enum.Enum):
    """The reason to count a unit."""

    COUNT = "count"
    """The unit has no result."""
    VERIFY = "verify"
    """The unit is in the sample, and has results of one color only."""
    SETTLE = "settle"
    """The results of the unit differ. An exact count finds the majority."""
    RECOUNT = "recount"
    """Only refuted hosts have counted the unit."""


@dataclass(frozen=True, slots=True)
class Job:
    """A unit to count, and the purpose."""

    unit: int
    purpose: Purpose


def is_sampled(key: bytes, unit: int, fraction: float) -> bool:
    """Tests whether a unit is in the random sample of a key.

    The sample of a greater fraction contains that of a smaller one.
    """
    digest = blake2b(unit.to_bytes(8, "little"), key=key, digest_size=8).digest()
    return int.from_bytes(digest, "little") < fraction * 2**64


class Plan:
    """The order of the jobs of a count. It changes with each result."""

    def __init__(
        self, ledger: Ledger, key: bytes, fraction: float, can_avoid: Callable[[Avoid], bool]
    ) -> None:
        """Plans what a ledger lacks.

        `key` and `fraction` select the units to verify. `can_avoid` tests whether there is a worker
        that is none of some, and on none of some hosts.
        """
        self._ledger, self._key, self._fraction = ledger, key, fraction
        self._can_avoid = can_avoid
        self._missing = deque(ledger.missing())
        self._urgent: deque[int] = deque()
        self._retries: deque[int] = deque()
        self._flying: set[Job] = set()
        self._recounts: Counter[int] = Counter()
        self._abandoned: dict[int, str] = {}
        self._refuted_hosts: set[str] = set()
        self._workers: defaultdict[int, set[str]] = defaultdict(set)
        self._exact_workers: defaultdict[int, set[str]] = defaultdict(set)
        self._note_refuted_hosts()
        for unit in range(ledger.units):
            if ledger.results(unit):
                self.review(unit)

    @property
    def abandoned(self) -> dict[int, str]:
        """The units that failed too often, with the last error."""
        return self._abandoned

    def need(self, unit: int) -> Purpose | None:
        """Returns for which purpose a unit must be counted, or `None`."""
        results = self._ledger.results(unit)
        if unit in self._abandoned:
            return None
        if not results:
            return Purpose.COUNT
        if unit in self._ledger.disputes and self._needs_exact(unit):
            return Purpose.SETTLE
        hosts = self._refuted_hosts
        is_doubtful = bool(hosts) and self._ledger.has_only(unit, hosts)
        is_recounted = self._recounts[unit] >= _MAX_RECOUNTS
        if is_doubtful and not is_recounted and self._can_avoid(Avoid(frozenset(hosts))):
            return Purpose.RECOUNT
        if not is_verified(results) and is_sampled(self._key, unit, self._fraction):
            return Purpose.VERIFY
        return None

    def _needs_exact(self, unit: int) -> bool:
        dispute, results = self._ledger.disputes[unit], self._ledger.results(unit)
        has_other = self._can_avoid(Avoid(workers=frozenset(self._workers[unit])))
        return needs_exact(dispute, results, has_other)

    def next_job(self) -> Job | None:
        """Returns the next job, or `None` if all are running or done."""
        for queue in (self._urgent, self._missing, self._retries):
            while queue:
                unit = queue.popleft()
                purpose = self.need(unit)
                if purpose is None or Job(unit, purpose) in self._flying:
                    continue
                job = Job(unit, purpose)
                self._flying.add(job)
                self._recounts[unit] += purpose is Purpose.RECOUNT
                return job
        return None

    def avoid(self, job: Job) -> Avoid:
        """Returns where a unit should not be counted: where it was counted before."""
        workers = Avoid(workers=frozenset(self._workers[job.unit]))
        if job.purpose is Purpose.SETTLE and not self._can_avoid(workers):
            # Nobody else is there. Each of those that disagree counts again.
            return Avoid(workers=frozenset(self._exact_workers[job.unit]))
        hosts = {result.host for result in self._ledger.results(job.unit)}
        if job.purpose is Purpose.RECOUNT:
            hosts |= self._refuted_hosts
        return Avoid(frozenset(hosts), workers.workers)

    def finish(self, job: Job, worker: str) -> None:
        """Considers what a new result of the unit of a job changes."""
        self._workers[job.unit].add(worker)
        if job.purpose is Purpose.SETTLE:
            self._exact_workers[job.unit].add(worker)
        self._flying.discard(job)
        self.review(job.unit)
        if job.unit in self._ledger.disputes:
            before = self._refuted_hosts
            self._note_refuted_hosts()
            if self._refuted_hosts != before:
                self._urgent.extend(self._ledger.doubtful())

    def _note_refuted_hosts(self) -> None:
        """Notes the hosts that disputes refute, as soon as no further exact count is needed."""
        self._refuted_hosts = {
            host
            for unit, dispute in self._ledger.disputes.items()
            if dispute.refuted_hosts and not self._needs_exact(unit)
            for host in dispute.refuted_hosts
        }

    def review(self, unit: int) -> None:
        """Queues a unit that has a result, and that must be counted once more."""
        if self.need(unit) is not None:
            self._urgent.append(unit)

    def retry(self, job: Job) -> None:
        """Queues a job that failed behind all others."""
        self._flying.discard(job)
        self._recounts[job.unit] -= job.purpose is Purpose.RECOUNT
        self._retries.append(job.unit)

    def abandon(self, job: Job, error: str) -> None:
        """Gives up a unit that fails again and again."""
        self._flying.discard(job)
        self._abandoned[job.unit] = error

    def is_wanted(self, job: Job) -> bool:
        """Tests whether the result of a running job is still needed."""
        return self.need(job.unit) is job.purpose

    def unverified(self) -> list[int]:
        """Returns the units of the sample that are not verified."""
        found = (unit for unit in range(self._ledger.units) if self._is_unverified(unit))
        return list(found) if self._fraction > 0 else []

    def _is_unverified(self, unit: int) -> bool:
        is_in_sample = is_sampled(self._key, unit, self._fraction)
        return is_in_sample and not is_verified(self._ledger.results(unit))


def needs_exact(agreement: Agreement, results: list[UnitResult], has_other: bool) -> bool:
    """Tests whether a dispute needs an exact count, of any or of another process.

    A process that is wrong in the same manner twice must not be its own majority. So a third one
    counts, if there is one. Otherwise each of those that disagree counts once.
    """
    if len(results) >= _MAX_RESULTS:
        return False
    processes = {_process(result) for result in results}
    if agreement.status == "settled":
        winners = {_process(result) for result in results if result.nodes == agreement.nodes}
        if len(winners) > 1 or len(processes) == 1:
            return False
    exact = sum(result.hash_bytes == 0 for result in results)
    return has_other or exact < len(processes)


def _process(result: UnitResult) -> tuple[str, int]:
    return result.host, result.pid


def is_verified(results: list[UnitResult]) -> bool:
    """Tests whether a unit was counted as it is, and with colors flipped."""
    return len({result.is_flipped for result in results}) == 2
