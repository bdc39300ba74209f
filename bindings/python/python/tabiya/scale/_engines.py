# Engines: what runs the functions of a driver.
"""Engines over the protocol of `concurrent.futures`, and a pool of processes."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, CancelledError, Executor, ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing import connection
from typing import Any, Protocol

__all__ = ["Avoid", "Engine", "ExecutorEngine", "Handle", "PoolEngine"]


class Handle(Protocol):
    """A running call: a future of `concurrent.futures` or of Dask."""

    def add_done_callback(self, function: Callable[[Any], Any], /) -> Any:
        """Calls a function in any thread when the call ends."""
        ...

    def result(self) -> Any:
        """Returns the result of the call, or raises its error."""
        ...

    def cancel(self) -> Any:
        """Cancels the call if that is possible."""
        ...


@dataclass(frozen=True, slots=True)
class Avoid:
    """Where a call should not run."""

    hosts: frozenset[str] = frozenset()
    workers: frozenset[str] = frozenset()


class Engine(Protocol):
    """What runs functions on workers. It may lose calls and workers. Results are in a store."""

    is_broken_by_calls: bool
    """Whether a call that kills its worker breaks the engine."""

    def slots(self) -> int:
        """Returns the number of calls that run at once."""
        ...

    def submit(self, function: Callable[..., Any], argument: Any, avoid: Avoid) -> Handle:
        """Submits a call. `avoid` is a preference: any worker is better than none."""
        ...

    def note(self, worker: str, host: str) -> None:
        """Learns which host a worker is on."""
        ...

    def can_avoid(self, avoid: Avoid) -> bool:
        """Tests whether there is a worker that is known to be none of some, on another host."""
        ...

    def holders(self, handle: Handle) -> frozenset[str]:
        """Returns the workers that a call is running on, as far as known."""
        ...

    def is_lost(self, error: BaseException) -> bool:
        """Tests whether an error means that the engine has lost all its calls."""
        ...

    def recover(self) -> None:
        """Restores an engine that has lost its calls.

        Raises:
            EngineError: The engine does not come back.
        """
        ...

    def close(self) -> None:
        """Ends the workers that the engine has started, also those that hang."""
        ...


class ExecutorEngine:
    """Any executor of `concurrent.futures`: of processes, of Dask, of MPI, of Parsl.

    The protocol has no means to place a call on a worker, so that `avoid` has no effect.
    """

    is_broken_by_calls = True

    def __init__(self, executor: Executor, workers: int) -> None:
        """Wraps an executor that runs `workers` calls at once."""
        self._executor, self._workers = executor, workers
        self._hosts: set[str] = set()

    def slots(self) -> int:
        """Returns the number of workers."""
        return self._workers

    def submit(self, function: Callable[..., Any], argument: Any, avoid: Avoid) -> Handle:
        """Submits a call to any worker."""
        return self._executor.submit(function, argument)

    def note(self, worker: str, host: str) -> None:
        """Learns a host."""
        self._hosts.add(host)

    def can_avoid(self, avoid: Avoid) -> bool:
        """Tests whether results come from other hosts, too. A new call may run there."""
        return not avoid.workers and bool(self._hosts - avoid.hosts)

    def holders(self, handle: Handle) -> frozenset[str]:
        """Returns nothing: the protocol does not tell."""
        return frozenset()

    def is_lost(self, error: BaseException) -> bool:
        """Tests whether the executor is broken or has cancelled the call."""
        return isinstance(error, (BrokenExecutor, CancelledError))

    def recover(self) -> None:
        """Does nothing. If the executor stays broken, the driver ends after some failures."""

    def close(self) -> None:
        """Does nothing: the executor belongs to the caller."""


class PoolEngine(ExecutorEngine):
    """A pool of processes on this machine, which is replaced if one of them is killed."""

    def __init__(self, workers: int) -> None:
        """Starts a pool with some processes."""
        self._others = set(multiprocessing.active_children())
        super().__init__(_new_pool(workers), workers)

    def recover(self) -> None:
        """Replaces the pool."""
        self.close()
        self._executor = _new_pool(self._workers)

    def close(self) -> None:
        """Kills the processes of the pool, also stopped ones."""
        # Processes that were killed end the threads of the pool.
        self._executor.shutdown(wait=False, cancel_futures=True)
        for process in set(multiprocessing.active_children()) - self._others:
            process.kill()


def _new_pool(workers: int) -> ProcessPoolExecutor:
    # A fork of a process with threads can deadlock.
    context = multiprocessing.get_context("spawn")
    return ProcessPoolExecutor(workers, context, initializer=_prepare_worker)


def _prepare_worker() -> None:
    """Lets the driver alone react to Ctrl-C, and ends the worker after the driver."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()
    if parent is not None:
        sentinel = parent.sentinel
        threading.Thread(target=_exit_after, args=[sentinel], daemon=True).start()


def _exit_after(sentinel: int) -> None:
    connection.wait([sentinel])
    os._exit(1)
