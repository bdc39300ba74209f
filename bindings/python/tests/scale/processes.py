# Processes of a cluster on this machine: a scheduler, workers and drivers.
"""Real processes that tests start, kill and stop."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import socket
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Generator
from pathlib import Path
from typing import Any, ClassVar

from tabiya.scale import Ledger, SqliteStore, UnitResult, UnitsFile

TIMEOUT = 120.0
"""The time limit of any wait in seconds. A machine under load is slow."""

COUNTING = """
import os, tabiya.scale._driver as tasks
def counting(count_unit):
    def count(task):
        result = count_unit(task)
        with open(os.environ["COUNTED"], "a") as file:
            file.write(f"{task.unit}\\n")
        return result
    return count
if tasks.count_unit.__name__ == "count_unit":  # Dask runs a preload twice.
    tasks.count_unit = counting(tasks.count_unit)
"""
"""A preload of workers that logs each unit that they have counted."""


SLOW = """
import time, tabiya.scale._driver as tasks
def slow(count_unit):
    def count(task):
        time.sleep(0.05)
        return count_unit(task)
    return count
if tasks.count_unit.__name__ == "count_unit":
    tasks.count_unit = slow(tasks.count_unit)
"""
"""A preload of workers that take their time."""


def wait_for(condition: Callable[[], bool], what: str) -> None:
    """Waits until a condition holds."""
    deadline = time.monotonic() + TIMEOUT
    while not condition():
        assert time.monotonic() < deadline, f"timeout: {what}"
        time.sleep(0.02)


def free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return int(listener.getsockname()[1])


def is_listening(port: int) -> bool:
    with socket.socket() as client:
        return client.connect_ex(("127.0.0.1", port)) == 0


def children(pid: int) -> list[int]:
    """Returns the child processes of a process that count."""
    found: list[int] = []
    for task in Path(f"/proc/{pid}/task").iterdir():
        found += map(int, (task / "children").read_text().split())
    return [child for child in found if "spawn_main" in Path(f"/proc/{child}/cmdline").read_text()]


class Cluster:
    """A scheduler of Dask and workers, each a process."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.port = folder, free_port()
        self.address = f"tcp://127.0.0.1:{self.port}"
        self.log = folder / "counted"
        self.log.touch()
        self.scheduler: subprocess.Popen[bytes]
        self._processes: list[subprocess.Popen[bytes]] = []

    def start(self, *arguments: str) -> subprocess.Popen[bytes]:
        """Starts a module of Python. Its output goes to a file."""
        with open(self.folder / "log", "ab") as log:
            process = subprocess.Popen(
                [sys.executable, "-m", *arguments],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                cwd=self.folder,
                env={**os.environ, "COUNTED": str(self.log)},
            )
        self._processes.append(process)
        return process

    def start_scheduler(self) -> subprocess.Popen[bytes]:
        process = self.start(
            "distributed.cli.dask_scheduler",
            "--host",
            "127.0.0.1",
            "--port",
            str(self.port),
            "--no-dashboard",
            "--no-show",
        )
        wait_for(lambda: is_listening(self.port), "scheduler")
        self.scheduler = process
        return process

    def start_worker(self, preload: str = COUNTING) -> subprocess.Popen[bytes]:
        return self.start(
            "distributed.cli.dask_worker",
            self.address,
            "--nthreads",
            "1",
            "--no-nanny",
            "--no-dashboard",
            "--memory-limit",
            "0",
            "--preload",
            preload,
        )

    def wait_for_workers(self, count: int) -> None:
        log = self.folder / "log"
        wait_for(lambda: log.read_text().count("Registered to:") >= count, f"{count} workers")

    def counted(self) -> list[int]:
        """Returns the units that workers have counted, with repetitions."""
        return [int(line) for line in self.log.read_text().splitlines()]

    def close(self) -> None:
        for process in self._processes:
            with contextlib.suppress(ProcessLookupError):
                process.send_signal(signal.SIGCONT)
            process.kill()
            process.wait()


@contextlib.contextmanager
def cluster(
    folder: Path, workers: int = 2, preload: str = COUNTING
) -> Generator[Cluster, None, None]:
    found = Cluster(folder)
    try:
        found.start_scheduler()
        for _ in range(workers):
            found.start_worker(preload)
        yield found
    finally:
        found.close()


class Run:
    """A driver as a process, with JSON lines as its output."""

    all: ClassVar[list[Run]] = []

    def __init__(self, units: UnitsFile, depth: int, store: Path, *arguments: str) -> None:
        self.units, self.depth, self.store = units, depth, store
        # The store may be on a small disk.
        self.output = Path(tempfile.mkdtemp()) / "output"
        command = [
            sys.executable,
            "-m",
            "tabiya.scale",
            str(depth),
            "--units",
            units.path,
            "--store",
            str(store),
            "--json",
            *arguments,
        ]
        with open(self.output, "wb") as out, open(f"{self.output}.err", "wb") as err:
            self.process = subprocess.Popen(command, stdout=out, stderr=err)
        self.all.append(self)

    def errors(self) -> str:
        return Path(f"{self.output}.err").read_text()

    def finish(self) -> tuple[int, dict[str, Any]]:
        """Waits for the end. Returns the exit code and the last line."""
        wait_for(lambda: self.process.poll() is not None, "driver")
        lines = self.output.read_text().splitlines()
        return self.process.returncode, json.loads(lines[-1]) if lines else {}

    def wait_for_units(self, count: int) -> None:
        """Waits until the store has so many units, and examines the store all the time."""

        def has_units() -> bool:
            assert self.process.poll() is None, self.errors()
            return check_store(self.store, self.units, self.depth).counted >= count

        wait_for(has_units, f"{count} units")


def check_store(path: Path, units: UnitsFile, depth: int) -> Ledger:
    """Asserts that a store is valid at this instant, and returns what it has."""
    ledger = Ledger(len(units))
    if not path.exists():
        return ledger
    with contextlib.closing(sqlite3.connect(path)) as connection:
        tables = connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()
        if tables == (0,):
            return ledger  # The driver has not created it yet.
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        for unit, nodes, data in connection.execute("SELECT unit, nodes, data FROM results"):
            result = UnitResult.from_bytes(data)
            assert (unit, nodes) == (result.unit, str(result.nodes))
            assert (result.content_hash, result.depth) == (units.content_hash, depth)
            ledger.add(result)
    return ledger


def read_store(path: Path, units: UnitsFile, depth: int) -> Ledger:
    """Returns the results of a store that no driver uses."""
    ledger = Ledger(len(units))
    with contextlib.closing(SqliteStore(path, units, depth)) as store:
        results, refused = store.read()
    assert not refused
    ledger.extend(results)
    return ledger
