# Named tuples that methods of `Positions`, `Boards` and `Position` return.
"""Named tuples: several columns of `Positions` or `Boards`, and explanations of moves."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    # These would make the import slower.
    import numpy as np
    from numpy.typing import NDArray

    from ._enums import Square
    from ._tabiya import Positions

__all__ = [
    "BulletformatRows",
    "Explanation",
    "GameRows",
    "Outcomes",
    "PlayedGames",
    "Successors",
    "Unique",
    "ViriformatGames",
]


class Successors(NamedTuple):
    """The positions after every legal move of a column."""

    positions: Positions
    """The positions after the moves: m rows, those of one position together."""
    rows: NDArray[np.int64]
    """The row of the position before each move: shape (m,)."""
    moves: NDArray[np.uint16]
    """The moves: shape (m,)."""


class Unique(NamedTuple):
    """The distinct positions of a column."""

    positions: Positions
    """The distinct positions: u rows, in the order of their first occurrence."""
    rows: NDArray[np.int64]
    """The row of the first occurrence of each distinct position: shape (u,)."""
    inverse: NDArray[np.int64]
    """The index of each row among the distinct positions: shape (n,)."""
    counts: NDArray[np.int64]
    """The number of rows of each distinct position: shape (u,)."""


class GameRows(NamedTuple):
    """The positions and moves of games, one row per position."""

    positions: Positions
    """The start position of each game and the position after each move."""
    moves: NDArray[np.uint16]
    """The move that leads to each position, and 0 for start positions and null moves: one per row."""
    offsets: NDArray[np.int64]
    """The first row of each game, and the number of rows: shape (games + 1,)."""


class Outcomes(NamedTuple):
    """The outcomes of games."""

    terminations: NDArray[np.uint8]
    """The values of `Termination`, and 0 for games that go on: shape (n,)."""
    winners: NDArray[np.int8]
    """The winners: 1 White, -1 Black, and 0 for draws and games that go on: shape (n,)."""

    @property
    def results(self) -> NDArray[np.int8]:
        """The results as in `Games`: 1, 0, -1 for White, and -128 for games that go on: shape (n,)."""
        results = self.winners.copy()
        results[self.terminations == 0] = -128
        return results


class PlayedGames(NamedTuple):
    """The moves of games."""

    starts: Positions
    """The start positions: n rows."""
    moves: NDArray[np.uint16]
    """The moves of all games: shape (m,)."""
    offsets: NDArray[np.int64]
    """The first move of each game, and m: shape (n + 1,)."""


class ViriformatGames(NamedTuple):
    """The games of a file in viriformat."""

    positions: Positions
    """The positions before each move: n rows."""
    moves: NDArray[np.uint16]
    """The moves: shape (n,)."""
    evals: NDArray[np.int16]
    """The evaluations for White: shape (n,)."""
    offsets: NDArray[np.int64]
    """The first row of each game, and n: shape (games + 1,)."""
    results: NDArray[np.int8]
    """The results of the games: 1 White won, 0 draw, -1 Black won."""


class BulletformatRows(NamedTuple):
    """The rows of a file in bulletformat, all with White to move."""

    positions: Positions
    """The positions: n rows."""
    scores: NDArray[np.int16]
    """The scores for White: shape (n,)."""
    results: NDArray[np.int8]
    """The results: 1 White won, 0 draw, -1 Black won."""


class Explanation(NamedTuple):
    """The reason why a move is legal or illegal: a sentence, and the squares on which it rests.

    Roles of squares that do not apply are `None` or empty.

    >>> from tabiya import Position
    >>> Position().explain_move("Bb5").blockers
    frozenset({Square.E2})
    """

    is_legal: bool
    """Whether the move is legal."""
    code: str
    """The name of the reason, such as `still-in-check`; `legal` for a legal move."""
    sentence: str
    """The reason as a sentence without a period."""
    origin: Square | None
    """The square of the moving piece, if the move is known."""
    target: Square | None
    """The target of the move, if it is known; for castling, the destination of the king."""
    captured: Square | None
    """The captured piece of a legal move; beside the target for en passant."""
    attackers: frozenset[Square]
    """The pieces of the opponent that give check, attack a square of the king, or pin a piece."""
    attacked: frozenset[Square]
    """The squares that they attack, before the move or after it."""
    line: frozenset[Square]
    """The squares between attackers and attacked squares, or the path that must be clear."""
    blockers: frozenset[Square]
    """The pieces on such a line: pinned pieces, and pieces that block a path."""
    safe: frozenset[Square]
    """The squares of the king in legal castling, which are not attacked."""
    squares: frozenset[Square]
    """All squares that the sentence names, and those of the roles above except lines."""
