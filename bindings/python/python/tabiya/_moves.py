# Columns with a value per move, derived from games.
"""Columns with a value per move, derived from games: notation, and the positions before moves."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Literal, TypeAlias

import numpy as np

from ._tabiya import replay_games

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ._tabiya import Positions

__all__ = ["MoveColumns"]

_TextNotation: TypeAlias = Literal["uci"] | Literal["san"]

_NULL_MOVES = {"uci": "0000", "san": "--"}


class MoveColumns:
    """Columns that are computed on request. `starts`, `moves` and `offsets` are those of `Games`."""

    def __init__(
        self,
        starts: Positions,
        moves: NDArray[np.uint16],
        offsets: NDArray[np.int64],
        threads: int = 1,
    ) -> None:
        self.starts = starts
        self.moves = moves
        self.offsets = offsets
        self.threads = threads

    @property
    def plies(self) -> NDArray[np.int32]:
        """The number of moves before each move in its game."""
        starts = np.repeat(self.offsets[:-1], np.diff(self.offsets))
        return (np.arange(len(starts)) - starts).astype(np.int32)

    @cached_property
    def before(self) -> Positions:
        """The position before each move."""
        rows = replay_games(self.starts, self.moves, self.offsets, self.threads)
        is_before = np.ones(len(rows.positions), np.bool_)
        # No move begins at the last position of a game.
        is_before[rows.offsets[1:] - 1] = False
        return rows.positions[is_before]

    def texts(self, notation: _TextNotation) -> NDArray[np.str_]:
        """Returns the moves in UCI or SAN, and null moves as `0000` or `--`."""
        is_move = self.moves != 0
        is_whole = bool(is_move.all())
        positions = self.before if is_whole else self.before[is_move]
        write = positions.uci if notation == "uci" else positions.san
        found = write(self.moves[is_move], threads=self.threads)
        if is_whole:
            return found
        sign = _NULL_MOVES[notation]
        texts = np.full(len(self.moves), sign, np.promote_types(found.dtype, f"U{len(sign)}"))
        texts[is_move] = found
        return texts
