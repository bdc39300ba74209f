# Dask as an engine.
"""Dask distributed as an engine: a scheduler at an address, or workers of this process.

Needs the package `distributed`: `pip install tabiya[scale]`. Its types are incomplete, so that its
objects are typed as `Any`.
"""

from __future__ import annotations

import asyncio
import contextlib
import importlib
import logging
import signal
import time
import uuid
from collections.abc import Callable
from concurrent.futures import CancelledError, Future
from typing import Any
from weakref import WeakKeyDictionary

from ._engines import Avoid, Handle
from ._errors import EngineError

__all__ = ["DaskEngine"]

_REFRESH_SECONDS = 2.0
_CONNECT_SECONDS = 5.0
_QUERY_SECONDS = 5.0
_WORKER_TTL_SECONDS = 60.0


class DaskEngine:
    """A Dask cluster. Calls are placed on workers, so that a recount runs on another host."""

    is_broken_by_calls = False

    def __init__(self, address: str, *, patience: float = 60.0, retries: int = 5) -> None:
        """Connects with the scheduler at an address, and waits for up to `patience` seconds.

        The scheduler is set up to restart a call whose worker dies `retries` times, and to give up
        a worker without a sign of life after a minute.

        Raises:
            EngineError: There is no scheduler.
            ModuleNotFoundError: The package `distributed` is not installed.
        """
        self._distributed: Any = importlib.import_module("distributed")
        # What Dask logs about a lost connection, the driver reports in one sentence.
        logging.getLogger("distributed").setLevel(logging.CRITICAL)
        self._address, self._patience, self._retries = address, patience, retries
        self._cluster: Any = None
        self._client: Any = None
        self._keys: WeakKeyDictionary[Handle, str] = WeakKeyDictionary()
        self._hosts: dict[str, str] = {}
        self._threads: dict[str, int] = {}
        self._next_refresh = 0.0
        self.warning: str | None = None
        """A problem of the set-up that the count survives."""
        self._connect()

    @classmethod
    def local(cls, workers: int, *, retries: int = 5) -> DaskEngine:
        """Starts a scheduler in this process, and workers as processes of their own.

        A worker that is killed is started again.
        """
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
        deadline = time.monotonic() + self._patience
        while True:
            try:
                self._client = self._distributed.Client(
                    self._address, timeout=_CONNECT_SECONDS, set_as_default=False
                )
                break
            except (OSError, ValueError, TimeoutError) as error:
                if isinstance(error, ValueError) or time.monotonic() >= deadline:
                    problem = f"no scheduler of Dask ({type(error).__name__})"
                    message = f"{self._address}: {problem}; expected one at the address"
                    raise EngineError(message) from error
                time.sleep(0.2)
        self._next_refresh = 0.0
        try:
            self._client.run_on_scheduler(_set_up, retries=self._retries)
        except Exception as error:
            problem = f"{type(error).__name__}: {error}"
            self.warning = f"{self._address}: scheduler not set up ({problem})"

    def slots(self) -> int:
        """Returns the number of threads of all workers, as of a moment ago."""
        if time.monotonic() >= self._next_refresh:
            self._next_refresh = time.monotonic() + _REFRESH_SECONDS
            threads = self._query("ncores")
            # After a failure, the calls tell whether the scheduler is lost.
            self._threads = self._threads if threads is None else threads
        return sum(self._threads.values())

    def _query(self, name: str) -> dict[str, Any] | None:
        """Returns the answer of the scheduler, or `None` without one in time."""
        try:
            query = getattr(self._client.scheduler, name)
            found: dict[str, Any] = self._client.sync(query, callback_timeout=_QUERY_SECONDS)
        except (Exception, asyncio.CancelledError):
            return None
        return found

    def submit(self, function: Callable[..., Any], argument: Any, avoid: Avoid) -> Future[Any]:
        """Submits a call. Workers and hosts to avoid are avoided if others are left."""
        # The part before the hyphen is the group of the call. A scheduler keeps calls of a large
        # group, and hands one to a worker when it is idle. Each call has a key of its own:
        # calls with equal keys are one call for Dask.
        key = f"{function.__name__}-{uuid.uuid4()}"
        options: dict[str, Any] = {"pure": False}
        if workers := self._other_workers(avoid):
            options["workers"] = workers
        call = self._client.submit(function, argument, key=key, **options)
        handle: Future[Any] = Future()
        self._keys[handle] = key
        loop = self._client.loop
        handle.add_done_callback(lambda ended: ended.cancelled() and loop.add_callback(call.cancel))
        loop.add_callback(_deliver, call, handle)
        return handle

    def _other_workers(self, avoid: Avoid) -> list[str]:
        """Returns the workers that a call is restricted to, or none without a restriction."""
        if not avoid.hosts and not avoid.workers:
            return []
        self.slots()
        others = [name for name in self._threads if name not in avoid.workers]
        elsewhere = [name for name in others if self._hosts.get(name, "") not in avoid.hosts]
        # Workers on unknown hosts come after those on known other hosts.
        known = [name for name in elsewhere if name in self._hosts]
        return known or elsewhere or others

    def note(self, worker: str, host: str) -> None:
        """Learns which host a worker is on."""
        self._hosts[worker] = host

    def can_avoid(self, avoid: Avoid) -> bool:
        """Tests whether a worker is none of some, and on a known host that is none of some."""
        self.slots()
        others = [name for name in self._threads if name not in avoid.workers]
        if not avoid.hosts:
            return bool(others)
        return any(self._hosts.get(name, "") not in {"", *avoid.hosts} for name in others)

    def holders(self, handle: Handle) -> frozenset[str]:
        """Returns the workers that run a call, or hold its result."""
        key = self._keys[handle]
        running, results = self._query("processing") or {}, self._query("who_has") or {}
        workers = [name for name, keys in running.items() if key in keys]
        return frozenset([*workers, *results.get(key, ())])

    def is_lost(self, error: BaseException) -> bool:
        """Tests whether the connection with the scheduler has ended."""
        if isinstance(error, (CancelledError, asyncio.CancelledError)):
            return True
        return bool(self._client.status != "running")

    def recover(self) -> None:
        """Connects again.

        Raises:
            EngineError: There is no scheduler for as long as `patience` says.
        """
        if self._cluster is not None:
            raise EngineError("the local workers are lost")
        self._close_client()
        self._threads, self._hosts = {}, {}
        self._connect()

    def _close_client(self) -> None:
        # The connection may be lost, and calls may not end.
        with contextlib.suppress(Exception, asyncio.CancelledError):
            self._client.close(timeout=2)

    def close(self) -> None:
        """Closes the connection, and ends the workers of this process."""
        self._close_client()
        if self._cluster is not None:
            # Workers that hang end with this process.
            with contextlib.suppress(Exception, asyncio.CancelledError):
                self._cluster.close(timeout=5)


async def _deliver(call: Any, handle: Future[Any]) -> None:
    """Ends a handle with the outcome of a call. Runs in the event loop of the client.

    A call of Dask ends when the result exists, a handle when the result has arrived. The result may
    stay on a worker that hangs. A handle of Dask's own executor (`Client.get_executor`) never ends
    if the result cannot be fetched: the worker is lost, and the call fails elsewhere.
    """
    try:
        result = await call
    except BaseException as error:
        if handle.set_running_or_notify_cancel():
            handle.set_exception(error)
    else:
        if handle.set_running_or_notify_cancel():
            handle.set_result(result)


def _set_up(dask_scheduler: Any, retries: int) -> None:
    """Sets up a scheduler. Runs there."""
    dask_scheduler.allowed_failures = max(retries, dask_scheduler.allowed_failures)
    callback = dask_scheduler.periodic_callbacks.get("worker-ttl")
    if callback is not None and dask_scheduler.worker_ttl > _WORKER_TTL_SECONDS:
        dask_scheduler.worker_ttl = _WORKER_TTL_SECONDS
        callback.callback_time = _WORKER_TTL_SECONDS * 1000


def dask_setup(worker: Any) -> None:
    """Lets the driver alone react to Ctrl-C. Runs in local workers as they start (preload)."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
