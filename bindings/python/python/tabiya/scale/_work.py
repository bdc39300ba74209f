# What a runner needs of the work that it does.
"""The protocol between a runner and its work."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any, Protocol, TypeVar

from ._engines import Avoid

__all__ = ["J", "Work"]

J = TypeVar("J", bound=Hashable)


class Work(Protocol[J]):
    """What a runner does: a source of jobs, and the receiver of their results."""

    def next_job(self) -> J | None:
        """Returns the next job, or `None` if there is none at the moment."""
        ...

    def call(self, job: J) -> tuple[Callable[..., Any], Any, Avoid]:
        """Returns the function of a job, its argument, and where it should not run."""
        ...

    def accept(self, results: list[tuple[J, Any]]) -> list[tuple[J, Exception]]:
        """Receives results, also late ones, and returns the jobs whose results are invalid."""
        ...

    def is_wanted(self, job: J) -> bool:
        """Tests whether the result of a running job is still needed."""
        ...

    def retry(self, job: J) -> None:
        """Receives a job that has failed, and is to be yielded again."""
        ...

    def abandon(self, job: J, error: str) -> None:
        """Receives a job that has failed too often."""
        ...

    def report_progress(self, running: int, workers: int) -> None:
        """Reports the progress, if it is time to."""
        ...
