# Published counts of the start position.
"""Published perft counts of the start position, to compare with."""

from __future__ import annotations

from .. import STARTING_FEN, Position

__all__ = ["published_nodes", "published_positions"]

# https://oeis.org/A048987, by ply.
_NODES = (
    1,
    20,
    400,
    8_902,
    197_281,
    4_865_609,
    119_060_324,
    3_195_901_860,
    84_998_978_956,
    2_439_530_234_167,
    69_352_859_712_417,
    2_097_651_003_696_806,
    62_854_969_236_701_747,
    1_981_066_775_000_396_239,
    61_885_021_521_585_529_237,
    2_015_099_950_053_364_471_960,
)

# https://oeis.org/A083276, by ply: unique positions.
_POSITIONS = (1, 20, 400, 5_362, 72_078, 822_518, 9_417_681, 96_400_068, 988_187_354)


def published_nodes(root: Position, depth: int) -> int | None:
    """Returns the published perft count of the start position, or `None` for others."""
    return _value(_NODES, root, depth)


def published_positions(root: Position, depth: int) -> int | None:
    """Returns the published number of unique positions after some plies, or `None`."""
    return _value(_POSITIONS, root, depth)


def _value(table: tuple[int, ...], root: Position, depth: int) -> int | None:
    is_start = root.same_position(Position(STARTING_FEN))
    return table[depth] if is_start and 0 <= depth < len(table) else None
