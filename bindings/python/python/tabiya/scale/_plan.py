# The results of a count, and the plan of what comes next.
"""The ledger of a count, and its plan: first counts, verification, disputes and recounts."""

from __future__ import annotations

import enum
from collections import Counter, defaultdict, deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from hashlib import blake2b
from numbers import Integral
from typing import NamedTuple

from .._tabiya import Agreement, UnitResult, resolve
from ._arguments import check
from ._engines import Avoid

_MAX_RESULTS = 8
_MAX_RECOUNTS = 2


@dataclass
class Ledger:
    """The results of the units of a count, as [`resolve`][tabiya.scale.resolve] judges them."""

    units: int
    """The number of units of the count."""
    nodes: int = field(default=0, init=False)
    """The sum of the counts of all units that agree or are settled."""
    counted: int = field(default=0, init=False)
    """The number of these units."""
    doubled: int = field(default=0, init=False)
    """The number of these units that have several results."""
    verified: int = field(default=0, init=False)
    """The number of units that were counted as they are, and with colors flipped."""
    disputes: dict[int, Agreement] = field(default_factory=dict[int, Agreement], init=False)
    """The disputed and the settled units."""

    def __post_init__(self) -> None:
        check("units", self.units, Integral, 0, 2**64)
        self._results: dict[int, list[UnitResult]] = {}
        self._agreements: dict[int, Agreement] = {}

    def extend(self, results: Iterable[UnitResult]) -> None:
        """Adds many results."""
        check("results", results, Iterable)
        for result in results:
            self.add(result)

    def add(self, result: UnitResult) -> bool:
        """Adds a result. Returns `False` for a copy of one that is known.

        The counts of a unit enter the sum once, however many results it has.
        """
        check("result", result, UnitResult)
        known = self._results.setdefault(result.unit, [])
        if result in known:
            return False
        self._change_sums(result.unit, -1)
        known.append(result)
        (agreement,) = resolve(known)
        self._agreements[result.unit] = agreement
        self.disputes.pop(result.unit, None)
        if agreement.status != "agreed":
            self.disputes[result.unit] = agreement
        self._change_sums(result.unit, 1)
        return True

    def _change_sums(self, unit: int, sign: int) -> None:
        known = self._results[unit]
        agreement = self._agreements.get(unit)
        self.verified += sign * is_verified(known)
        if agreement is not None and agreement.nodes is not None:
            self.nodes += sign * agreement.nodes
            self.counted += sign
            self.doubled += sign * (len(known) > 1)

    def results(self, unit: int) -> list[UnitResult]:
        """Returns the results of a unit."""
        return self._results.get(unit, [])

    def all_results(self) -> Iterator[UnitResult]:
        """Yields all results by unit, and those of a unit by their bytes."""
        for unit in sorted(self._results):
            yield from sorted(self._results[unit], key=UnitResult.to_bytes)

    def agreed(self) -> Iterator[Agreement]:
        """Yields what the results of each unit agree on, if they do."""
        found = (agreement for _, agreement in sorted(self._agreements.items()))
        return (agreement for agreement in found if agreement.nodes is not None)

    def missing(self) -> Iterator[int]:
        """Yields the units without a result."""
        return (unit for unit in range(self.units) if unit not in self._results)

    @property
    def refuted_hosts(self) -> set[str]:
        """The hosts that settled disputes refute."""
        return {host for dispute in self.disputes.values() for host in dispute.refuted_hosts}

    def doubtful(self) -> list[int]:
        """Returns the units with results of refuted hosts only, which have to be counted again."""
        if not (hosts := self.refuted_hosts):
            return []
        results = sorted(self._results.items())
        return [unit for unit, found in results if {result.host for result in found} <= hosts]

    def is_final(self) -> bool:
        """Tests whether each unit has a count that no settled dispute makes doubtful."""
        return self.counted == self.units and not self.doubtful()


def is_verified(results: list[UnitResult]) -> bool:
    """Tests whether a unit was counted as it is, and with colors flipped."""
    return len({result.is_flipped for result in results}) == 2


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
    key: bytes
    """The key that selects the units to verify."""
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
        hosts = frozenset(self._refuted_hosts)
        is_recounted = self._recounts[unit] >= _MAX_RECOUNTS
        is_doubtful = {result.host for result in results} <= hosts and not is_recounted
        if is_doubtful and self.can_avoid(Avoid(hosts)):
            return Purpose.RECOUNT
        return Purpose.VERIFY if self._is_unverified(unit) else None

    def _needs_exact(self, unit: int) -> bool:
        """Tests whether a dispute needs an exact count, of any or of another process.

        A process that is wrong in the same manner twice must not be its own majority. So a third
        one counts, if there is one. Otherwise each of those that disagree counts once.
        """
        dispute = self.ledger.disputes[unit]
        results = self.ledger.results(unit)
        if len(results) >= _MAX_RESULTS:
            return False
        processes = {(result.host, result.pid) for result in results}
        if dispute.status == "settled":
            winners = [result for result in results if result.nodes == dispute.nodes]
            if len({(result.host, result.pid) for result in winners}) > 1 or len(processes) == 1:
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
        hosts = {result.host for result in self.ledger.results(job.unit)}
        if job.purpose is Purpose.RECOUNT:
            hosts |= self._refuted_hosts
        return Avoid(frozenset(hosts), workers)

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

    def _find_refuted_hosts(self) -> set[str]:
        """Returns the hosts that disputes refute for which no further exact count is needed."""
        disputes = self.ledger.disputes.items()
        found = [dispute for unit, dispute in disputes if not self._needs_exact(unit)]
        return {host for dispute in found for host in dispute.refuted_hosts}

    def is_wanted(self, job: Job) -> bool:
        """Tests whether the result of a running job is still needed."""
        return self.need(job.unit) is job.purpose

    def unverified(self) -> list[int]:
        if self.fraction == 0:
            return []
        return [unit for unit in range(self.ledger.units) if self._is_unverified(unit)]

    def _is_unverified(self, unit: int) -> bool:
        is_in_sample = is_sampled(self.key, unit, self.fraction)
        return is_in_sample and not is_verified(self.ledger.results(unit))
