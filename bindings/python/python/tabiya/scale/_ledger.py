# The results of a count in memory, and what they agree on.
"""The ledger of a count: all results by unit, and what follows from them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from .._tabiya import Agreement, UnitResult, resolve

__all__ = ["Ledger", "ranges"]


@dataclass
class Ledger:
    """The results of the units of a count, as [`resolve`][tabiya.scale.resolve] judges them."""

    units: int
    """The number of units of the count."""
    nodes: int = 0
    """The sum of the counts of all units that agree or are settled."""
    counted: int = 0
    """The number of these units."""
    doubled: int = 0
    """The number of these units that have several results."""
    disputes: dict[int, Agreement] = field(default_factory=dict[int, Agreement])
    """The disputed and the settled units."""
    _results: dict[int, list[UnitResult]] = field(default_factory=dict[int, list[UnitResult]])
    _agreements: dict[int, Agreement] = field(default_factory=dict[int, Agreement])

    def extend(self, results: Iterable[UnitResult]) -> None:
        """Adds many results."""
        for result in results:
            self.add(result)

    def add(self, result: UnitResult) -> bool:
        """Adds a result. Returns `False` for a copy of one that is known.

        The counts of a unit enter the sum once, however many results it has.
        """
        known = self._results.setdefault(result.unit, [])
        if result in known:
            return False
        self._forget(result.unit)
        known.append(result)
        (agreement,) = resolve(known)
        self._agreements[result.unit] = agreement
        if agreement.nodes is not None:
            self.nodes += agreement.nodes
            self.counted += 1
            self.doubled += len(known) > 1
        if agreement.status != "agreed":
            self.disputes[result.unit] = agreement
        return True

    def _forget(self, unit: int) -> None:
        """Takes a unit out of the sums."""
        agreement = self._agreements.pop(unit, None)
        self.disputes.pop(unit, None)
        if agreement is not None and agreement.nodes is not None:
            self.nodes -= agreement.nodes
            self.counted -= 1
            self.doubled -= len(self._results[unit]) > 1

    def results(self, unit: int) -> list[UnitResult]:
        """Returns the results of a unit."""
        return self._results.get(unit, [])

    def all_results(self) -> Iterator[UnitResult]:
        """Yields all results by unit, and those of a unit by their bytes."""
        for unit in sorted(self._results):
            yield from sorted(self._results[unit], key=UnitResult.to_bytes)

    def agreement(self, unit: int) -> Agreement | None:
        """Returns what the results of a unit agree on, or `None` without a result."""
        return self._agreements.get(unit)

    def missing(self) -> Iterator[int]:
        """Yields the units without a result."""
        return (unit for unit in range(self.units) if unit not in self._results)

    @property
    def refuted_hosts(self) -> set[str]:
        """The hosts that settled disputes refute."""
        return {host for dispute in self.disputes.values() for host in dispute.refuted_hosts}

    def has_only(self, unit: int, hosts: set[str]) -> bool:
        """Tests whether all results of a unit, at least one, are of some hosts."""
        found = {result.host for result in self.results(unit)}
        return bool(found) and found <= hosts

    def doubtful(self) -> list[int]:
        """Returns the units with results of refuted hosts only, which have to be counted again."""
        hosts = self.refuted_hosts
        return [unit for unit in sorted(self._results) if hosts and self.has_only(unit, hosts)]

    def is_final(self) -> bool:
        """Tests whether each unit has a count that no settled dispute makes doubtful."""
        return self.counted == self.units and not self.doubtful()


def ranges(units: Iterable[int]) -> list[tuple[int, int]]:
    """Returns ascending units as half-open ranges.

    >>> ranges([1, 2, 3, 7])
    [(1, 4), (7, 8)]
    """
    found: list[tuple[int, int]] = []
    for unit in units:
        if found and found[-1][1] == unit:
            found[-1] = (found[-1][0], unit + 1)
        else:
            found.append((unit, unit + 1))
    return found
