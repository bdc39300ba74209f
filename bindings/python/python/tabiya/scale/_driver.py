# The driver of a distributed perft count.
"""The driver: counts what a store lacks on an engine, and verifies it."""

from __future__ import annotations

from typing import Any

from .._tabiya import UnitsFile
from ._count import CountOptions, CountWork
from ._engines import Engine
from ._ledger import Ledger
from ._plan import Job
from ._progress import Progress, Snapshot
from ._report import report_json
from ._runner import Runner
from ._stores import Store
from ._tasks import CountTask

__all__ = ["Driver"]


class Driver:
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
        if depth < units.plies:
            problem = f"depth: {depth}; expected at least {units.plies}, the ply of the units file"
            raise ValueError(problem)
        options = options or CountOptions()
        task = CountTask(units, 0, depth, options.hash_bytes, options.threads)
        self._work = CountWork(store, task, options, engine, progress)
        self._before = self._work.ledger.counted
        self._runner = Runner[Job](self._work, engine, options.retries)

    @property
    def ledger(self) -> Ledger:
        """The results of the store, and what they agree on."""
        return self._work.ledger

    @property
    def refused(self) -> list[tuple[str, str]]:
        """The results that the store refused at the start, each with the reason."""
        return self._work.refused

    @property
    def is_stopped(self) -> bool:
        """Whether `stop` was called."""
        return self._runner.is_stopped

    def run(self) -> bool:
        """Counts until all is done, or until `stop` is called. Returns whether the total is final.

        Raises:
            EngineError: The engine is lost, or all calls fail.
            StoreError: A result could not be saved, for example since the disk is full.
        """
        self._work.start()
        self._runner.run()
        return self.is_final()

    def stop(self) -> None:
        """Ends the count soon. Signal handlers and other threads may call it."""
        self._runner.is_stopped = True

    def is_final(self) -> bool:
        """Tests whether each unit has an undoubted count, and the sample is verified."""
        return self.ledger.is_final() and not self._work.plan.unverified()

    def snapshot(self) -> Snapshot:
        """Returns the progress."""
        return self._work.snapshot()

    def report(self) -> dict[str, Any]:
        """Returns the sum as an object of JSON, with what this run did."""
        work, is_final = self._work, self.is_final()
        interrupted = self.is_stopped and not is_final
        report = report_json(
            work.units, work.depth, work.ledger, work.refused, interrupted=interrupted
        )
        failed = [{"unit": unit, "error": text} for unit, text in work.plan.abandoned.items()]
        return {
            **report,
            "final": is_final,
            "counted_before": self._before,
            "verified": work.verified,
            "unverified": len(work.plan.unverified()),
            "failed": failed,
            "speculative_calls": self._runner.speculative_calls,
            "seconds": work.snapshot().seconds,
        }
