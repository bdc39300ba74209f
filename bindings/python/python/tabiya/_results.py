# Named tuples that functions and methods of the extension return.
"""Named tuples: several columns of `Positions` or `Boards`, explanations of moves, and diagnoses of counts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple

from ._tabiya import edit_example

if TYPE_CHECKING:
    # These would make the import slower.
    import numpy as np
    from numpy.typing import NDArray

    from ._enums import Square
    from ._tabiya import Positions

__all__ = [
    "BinpackRows",
    "BulletformatRows",
    "CountComparison",
    "CountQuestion",
    "Diagnosis",
    "Edit",
    "EditExample",
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


class BinpackRows(NamedTuple):
    """The rows of a file in binpack."""

    positions: Positions
    """The positions: n rows."""
    moves: NDArray[np.uint16]
    """The moves, and 0 for none: shape (n,)."""
    scores: NDArray[np.int16]
    """The scores for the side to move, and 32002 for rows that trainers skip: shape (n,)."""
    plies: NDArray[np.uint16]
    """The number of plies of the game before each position: shape (n,)."""
    results: NDArray[np.int8]
    """The results of the games: 1 White won, 0 draw, -1 Black won: shape (n,)."""
    offsets: NDArray[np.int64]
    """The first row of each chain, and n: shape (chains + 1,). Writing does not need them."""


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


class EditExample(NamedTuple):
    """A small position on which an edit changes a leaf count."""

    fen: str
    """The position."""
    depth: int
    """The depth at which the counts differ."""
    right: int
    """The number of leaves by the rules."""
    wrong: int
    """The number of leaves with the edit."""


class Edit(NamedTuple):
    """An edit of the rules: a bug that a move generator may have."""

    code: str
    """The name of the edit, such as `no-en-passant`, or `no-en-passant-white` for one player."""
    clause: str
    """What a generator with the edit does: `en passant captures were never generated`."""
    rule: str
    """The rule of chess that the edit breaks, as sentences."""
    group: str
    """The part of the rules, such as `En passant`."""
    reports: tuple[tuple[str, str], ...]
    """The public bug reports of the edit: cause and source of each."""

    def example(self) -> EditExample | None:
        """Returns a small position on which the edit changes a count, or `None` if only deep trees show it.

        >>> from tabiya import edits
        >>> edit = next(edit for edit in edits() if edit.code == "no-castling")
        >>> edit.example().depth
        1
        """
        return edit_example(self.code)

    def __repr__(self) -> str:
        return f"<Edit: {self.code}>"


class CountComparison(NamedTuple):
    """A reported count and the right one."""

    fen: str
    """The position."""
    depth: int
    """The depth of the count."""
    category: str | None
    """The category of the leaves, such as `captures`, or `None` for all leaves."""
    right: int | None
    """The right count, or `None` if the tree has too many positions, so that the count is not used."""
    reported: int
    """The reported count; for counts by root move, their sum."""
    difference: str
    """The difference: `258 missing`, `41 extra`, `right` or `not used`."""


class CountQuestion(NamedTuple):
    """A count that your generator can make, and that distinguishes the causes of a diagnosis."""

    fen: str
    """The position to count."""
    depth: int
    """The depth of the count."""
    right: int
    """The right count."""
    answers: tuple[tuple[int, tuple[tuple[Edit, ...], ...]], ...]
    """The counts that the causes yield, in ascending order, each with its causes."""

    def __repr__(self) -> str:
        counts = ", ".join(str(count) for count, _ in self.answers)
        return f"<CountQuestion: {self.fen}, depth {self.depth}, right {self.right}, answers {counts}>"


class Diagnosis(NamedTuple):
    """The bugs of a move generator with which it yields the reported counts.

    >>> from tabiya import STARTING_FEN, diagnose
    >>> diagnose([(STARTING_FEN, 1, 19)]).confidence
    'could_be_chance'
    """

    candidates: tuple[tuple[Edit, ...], ...]
    """The causes that yield all counts, the likeliest first: each a single edit, or two edits together."""
    confidence: Literal["right", "other_tree", "fits", "could_be_chance", "nothing_fits"]
    """Whether the counts are right, or right for another depth, side or position; whether causes fit, causes fit that
    could be chance, or nothing fits."""
    sentence: str
    """The causes and the differences, as a sentence without a period."""
    evidence: str
    """How many causes were tried and how many fit, and what chance alone would yield, as a sentence."""
    chance: float
    """The probability that wrong counts of this size fit some cause although none is right."""
    hypotheses: int
    """The number of edits, or pairs of edits, that were tried."""
    comparisons: tuple[CountComparison, ...]
    """The reported and the right counts, in the order of `counts`; each category is one."""
    question: CountQuestion | None
    """A count that distinguishes the candidates, if there are several and a small position does."""

    def __repr__(self) -> str:
        return f"<Diagnosis: {self.sentence}>"
