# HTML that notebooks show for columns of positions and games.
"""HTML that notebooks show for columns of positions and games."""

from __future__ import annotations

import re
from collections.abc import Iterable
from html import escape
from typing import TYPE_CHECKING, Any

import numpy as np

from ._moves import MoveColumns

if TYPE_CHECKING:
    from ._tabiya import Position, Positions

__all__ = ["games_html", "positions_html"]

_BOARDS = 8
_BOARD_WIDTH = 160
_GAMES = 10
_PLIES = 10
_TEXT_LENGTH = 60
_SIZE = re.compile(r'width="[0-9]+" height="[0-9]+"')
_RESULTS = {1: "1-0", 0: "1/2-1/2", -1: "0-1"}


def positions_html(positions: Positions) -> str:
    """Returns the first positions as small boards with their rows."""
    boards = [_board(row, position) for row, position in enumerate(positions[:_BOARDS])]
    return f"<div>{''.join(boards)}{_count(len(positions), _BOARDS, 'positions')}</div>"


def games_html(games: Any) -> str:
    """Returns the first games as a table: row, tags, result, number of plies, first moves.

    `games` has the type `Games`, whose module uses this one.
    """
    names = ["row", *games.tags, "result", "plies", "moves"]
    rows = [_cells("th", names)]
    for row, moves in enumerate(_first_moves(games)):
        tags = [_short(tag[row] or "") for tag in games.tags.values()]
        result = _RESULTS.get(int(games.results[row]), "*")
        plies = int(games.offsets[row + 1] - games.offsets[row])
        if plies > len(moves):
            moves.append("…")
        rows.append(_cells("td", [str(row), *tags, result, str(plies), " ".join(moves)]))
    return f"<div><table>{''.join(rows)}</table>{_count(len(games), _GAMES, 'games')}</div>"


def _board(row: int, position: Position) -> str:
    svg = _SIZE.sub(f'width="{_BOARD_WIDTH}"', position.svg(), count=1)
    style = "display:inline-block;margin:4px;text-align:center"
    return f'<figure style="{style}">{svg}<figcaption>{row}</figcaption></figure>'


def _first_moves(games: Any) -> list[list[str]]:
    """Returns the first moves of the first games in SAN."""
    starts = games.offsets[:-1][:_GAMES]
    ends = np.minimum(games.offsets[1:][:_GAMES], starts + _PLIES)
    parts = [games.moves[start:end] for start, end in zip(starts, ends, strict=True)]
    moves = np.concatenate([games.moves[:0], *parts])
    offsets = np.concatenate([[0], np.cumsum(ends - starts)])
    texts = MoveColumns(games.starts[:_GAMES], moves, offsets).texts("san").tolist()
    return [texts[start:end] for start, end in zip(offsets[:-1], offsets[1:], strict=True)]


def _cells(tag: str, texts: Iterable[str]) -> str:
    cells = "".join(f"<{tag}>{escape(text)}</{tag}>" for text in texts)
    return f"<tr>{cells}</tr>"


def _short(text: str) -> str:
    return text if len(text) <= _TEXT_LENGTH else f"{text[:_TEXT_LENGTH]}…"


def _count(count: int, shown: int, noun: str) -> str:
    """Returns a note on the number of rows, and of those that are not shown."""
    hidden = f", {count - shown:,} not shown" if count > shown else ""
    return f"<p>{count:,} {noun}{hidden}</p>"
