# Functions that run in workers.
"""The count of one unit, as workers run it."""

from __future__ import annotations

import os
import socket
import sys
from dataclasses import dataclass
from typing import Any, Literal

from .._tabiya import UnitResult, UnitsError, UnitsFile

__all__ = ["CountTask", "count_unit", "worker_name"]

# In the order in which a worker tries them.
_BACKENDS: tuple[Literal["scalar", "avx2", "avx512"], ...] = ("avx512", "avx2", "scalar")


@dataclass(frozen=True, slots=True)
class CountTask:
    """A unit to count, and the means of the count."""

    units: UnitsFile
    """The units file. A worker opens it by its path, and compares the content hash."""
    unit: int
    depth: int
    hash_bytes: int | None
    """The size of the hash table in bytes. `None` stands for an exact count without one."""
    threads: int = 1
    other_backend_than: str | None = None
    """The back end that a recount avoids, if the CPU has another one."""
    is_flipped: bool = False
    """Whether all positions are counted with colors flipped, so that no key is the same."""


def count_unit(task: CountTask) -> tuple[bytes, str]:
    """Counts a unit. Returns the 208 bytes of the result, and the name of the worker.

    Raises:
        UnitsError: The units file of the worker is damaged or another one.
        OSError: The worker cannot read the units file.
    """
    return _count(task).to_bytes(), worker_name()


def _count(task: CountTask) -> UnitResult:
    if task.other_backend_than is None:
        return _count_by(task, None)
    for backend in _BACKENDS:
        if backend == task.other_backend_than:
            continue
        try:
            return _count_by(task, backend)
        except UnitsError:
            raise
        except ValueError:
            continue  # The CPU does not have the back end.
    return _count_by(task, "scalar")


def _count_by(
    task: CountTask, backend: Literal["scalar", "avx2", "avx512"] | None
) -> UnitResult:
    return task.units.count(
        task.unit,
        task.depth,
        hash=task.hash_bytes,
        threads=task.threads,
        backend=backend,
        flip=task.is_flipped,
    )


def worker_name() -> str:
    """Returns the address of the Dask worker that calls this function, or host and process."""
    # A worker has imported the module. Other processes need not have it.
    distributed: Any = sys.modules.get("distributed")
    if distributed is not None:
        try:
            return str(distributed.get_worker().address)
        except ValueError:
            pass
    return f"{socket.gethostname()}:{os.getpid()}"
