# The progress of a run, as text and as JSON lines.
"""Reports of a run: text on standard error, or JSON lines on standard output."""

from __future__ import annotations

import json
import sys
import time
from typing import Any

_INTERVAL = 1.0
_QUIET_INTERVAL = 10.0


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

    def show(self, text: str, seconds_left: float | None, fields: dict[str, Any]) -> None:
        """Prints the progress as text, or as the fields of a JSON line."""
        self._next = time.monotonic() + self._interval
        self.event("progress", **fields, seconds_left=seconds_left)
        if not self._json_lines:
            left = "unknown" if seconds_left is None else duration(seconds_left)
            end = "\x1b[K\r" if self._is_terminal else "\n"
            line = f"{text}, {left} left, {fields['workers']} workers"
            print(line, end=end, file=sys.stderr, flush=True)

    def event(self, name: str, **fields: object) -> None:
        """Prints a JSON line, if the output has JSON lines."""
        if self._json_lines:
            print(json.dumps({"event": name, **fields}), flush=True)

    def warn(self, message: str) -> None:
        """Prints a warning to standard error."""
        self.finish()
        print(f"warning: {message}", file=sys.stderr, flush=True)

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
