# Columns of games, read from files in PGN.
"""Columns of games, read from files in PGN."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from io import BytesIO
from os import PathLike
from typing import (
    TYPE_CHECKING,
    Any,
    Literal,
    NamedTuple,
    Protocol,
    TypeAlias,
    overload,
)

import numpy as np

from ._checks import MAX_COUNT, check_choice, checked_count, row_number, type_name
from ._errors import PgnError
from ._game import Game, game_of_columns
from ._game_columns import Finding, NullableArray, TextArray, read_only
from ._game_files import Target, separated, write_texts
from ._game_rows import OPTIONAL, joined_games, selected_games, text_columns
from ._tabiya import (
    GameReader,
    GameTree,
    Positions,
    replay_games,
    result_column,
    selected_numbers,
)

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ._game import _Style
    from ._results import GameRows

__all__ = ["Games"]


class _BinaryFile(Protocol):
    def read(self, size: int, /) -> bytes: ...


_Source: TypeAlias = str | PathLike[str] | bytes | _BinaryFile
_Progress: TypeAlias = Callable[[int], object]
_Errors: TypeAlias = (
    Literal["skip"] | Literal["keep"] | Literal["stop"] | Literal["mask"] | Literal["raise"]
)


class GameSelection(NamedTuple):
    """The columns that a `GameReader` returns, and the condition on the tag pairs."""

    tags: list[str]
    clocks: bool
    times: bool
    evals: bool
    filter: str | None
    findings: bool = False
    comments: bool = False
    texts: bool = False


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
        "_texts",
        "clocks",
        "comments",
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
    comments: TextArray | None
    """The comments after each move with their commands, separated by spaces, if selected: m texts."""
    _texts: TextArray | None
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
        for name, slot in (("comments", "comments"), ("texts", "_texts")):
            setattr(self, slot, fields[name] and TextArray(*fields[name]))
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
        comments: bool = False,
        texts: bool = False,
        filter: str | None = None,
        max_games: int | None = None,
        errors: _Errors = "stop",
        findings: bool = False,
        threads: int = 0,
        progress: _Progress | None = None,
    ) -> Games:
        """Reads the games of a file in PGN: plain, gzip or Zstandard.

        `source` is a path, the bytes of a file, or a file opened in binary mode. `tags` are the names
        of tags that become columns. `clocks`, `times` and `evals` select `[%clk]`, `[%emt]` and
        `[%eval]` of the comments after moves, or what engine matches have there (`+0.31/20 1.3s`).
        `comments` selects the comments themselves. `texts` keeps the text of each game, so that `games[i]` has its
        variations, comments and glyphs.
        `filter` is a condition on the tag pairs, such as `"WhiteElo >= 2400 and Result = 1-0"`.

        `errors` decides about a game whose moves end at an error: `"stop"` raises it, `"keep"` returns
        the moves before it, and `"skip"` leaves out the game, as `--errors` of `tabiya-games` does.
        `"raise"` and `"mask"` are the names of `"stop"` and `"keep"` elsewhere. But for `"stop"`, the
        games around damage of a file are returned. The errors are in `errors`. `findings` selects
        what `tabiya-games check` reports, also in comments, variations and tags, which reads all of
        the text.

        `progress` is called with the number of bytes that were read from the file since the last call,
        as `tqdm(total=os.path.getsize(path), unit="B", unit_scale=True).update`. These are bytes as they
        are stored, compressed or not, and up to a few megabytes ahead of the games. An exception of the
        function ends the reading. One thread reads the file then, so that several cannot decompress it.

        >>> sizes = []
        >>> games = Games.read_pgn(b"1. e4 * 1. d4 *", progress=sizes.append)
        >>> sum(sizes)
        15

        Raises:
            PgnError: A game is invalid or the file is damaged, with `errors="stop"`.
            OSError: The file cannot be read.
            ValueError: `errors` or the filter is invalid.
        """
        selection = GameSelection(
            _names(tags), clocks, times, evals, filter, findings, comments, texts
        )
        limit = _limit(max_games)
        reader = _open(source, selection, errors, threads, progress)
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
        comments: bool = False,
        texts: bool = False,
        filter: str | None = None,
        max_games: int | None = None,
        errors: _Errors = "stop",
        findings: bool = False,
        threads: int = 0,
        progress: _Progress | None = None,
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
        batch = checked_count("batch_games", batch_games, 1)
        selection = GameSelection(
            _names(tags), clocks, times, evals, filter, findings, comments, texts
        )
        limit = _limit(max_games)
        reader = _open(source, selection, errors, threads, progress)
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

    @property
    def finding_offsets(self) -> NDArray[np.int64] | None:
        """The index of the first finding of each row, and of those without a row: shape (n + 1,).

        The findings of game `i` are `findings[finding_offsets[i]:finding_offsets[i + 1]]`.
        """
        if self.findings is None:
            return None
        rows = [finding.row for finding in self.findings if finding.row is not None]
        return np.searchsorted(rows, np.arange(len(self) + 1)).astype(np.int64)

    def text(self, row: int) -> bytes:
        """Returns the text of a game as found in the file, with the white space after it.

        Raises:
            ValueError: `texts` was not selected.
        """
        if self._texts is None:
            raise ValueError("texts: not selected; expected read_pgn(..., texts=True)")
        game = row_number("row", row, len(self))
        start, end = self._texts.offsets[game : game + 2]
        return self._texts.data[start:end].tobytes()

    @staticmethod
    def from_moves(
        starts: Positions,
        moves: NDArray[np.uint16],
        offsets: NDArray[np.int64],
        *,
        results: Sequence[int] | NDArray[np.int8] | None = None,
        tags: Mapping[str, Sequence[str | None]] | None = None,
    ) -> Games:
        """Creates games from columns, such as those of `Boards.games`, to write them or to select from them.

        `results` are 1, 0, -1 for White, or -128 for none. `tags` are lists of texts by name.

        >>> games = Games.from_moves(*Boards(2).games(), results=[1, 0], tags={"White": ["A", None]})
        >>> [game.tags for game in games], games[0].result
        ([{'White': 'A'}, {}], '1-0')

        Raises:
            IllegalMoveError: A move is illegal. `row` is the number of the game.
            ValueError: Columns have different lengths, or a result is another number.
        """
        rows = replay_games(starts, moves, offsets, 0)
        count = len(starts)
        games = Games.__new__(Games)
        for name in (*OPTIONAL, "findings"):
            setattr(games, name, None)
        games.starts = starts
        games.moves = read_only(np.delete(rows.moves, rows.offsets[:-1]))
        games.offsets = read_only(rows.offsets - np.arange(count + 1))
        found = np.full(count, -128, np.int8) if results is None else result_column(results, count)
        games.results = read_only(found)
        games.errors = []
        games.tags = text_columns(tags, count)
        games.text_offsets = read_only(np.zeros(count, np.uint64))
        games.text_lengths = read_only(np.zeros(count, np.uint64))
        return games

    @staticmethod
    def concat(parts: Iterable[Games]) -> Games:
        """Joins games that were read with the same columns.

        Raises:
            ValueError: The columns differ, or there are no parts.
        """
        try:
            found = list(parts)
        except TypeError:
            kind = type_name(parts)
            raise TypeError(f"parts: {kind}; expected an iterable of tabiya.Games") from None
        for part in found:
            if not isinstance(part, Games):
                raise TypeError(f"parts: {type_name(part)}; expected tabiya.Games")
        if not found:
            raise ValueError("parts: none; expected games")
        if len({part._column_set() for part in found}) > 1:
            raise ValueError("parts: different columns; expected games that were read with the same ones")
        games: Games = joined_games(found)
        return games

    def _column_set(self) -> tuple[object, ...]:
        """Returns what determines the columns that the games have."""
        columns = (getattr(self, name) is not None for name in OPTIONAL)
        return tuple(self.tags), self.findings is None, *columns

    @overload
    def __getitem__(self, index: int) -> Game: ...
    @overload
    def __getitem__(self, index: slice | Sequence[int] | NDArray[Any]) -> Games: ...
    def __getitem__(self, index: Any) -> Game | Games:
        """Returns one game, or the games of a slice, a mask, or a list or array of indices.

        A game has variations, comments and glyphs if `texts` were selected. Otherwise it has what the columns have:
        the main line, the selected tags, and the selected comments or the values in them. So has a game whose start
        position is invalid. A selection has no errors and findings without a row.
        """
        if isinstance(index, slice):
            return self._selected(np.arange(*index.indices(len(self))))
        if isinstance(index, np.ndarray) or not hasattr(index, "__index__"):
            return self._selected(selected_numbers(index, len(self)))
        row = row_number("index", index, len(self))
        game: Game | None = None
        if self._texts is not None:
            with suppress(PgnError):
                tree = GameTree.read(self.text(row), row, int(self.text_offsets[row]))
                game = Game._of(tree, tree.errors(row))
        return game_of_columns(self, row) if game is None else game

    def _selected(self, rows: NDArray[np.int64]) -> Games:
        games: Games = selected_games(self, rows)
        return games

    def __iter__(self) -> Iterator[Game]:
        return (self[row] for row in range(len(self)))

    def write_pgn(
        self,
        target: Target,
        style: _Style | Literal["as-read"] = "export",
        *,
        errors: Literal["raise", "keep"] = "raise",
    ) -> None:
        """Writes the games in PGN to a path, or to a file opened in binary mode.

        Without `texts`, what the columns lack is not written: variations, glyphs, comments before the first move, and
        tags that were not selected, of which `Result` may be a double forfeit. The style `as-read` writes the texts as
        they are, with an empty line between games that have none; the others are those of `Game.to_pgn`. A path gets
        its content when all games are written, so that it may be the one that was read.

        Raises:
            OSError: The file cannot be written.
            PgnError: A game was read with an error, with `errors="raise"`. A path is as before; a file has the games
                before one whose error is in a variation.
            ValueError: There is no such style, or `texts` were not selected.
        """
        check_choice("style", style, "export", "reduced", "one-line", "as-read")
        check_choice("errors", errors, "raise", "keep")
        if style == "as-read" and self._texts is None:
            raise ValueError("texts: not selected; expected read_pgn(..., texts=True)")
        for error in self.errors if errors == "raise" and style != "as-read" else ():
            if error.row is not None and error.field != "null_move":
                raise error
        write_texts(target, self._written(style, errors))

    def _written(
        self, style: _Style | Literal["as-read"], errors: Literal["raise", "keep"]
    ) -> Iterator[bytes]:
        """Yields the text of each game."""
        if style != "as-read":
            yield from (game.to_pgn(style, errors=errors).encode() for game in self)
            return
        for row in range(len(self)):
            following = self.text(row + 1) if row + 1 < len(self) else b""
            yield separated(self.text(row), following)

    def to_viriformat(self, evals: NDArray[np.integer[Any]]) -> NDArray[np.uint8]:
        """Returns the games in viriformat: `uint8` of shape (bytes,), for its method `tofile`.

        `evals` are integers of shape (m,): the evaluation for White before each move.

        Raises:
            IllegalMoveError: A move is a null move. `row` is the number of the game.
            FenError: A game has no result.
        """
        return self.starts.to_viriformat(self.moves, evals, self.offsets, self.results)

    def __len__(self) -> int:
        return len(self.results)

    def __repr__(self) -> str:
        return f"<Games: {len(self)} games, {len(self.moves)} moves>"

    def _repr_html_(self) -> str:
        from ._notebook import games_html

        return games_html(self)


def _limit(max_games: int | None) -> int:
    return MAX_COUNT if max_games is None else checked_count("max_games", max_games, 0)


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


def _open(
    source: _Source,
    selection: GameSelection,
    errors: str,
    threads: int,
    progress: _Progress | None,
) -> GameReader:
    if progress is not None:
        if not callable(progress):
            raise TypeError(f"progress: {type_name(progress)}; expected a function or None")
        if hasattr(source, "read") or isinstance(source, (str, PathLike, bytes)):
            source = _CountedFile(source, progress)
    return GameReader(source, selection, errors=errors, threads=threads)


class _CountedFile:
    """A file that reports the number of bytes of each read. The reader calls it in the caller's thread."""

    def __init__(self, source: _Source, progress: _Progress) -> None:
        self._progress = progress
        self._opened = None
        if isinstance(source, bytes):
            source = BytesIO(source)
        elif isinstance(source, (str, PathLike)):
            source = self._opened = open(source, "rb", buffering=0)
        self._file = source

    def read(self, size: int) -> bytes:
        data = self._file.read(size)
        if data:
            self._progress(len(data))
        return data

    def __del__(self) -> None:
        if self._opened is not None:
            self._opened.close()


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
