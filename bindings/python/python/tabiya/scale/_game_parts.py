# Games of parts of data jobs: a range of a file in PGN.
"""The games of a range of a file in PGN, as workers read them."""

from __future__ import annotations

from dataclasses import dataclass

from .._errors import PgnError
from .._games import Games, GameSelection
from .._tabiya import GameReader

__all__ = ["PgnColumns", "check_columns", "is_pgn", "read_games"]

_ENDINGS = (".pgn", ".pgn.zst", ".pgn.gz")
_MAX_GAMES = 2**63 - 1


@dataclass(frozen=True, slots=True)
class PgnColumns:
    """The columns of games, as `Games.read_pgn` selects them."""

    tags: tuple[str, ...] = ()
    clocks: bool = False
    times: bool = False
    evals: bool = False
    filter: str | None = None


def is_pgn(path: str) -> bool:
    """Tests whether a file has games, by its name.

    >>> is_pgn("lichess_2025-05.pgn.zst"), is_pgn("games.epd")
    (True, False)
    """
    return path.lower().endswith(_ENDINGS)


def _selection(columns: PgnColumns) -> GameSelection:
    values = (columns.clocks, columns.times, columns.evals)
    return GameSelection(list(columns.tags), *values, columns.filter)


def check_columns(columns: PgnColumns) -> None:
    """Checks the columns of games.

    Raises:
        ValueError: The filter is invalid, or a tag has two columns.
    """
    if len(set(columns.tags)) < len(columns.tags):
        raise ValueError(f"tags: {columns.tags}; expected different names")
    GameReader(b"", _selection(columns)).close()


def read_games(
    path: str, part: tuple[int, int, int | None], columns: PgnColumns, skips_invalid: bool
) -> tuple[Games, tuple[int, int] | None]:
    """Returns the games that start in a range of a file, and their span.

    `part` is the range in bytes, and the number of bytes of text before its first game, or `None` if
    that is to be guessed. The span is that number, and the one of the next range.

    Raises:
        PgnError: A game is invalid and `skips_invalid` is false, or the file is damaged.
        OSError: The file cannot be read.
    """
    errors = "keep" if skips_invalid else "stop"
    reader = GameReader(path, _selection(columns), errors=errors, part=part)
    try:
        games = Games(columns.tags, reader.read(_MAX_GAMES))
        # An error of the file comes after the games before it.
        reader.read(1)
        for error in games.errors:
            if error.row is None:
                raise error
    except PgnError as error:
        if error.offset is None:
            raise
        place = f"{path}, byte {error.offset} of the text from byte {part[0]} of the file on"
        raise PgnError(error.field, f"{error.reason}; in {place}", error.row, error.ply) from None
    finally:
        reader.close()
    return games, reader.span
