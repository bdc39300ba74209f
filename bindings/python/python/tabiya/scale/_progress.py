# The progress of a count, as text and as JSON lines.
"""Reports of a running count: text on standard error, or JSON lines on standard output."""

from __future__ import annotations

import json
import sys
import time
from dataclasses import dataclass

__all__ = ["Progress", "Snapshot", "duration"]

_INTERVAL = 1.0
_QUIET_INTERVAL = 10.0


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The state of a run at a moment. Its fields are those of the JSON lines."""

    done: int
    """The number of units that have all results that they need."""
    of: int
    """The number of units."""
    nodes: int
    """The sum of the counts of all units that agree or are settled."""
    disputes: int
    """The number of units that are disputed."""
    leaves_per_second: float
    """The leaves that this run has counted, per second."""
    seconds: float
    """The duration of this run."""
    seconds_left: float | None
    """The time left at the rate of this run, or `None` before the first result."""
    running: int
    """The number of calls that are submitted."""
    workers: int
    """The number of calls that workers run at once."""

    def text(self) -> str:
        """Returns the snapshot as a line."""
        left = "unknown" if self.seconds_left is None else duration(self.seconds_left)
        parts = [
            f"{self.done} of {self.of} units",
            f"{self.leaves_per_second:.3g} leaves/s",
            f"{left} left",
            f"{self.workers} workers",
        ]
        if self.disputes:
            parts.append(f"{self.disputes} disputed")
        return ", ".join(parts)


class Progress:
    """A printer of the progress, at most once per second."""

    def __init__(self, *, json_lines: bool) -> None:
        """Prepares to print text, or JSON lines."""
        self._json_lines = json_lines
        self._is_terminal = sys.stderr.isatty() and not json_lines
        self._interval = _INTERVAL if json_lines or self._is_terminal else _QUIET_INTERVAL
        self._next = 0.0

    def is_due(self) -> bool:
        """Tests whether the progress is to be printed again."""
        return time.monotonic() >= self._next

    def show(self, text: str, fields: dict[str, object]) -> None:
        """Prints the progress: a text, or fields of a JSON line."""
        self._next = time.monotonic() + self._interval
        if self._json_lines:
            self.event("progress", **fields)
            return
        end = "\x1b[K\r" if self._is_terminal else "\n"
        print(text, end=end, file=sys.stderr, flush=True)

    def event(self, name: str, **fields: object) -> None:
        """Prints a JSON line, if the output has JSON lines."""
        if self._json_lines:
            print(json.dumps({"event": name, **fields}), flush=True)

    def warn(self, message: str) -> None:
        """Prints a warning to standard error."""
        clear = "\x1b[K" if self._is_terminal else ""
        print(f"{clear}warning: {message}", file=sys.stderr, flush=True)

    def finish(self) -> None:
        """Clears the line of the progress."""
        if self._is_terminal:
            print("\x1b[K", end="", file=sys.stderr, flush=True)


def duration(seconds: float) -> str:
    """Returns a duration in the two greatest units of time.

    >>> duration(0.25), duration(100), duration(9000), duration(1e6), duration(1e9)
    ('0.25 s', '1 min 40 s', '2 h 30 min', '11 d 13 h', '31 y 259 d')
    """
    if seconds < 60:
        return f"{seconds:.3g} s"
    whole = round(seconds)
    units = ((365 * 86400, "y"), (86400, "d"), (3600, "h"), (60, "min"), (1, "s"))
    index = next(index for index, (size, _) in enumerate(units) if whole >= size)
    (size, name), (smaller, smaller_name) = units[index : index + 2]
    return f"{whole // size} {name} {whole % size // smaller} {smaller_name}"
