# Columns of games, read from files in PGN.
"""Columns of games, read from files in PGN."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from operator import index
from os import PathLike
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, Protocol, TypeAlias

import numpy as np

from ._tabiya import GameReader, replay_games

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ._errors import PgnError
    from ._results import GameRows
    from ._tabiya import Positions

__all__ = ["Finding", "Games", "NullableArray", "TextArray"]


class _BinaryFile(Protocol):
    def read(self, size: int, /) -> bytes: ...


_Source: TypeAlias = str | PathLike[str] | bytes | _BinaryFile
_Errors: TypeAlias = (
    Literal["skip"] | Literal["keep"] | Literal["stop"] | Literal["mask"] | Literal["raise"]
)


class NullableArray(NamedTuple):
    """Values that may be missing."""

    values: NDArray[Any]
    """The values, and 0 where one is missing."""
    valid: NDArray[np.bool_]
    """`True` for each value that exists."""


class Finding(NamedTuple):
    """What is wrong with a game or a file, as `tabiya-games check` reports it.

    A finding may end the moves of its game, such as the kind `move`, or be a note. Games that are left
    out and damage of a file have no row, and damage has no place.
    """

    row: int | None
    """The number of the game."""
    kind: str
    """The kind: one of `FINDING_KINDS`."""
    message: str
    """The problem, without the place."""
    ply: int | None
    """The number of moves before it, if it is among the moves."""
    offset: int | None
    """The offset in the text of the file, decompressed."""
    line: int | None
    """The line in the text, from 1."""
    column: int | None
    """The byte in the line, from 1."""


class TextArray:
    """Texts that may be missing, in one buffer.

    >>> games = Games.read_pgn(b'[White "A"] 1. e4 * [Event "x"] 1. d4 *', tags=["White"])
    >>> games.tags["White"].tolist()
    ['A', None]
    """

    __slots__ = ("data", "offsets", "valid")

    offsets: NDArray[np.int64]
    """The start of each text in `data`, and the end of the last: shape (n + 1,)."""
    data: NDArray[np.uint8]
    """The texts in UTF-8."""
    valid: NDArray[np.bool_]
    """`True` for each text that exists: shape (n,)."""

    def __init__(
        self, offsets: NDArray[np.int64], data: NDArray[np.uint8], valid: NDArray[np.bool_]
    ) -> None:
        self.offsets = offsets
        self.data = data
        self.valid = valid

    def __len__(self) -> int:
        return len(self.valid)

    def __getitem__(self, index: int) -> str | None:
        row = range(len(self))[index]
        if not self.valid[row]:
            return None
        return self.data[self.offsets[row] : self.offsets[row + 1]].tobytes().decode()

    def __iter__(self) -> Iterator[str | None]:
        return (self[row] for row in range(len(self)))

    def tolist(self) -> list[str | None]:
        """Returns the texts, with `None` for missing ones."""
        return list(self)

    def __repr__(self) -> str:
        return f"<TextArray: {len(self)} texts>"


class GameSelection(NamedTuple):
    """The columns that a `GameReader` returns, and the condition on the tag pairs."""

    tags: list[str]
    clocks: bool
    times: bool
    evals: bool
    filter: str | None
    findings: bool = False


class Games:
    """Games as columns: one row per game, and one per move of the main lines.

    The moves of game `i` are `moves[offsets[i]:offsets[i + 1]]`. A game with an error keeps the moves
    before it. Arrays are read-only.

    >>> pgn = b'[White "A"] 1. e4 {[%clk 0:03:00]} e5 1-0 [White "B"] 1. d4 d5 2. Bf4 *'
    >>> games = Games.read_pgn(pgn, tags=["White"], clocks=True)
    >>> len(games), games.offsets.tolist(), games.tags["White"].tolist()
    (2, [0, 2, 5], ['A', 'B'])
    >>> games.clocks.values.tolist(), games.clocks.valid.tolist()[:2]
    ([18000, 0, 0, 0, 0], [True, False])
    >>> games.positions().positions[2].san(Move(Square.G1, Square.F3))
    'Nf3'
    """

    __slots__ = (
        "clocks",
        "depths",
        "errors",
        "evals",
        "findings",
        "mates",
        "moves",
        "offsets",
        "results",
        "starts",
        "tags",
        "text_lengths",
        "text_offsets",
        "times",
    )

    moves: NDArray[np.uint16]
    """The moves of all games: shape (m,)."""
    offsets: NDArray[np.int64]
    """The index of the first move of each game, and m: shape (n + 1,)."""
    starts: Positions
    """The start positions: n rows. A game whose start is invalid has that of chess, and no moves."""
    results: NDArray[np.int8]
    """The results: 1 White won, 0 draw, -1 Black won, and -128 if there is none: shape (n,)."""
    tags: dict[str, TextArray]
    """The values of the selected tags, by name."""
    clocks: NullableArray | None
    """The time left after each move, in hundredths of a second, if selected: `uint32`, (m,)."""
    times: NullableArray | None
    """The time that each move took, in hundredths of a second, if selected: `uint32`, (m,)."""
    evals: NullableArray | None
    """The evaluation for White after each move, in hundredths of a pawn, if selected: `int32`, (m,)."""
    mates: NullableArray | None
    """The moves to mate in place of an evaluation, negative if Black mates: `int32`, (m,)."""
    depths: NullableArray | None
    """The depth of the search in plies, if the comment has one: `uint32`, (m,)."""
    text_offsets: NDArray[np.uint64]
    """The offset of each game in the text of the file, decompressed: shape (n,)."""
    text_lengths: NDArray[np.uint64]
    """The length of each game in bytes, with the white space after it: shape (n,)."""
    errors: list[PgnError]
    """The errors, in the order of the games; `row` is the number of the game.

    Those of games that `errors="skip"` left out and of the file follow, without a row. A null move has an
    error, too.
    """
    findings: list[Finding] | None
    """All findings, if selected: those of the rows in order, then those without a row."""

    def __init__(self, names: Sequence[str], fields: dict[str, Any]) -> None:
        """Creates the object of the columns of a `GameReader`."""
        for name in ("moves", "offsets", "starts", "results", "text_offsets", "text_lengths"):
            setattr(self, name, fields[name])
        for name in ("clocks", "times", "evals", "mates", "depths"):
            column = fields[name]
            setattr(self, name, column and NullableArray(*column))
        self.tags = dict(zip(names, (TextArray(*tag) for tag in fields["tags"]), strict=True))
        self.errors = fields["errors"]
        findings = fields["findings"]
        self.findings = None if findings is None else [Finding(**found) for found in findings]

    @staticmethod
    def read_pgn(
        source: _Source,
        *,
        tags: Sequence[str] = (),
        clocks: bool = False,
        times: bool = False,
        evals: bool = False,
        filter: str | None = None,
        max_games: int | None = None,
        errors: _Errors = "stop",
        findings: bool = False,
        threads: int = 0,
    ) -> Games:
        """Reads the games of a file in PGN: plain, gzip or Zstandard.

        `source` is a path, the bytes of a file, or a file opened in binary mode. `tags` are the names
        of tags that become columns. `clocks`, `times` and `evals` select `[%clk]`, `[%emt]` and
        `[%eval]` of the comments after moves, or what engine matches have there (`+0.31/20 1.3s`).
        `filter` is a condition on the tag pairs, such as `"WhiteElo >= 2400 and Result = 1-0"`.

        `errors` decides about a game whose moves end at an error: `"stop"` raises it, `"keep"` returns
        the moves before it, and `"skip"` leaves out the game, as `--errors` of `tabiya-games` does.
        `"raise"` and `"mask"` are the names of `"stop"` and `"keep"` elsewhere. But for `"stop"`, the
        games around damage of a file are returned. The errors are in `errors`. `findings` selects
        what `tabiya-games check` reports, also in comments, variations and tags, which reads all of
        the text.

        Raises:
            PgnError: A game is invalid or the file is damaged, with `errors="stop"`.
            OSError: The file cannot be read.
            ValueError: `errors` or the filter is invalid.
        """
        selection = GameSelection(_names(tags), clocks, times, evals, filter, findings)
        limit = _limit(max_games)
        reader = _open(source, selection, errors, threads)
        try:
            games = Games(selection.tags, reader.read(limit))
            if len(games) < limit:
                # An error of the file comes after the games before it.
                reader.read(1)
        finally:
            reader.close()
        return games

    @staticmethod
    def iter_pgn(
        source: _Source,
        *,
        batch_games: int = 65_536,
        tags: Sequence[str] = (),
        clocks: bool = False,
        times: bool = False,
        evals: bool = False,
        filter: str | None = None,
        max_games: int | None = None,
        errors: _Errors = "stop",
        findings: bool = False,
        threads: int = 0,
    ) -> Iterator[Games]:
        """Reads games as `read_pgn` does, in batches of `batch_games` games.

        The memory does not depend on the length of the file. Threads read ahead until the iterator ends
        or its method `close` is called. Games before an error of the file are returned first.

        >>> batches = Games.iter_pgn(b"1. e4 * 1. d4 * 1. c4 *", batch_games=2)
        >>> [len(batch) for batch in batches]
        [2, 1]

        Raises:
            PgnError: A game is invalid or the file is damaged, with `errors="stop"`.
            OSError: The file cannot be read.
            ValueError: `errors` or the filter is invalid.
        """
        batch = _count("batch_games", batch_games, 1)
        selection = GameSelection(_names(tags), clocks, times, evals, filter, findings)
        limit = _limit(max_games)
        reader = _open(source, selection, errors, threads)
        return _batches(reader, selection.tags, batch, limit)

    @property
    def finding_counts(self) -> dict[str, int] | None:
        """The number of findings of each kind that occurs, if `findings` are selected.

        >>> games = Games.read_pgn(b"1. e4 (1. d4 e5 * 1. Ke4 *", errors="keep", findings=True)
        >>> games.finding_counts
        {'parenthesis': 1, 'move': 1}
        """
        if self.findings is None:
            return None
        return dict(Counter(finding.kind for finding in self.findings))

    @property
    def valid(self) -> NDArray[np.bool_]:
        """`True` for each game without an error: shape (n,)."""
        valid = np.ones(len(self), np.bool_)
        for error in self.errors:
            if error.row is not None:
                valid[error.row] = False
        return valid

    def positions(self, *, threads: int = 1) -> GameRows:
        """Returns the start position of each game and the position after each move.

        Each position needs 48 bytes. The result has the form that `Positions.from_games` returns.

        Raises:
            IllegalMoveError: A move of a changed array is illegal.
        """
        return replay_games(self.starts, self.moves, self.offsets, threads)

    def __len__(self) -> int:
        return len(self.results)

    def __repr__(self) -> str:
        return f"<Games: {len(self)} games, {len(self.moves)} moves>"


_MAX_GAMES = 2**63 - 1


def _limit(max_games: int | None) -> int:
    return _MAX_GAMES if max_games is None else _count("max_games", max_games, 0)


def _count(name: str, value: int, least: int) -> int:
    try:
        count = index(value)
    except TypeError:
        raise TypeError(f"{name}: {type(value).__name__}; expected an integer") from None
    if not least <= count <= _MAX_GAMES:
        raise ValueError(f"{name}: {count}; expected {least} to {_MAX_GAMES}")
    return count


def _names(tags: Sequence[str]) -> list[str]:
    try:
        names = None if isinstance(tags, (str, bytes)) else [name for name in tags]
    except TypeError:
        names = None
    if names is None:
        raise TypeError(f"tags: {type(tags).__name__}; expected a sequence of names")
    for name in names:
        if not isinstance(name, str):
            raise TypeError(f"tags: {type(name).__name__}; expected names as str")
    if len(set(names)) < len(names):
        raise ValueError(f"tags: {names}; expected different names")
    return names


def _open(source: _Source, selection: GameSelection, errors: str, threads: int) -> GameReader:
    return GameReader(source, selection, errors=errors, threads=threads)


def _batches(
    reader: GameReader, names: list[str], batch_games: int, max_games: int
) -> Iterator[Games]:
    left = max_games
    try:
        while left > 0:
            games = Games(names, reader.read(min(batch_games, left)))
            if not len(games) and not games.errors:
                break
            left -= len(games)
            yield games
    finally:
        reader.close()
