# Engines: what runs the functions of a driver. The types of Dask are incomplete: its objects are
# typed as `Any`.
"""Engines: any executor of `concurrent.futures`, processes of this machine, and Dask."""

from __future__ import annotations

import asyncio
import contextlib
import importlib
import logging
import multiprocessing
import os
import signal
import threading
import time
from abc import ABC, abstractmethod
from collections.abc import Callable
from concurrent import futures
from dataclasses import dataclass
from numbers import Integral, Real
from typing import Any, TypeAlias

from ._arguments import check

_MAX_WORKERS = 100_000
# A process is replaced if its call takes this multiple of the longest call so far.
_HUNG = 30.0
_REFRESH_SECONDS = 2.0
_TIMEOUT = 5.0
_WORKER_TTL_SECONDS = 60.0

_Function: TypeAlias = Callable[..., Any]


class EngineError(Exception):
    """The error of an engine that is lost, or whose workers fail without end."""


@dataclass(frozen=True, slots=True)
class Avoid:
    """Where a call should not run."""

    hosts: frozenset[str] = frozenset()
    workers: frozenset[str] = frozenset()


class Engine(ABC):
    """What runs functions on workers. It may lose calls and workers. Results are in a store."""

    warning: str | None = None
    """A problem of the set-up that the run survives."""

    def __init__(self) -> None:
        self._hosts: dict[str, str] = {}

    @abstractmethod
    def slots(self) -> int:
        """Returns the number of calls that run at once."""

    @abstractmethod
    def submit(self, function: _Function, argument: Any, avoid: Avoid) -> futures.Future[Any]:
        """Submits a call. `avoid` is a preference: any worker is better than none."""

    def note(self, worker: str, host: str) -> None:
        """Learns which host a worker is on."""
        self._hosts[worker] = host

    def can_avoid(self, avoid: Avoid) -> bool:
        """Tests whether a worker is known to be none of some, and on another host than some."""
        return not avoid.workers and bool(set(self._hosts.values()) - avoid.hosts)

    def is_lost(self, error: BaseException) -> bool:
        """Tests whether an error means that the engine has lost all its calls."""
        return False

    def recover(self) -> None:
        """Restores an engine that has lost its calls, or raises an `EngineError`."""

    def close(self) -> None:
        """Ends the workers that the engine has started, also those that hang."""


class ExecutorEngine(Engine):
    """Any executor of `concurrent.futures`. A broken one ends the run. Its owner closes it."""

    # The protocol has no means to place a call on a worker, so that `avoid` has no effect.

    def __init__(self, executor: futures.Executor, workers: int) -> None:
        """Wraps an executor that runs `workers` calls at once."""
        super().__init__()
        check("executor", executor, futures.Executor)
        check("workers", workers, Integral, 1, _MAX_WORKERS)
        self._executor = executor
        self._workers = workers

    def slots(self) -> int:
        return self._workers

    def submit(self, function: _Function, argument: Any, avoid: Avoid) -> futures.Future[Any]:
        return self._executor.submit(function, argument)


class PoolEngine(ExecutorEngine):
    """Processes of this machine. If one is killed or hangs, its call fails, and another starts."""

    # Each process is an executor of its own with a thread here. In a pool of several, a process
    # that is killed fails the calls of all, and a stopped one may keep the others from their next.

    def __init__(self, workers: int) -> None:
        """Prepares some processes, which start with their first calls."""
        check("workers", workers, Integral, 1, _MAX_WORKERS)
        super().__init__(futures.ThreadPoolExecutor(workers), workers)
        self._others = set(multiprocessing.active_children())
        self._local = threading.local()
        self._started: list[futures.ProcessPoolExecutor] = []
        self._patience: float | None = None
        self._is_closed = False

    def submit(self, function: _Function, argument: Any, avoid: Avoid) -> futures.Future[Any]:
        return self._executor.submit(self._call, function, argument)

    def _call(self, function: _Function, argument: Any) -> Any:
        executor = getattr(self._local, "executor", None) or self._start()
        start = time.monotonic()
        try:
            result = executor.submit(function, argument).result(self._patience)
        except (futures.BrokenExecutor, TimeoutError) as error:
            self._local.executor = None
            executor.shutdown(wait=False, cancel_futures=True)
            if isinstance(error, TimeoutError):
                self._kill(self._local.process)
                # The call may also be very long.
                self._patience = 2 * (self._patience or _HUNG)
            raise
        longest = max(time.monotonic() - start, 1.0)
        self._patience = max(self._patience or 0.0, _HUNG * longest)
        return result

    def _start(self) -> futures.ProcessPoolExecutor:
        if self._is_closed:
            raise futures.CancelledError("the engine is closed")
        # A fork of a process with threads can deadlock.
        context = multiprocessing.get_context("spawn")
        executor = futures.ProcessPoolExecutor(1, context, initializer=_prepare_worker)
        self._started.append(executor)
        self._local.process = executor.submit(os.getpid).result()
        self._local.executor = executor
        return executor

    def _kill(self, pid: int | None = None) -> None:
        # Stopped processes react to no other signal.
        for process in set(multiprocessing.active_children()) - self._others:
            if pid in (None, process.pid):
                process.kill()

    def close(self) -> None:
        self._is_closed = True
        self._executor.shutdown(wait=False, cancel_futures=True)
        self._kill()
        for executor in self._started:
            # The end of the interpreter races with threads of executors that are broken.
            executor.shutdown()


def _prepare_worker() -> None:
    # The driver alone reacts to Ctrl-C.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_exit_after_parent, daemon=True).start()


def _exit_after_parent() -> None:
    if (parent := multiprocessing.parent_process()) is not None:
        parent.join()
        os._exit(1)


class DaskEngine(Engine):
    """A Dask cluster. Calls are placed on workers, so that a recount runs on another host."""

    def __init__(self, address: str, *, patience: float = 60.0, retries: int = 5) -> None:
        """Connects with the scheduler at an address, and waits for up to `patience` seconds.

        The scheduler is set up to restart a call whose worker dies `retries` times, and to give up
        a worker without a sign of life after a minute.

        Raises:
            EngineError: There is no scheduler.
            ModuleNotFoundError: The package `distributed` is not installed.
        """
        super().__init__()
        check("address", address, str)
        check("patience", patience, Real, 0, 1e9)
        check("retries", retries, Integral, 0, 1e9)
        # What Dask logs about a lost connection, the driver reports in one sentence.
        logging.getLogger("distributed").setLevel(logging.CRITICAL)
        self._address = address
        self._patience = patience
        self._retries = retries
        self._cluster: Any = None
        self._connect()

    @classmethod
    def local(cls, workers: int, *, retries: int = 5) -> DaskEngine:
        """Starts a scheduler here, and workers as processes, which Dask replaces if killed."""
        check("workers", workers, Integral, 1, _MAX_WORKERS)
        distributed: Any = importlib.import_module("distributed")
        # The workers end with this process. They have no limit of memory, as hash tables are large.
        cluster = distributed.LocalCluster(
            n_workers=workers,
            threads_per_worker=1,
            processes=True,
            memory_limit=0,
            dashboard_address=None,
            silence_logs=logging.ERROR,
            preload=[__name__],
        )
        engine = cls(cluster.scheduler_address, patience=0.0, retries=retries)
        engine._cluster = cluster
        return engine

    def _connect(self) -> None:
        client: Any = importlib.import_module("distributed").Client
        self._threads: dict[str, int] = {}
        self._next_refresh = 0.0
        deadline = time.monotonic() + self._patience
        while True:
            try:
                self._client = client(self._address, timeout=_TIMEOUT, set_as_default=False)
                break
            except (OSError, ValueError) as error:
                if isinstance(error, ValueError) or time.monotonic() >= deadline:
                    problem = f"no scheduler of Dask ({type(error).__name__}); expected one there"
                    raise EngineError(f"{self._address}: {problem}") from error
                time.sleep(0.2)
        try:
            self._client.run_on_scheduler(_set_up, retries=self._retries)
        except Exception as error:
            problem = f"scheduler not set up ({type(error).__name__}: {error})"
            self.warning: str | None = f"{self._address}: {problem}"

    def slots(self) -> int:
        if time.monotonic() >= self._next_refresh:
            self._next_refresh = time.monotonic() + _REFRESH_SECONDS
            # Without an answer in time, the calls tell whether the scheduler is lost.
            with contextlib.suppress(Exception, asyncio.CancelledError):
                query = self._client.scheduler.ncores
                self._threads = self._client.sync(query, callback_timeout=_TIMEOUT)
        return sum(self._threads.values())

    def submit(self, function: _Function, argument: Any, avoid: Avoid) -> futures.Future[Any]:
        workers = None
        if avoid.hosts or avoid.workers:
            # Workers on unknown hosts come after those on known other hosts.
            known = self._others(avoid, avoid.hosts | {""})
            workers = known or self._others(avoid, avoid.hosts) or self._others(avoid, frozenset())
        # Calls with equal keys are one call for Dask: without `pure`, each has a key of its own.
        call = self._client.submit(function, argument, pure=False, workers=workers or None)
        return asyncio.run_coroutine_threadsafe(_outcome(call), self._client.loop.asyncio_loop)

    def _others(self, avoid: Avoid, hosts: frozenset[str]) -> list[str]:
        self.slots()
        others = (name for name in self._threads if name not in avoid.workers)
        return [name for name in others if self._hosts.get(name, "") not in hosts]

    def can_avoid(self, avoid: Avoid) -> bool:
        return bool(self._others(avoid, avoid.hosts and avoid.hosts | {""}))

    def is_lost(self, error: BaseException) -> bool:
        return isinstance(error, futures.CancelledError) or self._client.status != "running"

    def recover(self) -> None:
        if self._cluster is not None:
            raise EngineError("the local workers are lost")
        self._close(self._client, 2)
        self._hosts.clear()
        self._connect()

    @staticmethod
    def _close(opened: Any, timeout: float) -> None:
        # The connection may be lost, and calls may not end. Workers that hang end with the process.
        with contextlib.suppress(Exception, asyncio.CancelledError):
            opened.close(timeout=timeout)

    def close(self) -> None:
        self._close(self._client, 2)
        if self._cluster is not None:
            self._close(self._cluster, 5)


async def _outcome(call: Any) -> Any:
    # The futures of `Client.get_executor` never end if the result cannot be fetched. If this is
    # cancelled, the last reference to the call ends, and Dask cancels it.
    return await call


def _set_up(dask_scheduler: Any, retries: int) -> None:
    # Runs in the scheduler.
    dask_scheduler.allowed_failures = max(retries, dask_scheduler.allowed_failures)
    callback = dask_scheduler.periodic_callbacks.get("worker-ttl")
    if callback is not None and dask_scheduler.worker_ttl > _WORKER_TTL_SECONDS:
        dask_scheduler.worker_ttl = _WORKER_TTL_SECONDS
        callback.callback_time = _WORKER_TTL_SECONDS * 1000


def dask_setup(worker: Any) -> None:
    # The preload of local workers: the driver alone reacts to Ctrl-C.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
