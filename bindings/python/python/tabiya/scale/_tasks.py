# Functions that run in workers.
"""The count of one unit, as workers run it."""

from __future__ import annotations

import os
import socket
import sys
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from .._tabiya import UnitsError, UnitsFile

_Backend: TypeAlias = Literal["scalar", "avx2", "avx512"]
# In the order in which a worker tries them.
_BACKENDS: tuple[_Backend, ...] = ("avx512", "avx2", "scalar")


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
    if task.other_backend_than is None:
        return _count(task, None)
    for backend in _BACKENDS:
        if backend != task.other_backend_than:
            try:
                return _count(task, backend)
            except UnitsError:
                raise
            except ValueError:
                pass  # The CPU does not have the back end.
    return _count(task, "scalar")


def _count(task: CountTask, backend: _Backend | None) -> tuple[bytes, str]:
    result = task.units.count(
        task.unit,
        task.depth,
        hash=task.hash_bytes,
        threads=task.threads,
        backend=backend,
        flip=task.is_flipped,
    )
    return result.to_bytes(), worker_name()


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
