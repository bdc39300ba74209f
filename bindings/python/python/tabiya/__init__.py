# The package `tabiya`: positions one by one, and whole columns of them.
"""Chess positions by the column: legal moves, policy masks and planes as NumPy arrays.

- `Position` is one position, `Board` a game with undo.
- `Boards` are many games at once, for self-play in lockstep.
- `Positions` is a column of positions. Its methods process all rows at once, without the GIL.
- `LegalMoves` holds the legal moves of a column, and `Predecessors` the moves that can have led to it.
- `Games` are the games of a file in PGN, as columns. `Game` is one of them, with variations and comments.
- `diagnose` finds the bug of a move generator from its wrong perft counts.

>>> import tabiya as tb
>>> positions = tb.Positions.from_fens([tb.STARTING_FEN, "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"])
>>> positions.legal_counts()
array([20,  0], dtype=uint16)
>>> positions.outcome()
array([0, 2], dtype=uint8)
"""

from __future__ import annotations

from ._builder import PositionBuilder
from ._binpack import iter_binpack, write_binpack
from ._enums import (
    Color,
    Legality,
    MoveKind,
    Outcome,
    Piece,
    PieceType,
    Square,
    Termination,
)
from ._errors import FenError, IllegalMoveError, PgnError
from ._game import Game, GameNode
from ._game_columns import Finding, NullableArray, TextArray
from ._game_files import write_pgn
from ._games import Games
from ._results import (
    BinpackRows,
    BulletformatRows,
    CountComparison,
    CountQuestion,
    Diagnosis,
    Edit,
    EditExample,
    Explanation,
    GameRows,
    Outcomes,
    PlayedGames,
    Successors,
    Unique,
    ViriformatGames,
)
from ._tabiya import (
    FINDING_KINDS,
    BasePosition,
    Board,
    Boards,
    LegalMoves,
    Move,
    Position,
    Positions,
    Predecessors,
    diagnose,
    edits,
    plane_names,
    policy_labels,
)

STARTING_FEN = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
"""The FEN of the start position."""

__version__ = "0.1.0"

__all__ = [
    "FINDING_KINDS",
    "STARTING_FEN",
    "BasePosition",
    "BinpackRows",
    "Board",
    "Boards",
    "BulletformatRows",
    "Color",
    "CountComparison",
    "CountQuestion",
    "Diagnosis",
    "Edit",
    "EditExample",
    "Explanation",
    "FenError",
    "Finding",
    "Game",
    "GameNode",
    "GameRows",
    "Games",
    "IllegalMoveError",
    "LegalMoves",
    "Legality",
    "Move",
    "MoveKind",
    "NullableArray",
    "Outcome",
    "Outcomes",
    "PgnError",
    "Piece",
    "PieceType",
    "PlayedGames",
    "Position",
    "PositionBuilder",
    "Positions",
    "Predecessors",
    "Square",
    "Successors",
    "Termination",
    "TextArray",
    "Unique",
    "ViriformatGames",
    "diagnose",
    "edits",
    "iter_binpack",
    "plane_names",
    "policy_labels",
    "write_binpack",
    "write_pgn",
]
