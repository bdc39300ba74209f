# Positions that are set up piece by piece.
"""Positions that are set up piece by piece."""

from __future__ import annotations

from operator import index

from ._checks import type_name
from ._enums import Color, Piece, Square
from ._errors import FenError
from ._tabiya import BasePosition, Position

__all__ = ["PositionBuilder"]


class PositionBuilder:
    """A board to set up piece by piece, which need not be valid until `position` is called.

    >>> builder = PositionBuilder()
    >>> builder.set_piece_at("e1", Piece.WHITE_KING)
    >>> builder.status()
    'placement: Black has 0 kings; expected 1'
    >>> builder.set_piece_at("e8", Piece.BLACK_KING)
    >>> builder.set_piece_at("a2", Piece.from_symbol("P"))
    >>> builder.position()
    Position('4k3/8/8/8/8/8/P7/4K3 w - - 0 1')
    """

    __slots__ = ("_pieces", "castling_rights", "ep_square", "fullmove_number", "halfmove_clock", "turn")

    turn: Color
    """The player to move."""
    castling_rights: str
    """The castling rights as in a FEN: `KQkq`, files of rooks, or `-`."""
    ep_square: Square | None
    """The square behind a pawn that has just made a double push."""
    halfmove_clock: int
    """The number of plies since the last capture or pawn move."""
    fullmove_number: int
    """The number of the full move, from 1."""

    def __init__(self, position: BasePosition | None = None) -> None:
        """Creates an empty board, or one with the pieces of a position."""
        self._pieces: dict[Square, Piece] = {}
        self.turn = Color.WHITE
        self.castling_rights = "-"
        self.ep_square = None
        self.halfmove_clock = 0
        self.fullmove_number = 1
        if position is not None:
            if not isinstance(position, BasePosition):
                found = type_name(position)
                raise TypeError(f"position: {found}; expected a tabiya.Position or tabiya.Board")
            self._pieces = position.piece_map()
            self.turn = position.turn
            self.castling_rights = position.castling_xfen()
            self.ep_square = position.ep_square
            self.halfmove_clock = position.halfmove_clock
            self.fullmove_number = position.fullmove_number

    @staticmethod
    def empty() -> PositionBuilder:
        """Returns an empty board with White to move."""
        return PositionBuilder()

    def piece_map(self) -> dict[Square, Piece]:
        """Returns the pieces by their squares."""
        return dict(self._pieces)

    def set_piece_at(self, square: int | str, piece: Piece | None) -> None:
        """Puts a piece on a square, instead of the one that is there. `None` removes it."""
        on = _square(square)
        if piece is None:
            self._pieces.pop(on, None)
        elif isinstance(piece, Piece):
            self._pieces[on] = piece
        else:
            raise TypeError(f"piece: {type_name(piece)}; expected a tabiya.Piece or None")

    def remove_piece_at(self, square: int | str) -> Piece | None:
        """Removes the piece on a square and returns it, or `None`."""
        return self._pieces.pop(_square(square), None)

    def fen(self) -> str:
        """Returns the board as a FEN, which need not be valid."""
        ranks = []
        for rank in range(7, -1, -1):
            row = [self._pieces.get(Square(8 * rank + file)) for file in range(8)]
            text = "".join(piece.symbol() if piece else "." for piece in row)
            for empty in range(8, 0, -1):
                text = text.replace("." * empty, str(empty))
            ranks.append(text)
        if isinstance(self.turn, str):
            raise TypeError("turn: str; expected a bool or tabiya.Color")
        if not isinstance(self.castling_rights, str):
            found = type_name(self.castling_rights)
            raise TypeError(f"castling_rights: {found}; expected a str such as KQkq")
        turn = "w" if self.turn else "b"
        ep = "-" if self.ep_square is None else str(_square(self.ep_square))
        clocks = f"{self.halfmove_clock} {self.fullmove_number}"
        return f"{'/'.join(ranks)} {turn} {self.castling_rights} {ep} {clocks}"

    def status(self) -> str | None:
        """Returns the first rule that the board breaks, or `None` if it is a valid position."""
        try:
            self.position()
        except FenError as error:
            return str(error)
        return None

    def position(self) -> Position:
        """Returns the position.

        Raises:
            FenError: The board is no valid position.
        """
        return Position(self.fen())

    def __repr__(self) -> str:
        return f"<PositionBuilder: {self.fen()}>"


def _square(square: int | str) -> Square:
    try:
        return Square.parse(square) if isinstance(square, str) else Square(index(square))
    except TypeError:
        found = type_name(square)
        raise TypeError(f"square: {found}; expected an int or a str") from None
    except ValueError:
        raise ValueError(f"square: {square!r}; expected 0 to 63, or a1 to h8") from None
