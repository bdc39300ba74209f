# Exceptions of the package: invalid positions, illegal moves, invalid games.
"""Exceptions: invalid positions, illegal moves, invalid games."""

from __future__ import annotations

from typing import Any

__all__ = ["FenError", "IllegalMoveError", "PgnError"]


class _RowError(ValueError):
    """An error with the field, the reason and, for columns, the row."""

    field: str
    """The part of the input that is invalid."""
    reason: str
    """The problem, as one sentence without the field."""
    row: int | None
    """The row of the column, or `None` for a single value."""

    def __init__(self, field: str, reason: str, row: int | None = None) -> None:
        super().__init__(field, reason, row)
        self.field = field
        self.reason = reason
        self.row = row

    def __str__(self) -> str:
        row = "" if self.row is None else f"row {self.row}: "
        return f"{row}{self.field}: {self.reason}"


class FenError(_RowError):
    """An invalid position: a FEN, an EPD line, packed bytes or an entry of a training format.

    `field` is the field of the FEN: `placement`, `side to move`, `castling`, `en passant`,
    `halfmove clock` or `fullmove number`; or `packed`, `epd`, `viriformat`, `bulletformat`.

    >>> import tabiya
    >>> try:
    ...     tabiya.Position("4k3/8/8/8/8/8/8/4K3 w K - 0 1")
    ... except tabiya.FenError as error:
    ...     print(error.field)
    castling
    """


class IllegalMoveError(_RowError):
    """An illegal move, or a text that is not a move.

    `field` is `move` for an illegal move, and `san` or `uci` for a text in that notation.

    >>> import tabiya
    >>> try:
    ...     tabiya.Position().parse_san("Bb5")
    ... except tabiya.IllegalMoveError as error:
    ...     print(error)
    san: f1b5 is illegal: the white pawn on e2 blocks the white bishop on f1
    """


class PgnError(_RowError):
    """An invalid game, or a damaged file of games.

    `field` is `move` for a text that is not a legal move, `null_move`, `parenthesis` or `comment` for a
    variation or a comment without an end, `fen` or `variant` for a start position, and `file` for a file.
    `row` is the number of the game among those that are read, or `None` for a game that is left out.

    >>> import tabiya
    >>> try:
    ...     tabiya.Games.read_pgn(b"1. e4 e5 2. Ke3 *")
    ... except tabiya.PgnError as error:
    ...     print(error)
    row 0: move: "Ke3": not a legal move: no matching white king can move to e3; at byte 12, ply 2
    """

    ply: int | None
    """The number of moves before the error, or `None` for a file."""
    offset: int | None
    """The offset of the error in the text of the file, decompressed, or `None` for a file."""

    def __init__(
        self,
        field: str,
        reason: str,
        row: int | None = None,
        ply: int | None = None,
        offset: int | None = None,
    ) -> None:
        super().__init__(field, reason, row)
        self.ply = ply
        self.offset = offset
        # The arguments of the constructor, with which pickle calls it again.
        self.args: tuple[Any, ...] = (field, reason, row, ply, offset)

    def __str__(self) -> str:
        place = "" if self.offset is None else f"; at byte {self.offset}, ply {self.ply}"
        return super().__str__() + place
