# Columns of FENs with nulls, as the adapters of data frames and databases read them.
"""Columns of FENs with nulls, for the adapters of Polars, pandas and DuckDB."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal, TypeAlias, overload

import numpy as np
from numpy.typing import NDArray

from ._checks import check_choice
from ._enums import Termination
from ._errors import FenError
from ._tabiya import Positions

__all__ = ["OUTCOMES", "Errors", "FenColumn", "Mask", "Notation", "read_fens", "spread"]

# A union of literals: `mypy.stubtest` reports a literal with several values.
Errors: TypeAlias = Literal["raise"] | Literal["mask"]
"""The reaction to an invalid FEN: an error, or a null in the result."""
Mask: TypeAlias = NDArray[np.bool_]
"""A flag per row."""
Notation: TypeAlias = Literal["bits"] | Literal["uci"] | Literal["san"]
"""The form of moves: 16 bits, or a text."""

OUTCOMES: list[str] = ["ongoing", *(rule.name.lower() for rule in Termination)]
"""The names of the values of `Positions.outcome`."""

_MAX_QUOTED = 100


def read_fens(
    column: Any, present: Mask, text: Callable[[int], object], errors: Errors, threads: int
) -> tuple[Positions, Mask]:
    """Returns the positions of the valid rows, and which rows are valid. Nulls are invalid.

    `present` tells which rows are not null. `text` returns the FEN of a row for the message of an
    error.

    Raises:
        FenError: A FEN is invalid, with `errors="raise"`.
    """
    check_choice("errors", errors, "raise", "mask")
    positions, valid = Positions.from_fens(column, errors="mask", threads=threads)
    invalid = np.flatnonzero(present & ~valid)
    if errors == "raise" and len(invalid):
        fen = text(int(invalid[0]))
        field, reason = "fen", "invalid"
        try:
            Positions.from_fens(np.array([fen], object))
        except FenError as error:
            field, reason = error.field, error.reason
        # Data frames and databases split columns, so that the number of a row would mislead.
        raise FenError(field, f"{reason}; in {_quote(fen)}")
    return positions, valid


def _quote(fen: object) -> str:
    quoted = repr(fen)
    return quoted if len(quoted) <= _MAX_QUOTED else f"{quoted[:_MAX_QUOTED]}…"


def spread(values: NDArray[Any], valid: Mask) -> NDArray[Any]:
    """Returns one value per row: those of the valid rows, and 0 in the others."""
    if len(values) == len(valid):
        return values
    rows = np.zeros(len(valid), values.dtype)
    rows[valid] = values
    return rows


class FenColumn:
    """A series of FENs in a data frame. Rows may be missing."""

    def __init__(self, series: Any) -> None:
        self._series = series

    @overload
    def positions(
        self, *, errors: Literal["raise"] = "raise", threads: int = 1
    ) -> Positions: ...
    @overload
    def positions(
        self, *, errors: Literal["mask"], threads: int = 1
    ) -> tuple[Positions, Mask]: ...
    def positions(
        self, *, errors: Errors = "raise", threads: int = 1
    ) -> Positions | tuple[Positions, Mask]:
        """Returns the positions, as `Positions.from_fens` does.

        Raises:
            FenError: A row is missing or invalid, with `errors="raise"`.
        """
        check_choice("errors", errors, "raise", "mask")
        if errors == "mask":
            return Positions.from_fens(self._series, errors=errors, threads=threads)
        return Positions.from_fens(self._series, errors=errors, threads=threads)
