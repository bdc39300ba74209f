# Exceptions of the package: invalid positions and illegal moves.
"""Exceptions: invalid positions and illegal moves."""

from __future__ import annotations

__all__ = ["FenError", "IllegalMoveError"]


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
