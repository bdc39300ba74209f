# Tables read from a file in PGN, batch by batch.
"""Tables read from a file in PGN, batch by batch, for query engines. Needs pyarrow."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from os import PathLike
from typing import Any, Literal, NamedTuple, TypeAlias

from ._checks import check_choice, check_flag, checked_count, type_name
from ._games import Games, _Errors, _names
from ._texts import Notation
from .arrow import _Columns, _game_columns, _move_columns, _table

__all__ = ["GameScan", "Source", "Unit", "checked"]

Source: TypeAlias = str | PathLike[str] | bytes
"""A path, or the bytes of a file: what can be read twice."""
Unit: TypeAlias = Literal["game"] | Literal["move"]
"""What has a row: a game, or a move."""


class GameScan(NamedTuple):
    """A source of games, and its tables, whose columns `arrow.from_games` or `arrow.from_moves` lists."""

    source: Source
    per: Unit = "game"
    tags: Sequence[str] = ()
    clocks: bool = False
    times: bool = False
    evals: bool = False
    comments: bool = False
    fens: bool = False
    notation: Notation = "bits"
    filter: str | None = None
    errors: _Errors = "stop"
    batch_games: int = 2048
    threads: int = 0

    def empty(self) -> Any:
        """Returns a table without rows, which has the schema of the others. The source is not read."""
        return next(self._replace(source=b"").tables())

    def tables(self, names: Collection[str] | None = None, max_rows: int | None = None) -> Iterator[Any]:
        """Yields at least one table of all columns, or of those in `names`.

        What no column needs is not decoded. Without a name, a table has one column, since it would have no rows else.
        `max_rows` limits the rows of all tables together.
        """
        if names is not None and not names:
            names = ("outcome",) if self.per == "game" else ("ply",)
        first_game = 0
        selection = self._selection(names)
        for games in self._batches(selection, max_rows):
            table = _table(self._columns(games, first_game), names)
            first_game += len(games)
            yield table if max_rows is None else table.slice(0, max_rows)
            if max_rows is not None:
                max_rows = max(max_rows - len(table), 0)
                if not max_rows:
                    return
        if not first_game:
            yield _table(self._columns(Games.read_pgn(b"", **selection), 0), names)

    def _selection(self, names: Collection[str] | None) -> dict[str, Any]:
        """Returns the arguments of `Games.read_pgn` that select what the columns need."""

        def needs(*columns: str) -> bool:
            return names is None or not set(columns).isdisjoint(names)

        tags = [tag for tag in self.tags if needs(tag)]
        is_derived = self.per == "move" and self.clocks and needs("time_spent")
        if is_derived and "TimeControl" not in tags:
            tags.append("TimeControl")
        return {
            "tags": tags,
            "clocks": self.clocks and needs("clocks", "clock", "time_spent"),
            "times": self.times and needs("elapsed_times", "time_spent"),
            "evals": self.evals and needs("evals", "mates", "depths", "eval", "mate", "depth"),
            "comments": self.comments and needs("comments", "comment"),
            "filter": self.filter,
            "errors": self.errors,
        }

    def _batches(self, selection: dict[str, Any], max_rows: int | None) -> Iterator[Games]:
        batch_games, max_games = self.batch_games, None
        if max_rows is not None:
            # Most games have moves, so that games of this number suffice for as many rows.
            batch_games = min(batch_games, max(max_rows, 1))
            max_games = max_rows if self.per == "game" else None
        return Games.iter_pgn(
            self.source,
            batch_games=batch_games,
            max_games=max_games,
            threads=self.threads,
            **selection,
        )

    def _columns(self, games: Games, first_game: int) -> _Columns:
        if self.per == "game":
            return _game_columns(games, self.notation)
        tags = [tag for tag in self.tags if tag in games.tags]
        return _move_columns(games, tags, self.fens, self.threads, first_game)


def checked(scan: GameScan) -> GameScan:
    """Returns a scan whose arguments are valid, before anything is read."""
    if not isinstance(scan.source, (str, PathLike, bytes)):
        raise TypeError(f"source: {type_name(scan.source)}; expected a path or bytes")
    check_choice("per", scan.per, "game", "move")
    check_choice("notation", scan.notation, "bits", "uci", "san")
    for name in ("clocks", "times", "evals", "comments", "fens"):
        check_flag(name, getattr(scan, name))
    checked_count("batch_games", scan.batch_games, 1)
    return scan._replace(tags=_names(scan.tags))
