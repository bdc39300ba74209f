# Enumerations of the package: colors, pieces, squares, kinds of moves, outcomes.
"""Enumerations: colors, pieces, squares, kinds of moves, outcomes of games.

Each value is an `int`, and the values of `Color`, `PieceType`, `Square` and `Termination` are those of
python-chess.
"""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple

__all__ = [
    "Color",
    "Legality",
    "MoveKind",
    "Outcome",
    "Piece",
    "PieceType",
    "Square",
    "Termination",
]


class _Enum(IntEnum):
    """An enumeration whose representation evaluates: `Square.E4`."""

    def __repr__(self) -> str:
        return f"{type(self).__name__}.{self.name}"


class Color(_Enum):
    """A player. As in python-chess, White is 1 (true) and Black is 0 (false).

    >>> Color.WHITE.opponent
    Color.BLACK
    """

    BLACK = 0
    WHITE = 1

    @property
    def opponent(self) -> Color:
        """The other player."""
        return Color(1 - self)


class PieceType(_Enum):
    """A type of piece, numbered from 1 as in python-chess.

    >>> PieceType.KNIGHT.symbol
    'n'
    """

    PAWN = 1
    KNIGHT = 2
    BISHOP = 3
    ROOK = 4
    QUEEN = 5
    KING = 6

    @property
    def symbol(self) -> str:
        """The lower-case letter of the piece type: `p`, `n`, `b`, `r`, `q` or `k`."""
        return "pnbrqk"[self - 1]


class Piece(_Enum):
    """A piece type with a color, numbered from 1, so that every piece is true.

    >>> Piece.from_symbol("N"), Piece.WHITE_KNIGHT.piece_type, Piece.BLACK_KING.color
    (Piece.WHITE_KNIGHT, PieceType.KNIGHT, Color.BLACK)
    """

    WHITE_PAWN = 1
    WHITE_KNIGHT = 2
    WHITE_BISHOP = 3
    WHITE_ROOK = 4
    WHITE_QUEEN = 5
    WHITE_KING = 6
    BLACK_PAWN = 7
    BLACK_KNIGHT = 8
    BLACK_BISHOP = 9
    BLACK_ROOK = 10
    BLACK_QUEEN = 11
    BLACK_KING = 12

    @property
    def piece_type(self) -> PieceType:
        """The type of the piece."""
        return PieceType((self - 1) % 6 + 1)

    @property
    def color(self) -> Color:
        """The player of the piece."""
        return Color.WHITE if self <= 6 else Color.BLACK

    def symbol(self) -> str:
        """Returns the letter of a FEN, upper case for White."""
        return "PNBRQKpnbrqk"[self - 1]

    def unicode_symbol(self) -> str:
        """Returns the figurine of the piece.

        >>> Piece.WHITE_KNIGHT.unicode_symbol()
        '♘'
        """
        return "♙♘♗♖♕♔♟♞♝♜♛♚"[self - 1]

    @classmethod
    def from_symbol(cls, symbol: str) -> Piece:
        """Returns the piece of a letter of a FEN.

        Raises:
            ValueError: The text is not one of the letters `PNBRQKpnbrqk`.
        """
        index = "PNBRQKpnbrqk".find(symbol) if len(symbol) == 1 else -1
        if index < 0:
            raise ValueError(f"piece: {symbol!r}; expected one of PNBRQKpnbrqk")
        return cls(index + 1)


class Square(_Enum):
    """One of the 64 squares: `Square.A1` is 0, `Square.B1` is 1, `Square.H8` is 63.

    >>> Square.E4 == 28, Square.parse("e4"), Square.E4.name
    (True, Square.E4, 'E4')
    """

    # fmt: off
    A1 = 0;  B1 = 1;  C1 = 2;  D1 = 3;  E1 = 4;  F1 = 5;  G1 = 6;  H1 = 7  # noqa: E702
    A2 = 8;  B2 = 9;  C2 = 10; D2 = 11; E2 = 12; F2 = 13; G2 = 14; H2 = 15  # noqa: E702
    A3 = 16; B3 = 17; C3 = 18; D3 = 19; E3 = 20; F3 = 21; G3 = 22; H3 = 23  # noqa: E702
    A4 = 24; B4 = 25; C4 = 26; D4 = 27; E4 = 28; F4 = 29; G4 = 30; H4 = 31  # noqa: E702
    A5 = 32; B5 = 33; C5 = 34; D5 = 35; E5 = 36; F5 = 37; G5 = 38; H5 = 39  # noqa: E702
    A6 = 40; B6 = 41; C6 = 42; D6 = 43; E6 = 44; F6 = 45; G6 = 46; H6 = 47  # noqa: E702
    A7 = 48; B7 = 49; C7 = 50; D7 = 51; E7 = 52; F7 = 53; G7 = 54; H7 = 55  # noqa: E702
    A8 = 56; B8 = 57; C8 = 58; D8 = 59; E8 = 60; F8 = 61; G8 = 62; H8 = 63  # noqa: E702
    # fmt: on

    @property
    def file(self) -> int:
        """The file from 0 (a) to 7 (h)."""
        return self & 7

    @property
    def rank(self) -> int:
        """The rank from 0 (rank 1) to 7 (rank 8)."""
        return self >> 3

    @classmethod
    def parse(cls, text: str) -> Square:
        """Returns the square of a text such as `e4`.

        Raises:
            ValueError: The text is not a square.
        """
        if len(text) == 2 and text[0] in "abcdefgh" and text[1] in "12345678":
            return cls("abcdefgh".index(text[0]) + 8 * "12345678".index(text[1]))
        raise ValueError(f"square: {text!r}; expected a file and a rank, such as e4")

    def __str__(self) -> str:
        return self.name.lower()


class MoveKind(_Enum):
    """The kind of a move: bits 12 to 15 of its 16 bits.

    Captures are not a kind: normal moves and promotions capture the piece on the target, if any.
    """

    NORMAL = 1
    CASTLING = 2
    EN_PASSANT = 3
    PROMOTE_TO_KNIGHT = 4
    PROMOTE_TO_BISHOP = 5
    PROMOTE_TO_ROOK = 6
    PROMOTE_TO_QUEEN = 7


class Termination(_Enum):
    """The rule that ends a game, with the values of python-chess.

    `Positions.outcome` returns these values, and 0 while the game goes on.
    """

    CHECKMATE = 1
    STALEMATE = 2
    INSUFFICIENT_MATERIAL = 3
    SEVENTYFIVE_MOVES = 4
    FIVEFOLD_REPETITION = 5
    FIFTY_MOVES = 6
    THREEFOLD_REPETITION = 7


class Outcome(NamedTuple):
    """The outcome of a game: the rule that ends it, and the winner.

    >>> Outcome(Termination.CHECKMATE, Color.WHITE).result()
    '1-0'
    """

    termination: Termination
    """The rule that ends the game."""
    winner: Color | None
    """The winner; `None` for a draw."""

    def result(self) -> str:
        """Returns the result token of PGN: `1-0`, `0-1` or `1/2-1/2`."""
        if self.winner is None:
            return "1/2-1/2"
        return "1-0" if self.winner else "0-1"


class Legality(_Enum):
    """The reason why a move is illegal, or `LEGAL`; returned by `Positions.legality`."""

    LEGAL = 0
    NO_PIECE = 1
    """The origin is empty."""
    OPPONENTS_PIECE = 2
    """The piece on the origin is the opponent's."""
    NO_CASTLING_RIGHT = 3
    """The move is castling without a right."""
    CASTLING_BLOCKED = 4
    """A piece blocks castling."""
    CASTLING_IN_CHECK = 5
    """The king is in check and cannot castle."""
    CASTLING_THROUGH_ATTACK = 6
    """The king would cross or reach an attacked square by castling."""
    CASTLING_EXPOSES_KING = 7
    """The castling rook is pinned."""
    OWN_PIECE = 8
    """The target holds a piece of the same player."""
    CAPTURES_KING = 9
    """The target is the square of the opponent's king."""
    NO_EN_PASSANT = 10
    """No pawn can be captured en passant there."""
    MISSING_PROMOTION = 11
    """A pawn reaches the last rank without a promotion."""
    UNEXPECTED_PROMOTION = 12
    """The move is a promotion, but no pawn reaches the last rank."""
    BLOCKED = 13
    """A piece blocks the path."""
    NOTHING_TO_CAPTURE = 14
    """The pawn could reach the square only by a capture."""
    CANNOT_REACH = 15
    """The piece cannot reach the square, even on an empty board."""
    KING_ATTACKED = 16
    """The target of the king is attacked."""
    EN_PASSANT_EXPOSES_KING = 17
    """The capture en passant would leave the king in check."""
    PINNED = 18
    """The piece is pinned."""
    DOUBLE_CHECK = 19
    """Two pieces give check, so that only the king may move."""
    STILL_IN_CHECK = 20
    """The move does not evade the check."""
    MALFORMED = 255
    """The 16 bits are not a move: equal squares or an unknown kind."""
