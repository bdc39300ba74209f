# Named tuples that methods of `Positions` return.
"""Named tuples: the results of methods of `Positions` that consist of several columns."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ._tabiya import Positions

__all__ = ["BulletformatRows", "Games", "Successors", "Unique", "ViriformatGames"]


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


class Games(NamedTuple):
    """The positions and moves of games."""

    positions: Positions
    """The start position of each game and the position after each move."""
    moves: NDArray[np.uint16]
    """The move that leads to each position, and 0 for start positions: one per row."""
    offsets: NDArray[np.int64]
    """The first row of each game, and the number of rows: shape (games + 1,)."""


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
