# The time that each move took.
"""The time that each move took, read from comments or derived from clocks."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import numpy as np

from ._game_columns import NullableArray, TextArray
from ._games import Games

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["has_time_spent", "time_spent"]

_TIME_CONTROL = re.compile(r"[0-9]{1,7}(\.[0-9]{1,9})?(\+(?P<increment>[0-9]{1,7}(\.[0-9]{1,9})?))?")


def has_time_spent(games: Games) -> bool:
    """Tests whether the columns that `time_spent` needs were selected."""
    return games.times is not None or (games.clocks is not None and "TimeControl" in games.tags)


def time_spent(games: Games) -> NullableArray:
    """Returns the time that each move took in hundredths of a second, as `arrow.from_moves` defines it."""
    count = len(games.moves)
    values, valid = np.zeros(count, np.int64), np.zeros(count, np.bool_)
    if games.clocks is not None and "TimeControl" in games.tags:
        clocks, has_clock = games.clocks.values.astype(np.int64), games.clocks.valid
        rows = np.repeat(np.arange(len(games)), np.diff(games.offsets))
        increments = _increments(games.tags["TimeControl"])[rows[2:]]
        # A player moves at every second ply.
        spent = clocks[:-2] - clocks[2:] + increments
        is_known = has_clock[:-2] & has_clock[2:] & (rows[:-2] == rows[2:]) & (increments >= 0)
        valid[2:] = is_known & (spent >= 0)
        values[2:] = np.where(valid[2:], spent, 0)
    if games.times is not None:
        values = np.where(games.times.valid, games.times.values, values)
        valid |= games.times.valid
    return NullableArray(values, valid)


def _increments(controls: TextArray) -> NDArray[np.int64]:
    """Returns the increment of each game in hundredths of a second, and -1 where it is unknown."""
    known: dict[str | None, int] = {}
    increments = np.empty(len(controls), np.int64)
    for row, control in enumerate(controls):
        if control not in known:
            found = _TIME_CONTROL.fullmatch(control or "")
            known[control] = round(100 * float(found["increment"] or 0)) if found else -1
        increments[row] = known[control]
    return increments
