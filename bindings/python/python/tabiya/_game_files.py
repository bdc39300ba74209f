# Files of games that are written.
"""Files of games that are written: whole or not at all, one game after the other."""

from __future__ import annotations

import os
from collections.abc import Iterable
from os import PathLike
from typing import TYPE_CHECKING, Literal, Protocol, TypeAlias

from ._checks import type_name
from ._game import Game

if TYPE_CHECKING:
    from ._game import _Style

__all__ = ["Target", "separated", "write_pgn", "write_texts"]


class _Writable(Protocol):
    def write(self, data: bytes, /) -> object: ...


Target: TypeAlias = str | PathLike[str] | _Writable
"""A path, or a file opened in binary mode."""

_BLANK_LINES = (b"\n\n", b"\n\r\n", b"\r\r")
_MARKERS = (b"1-0", b"0-1", b"1/2-1/2", b"0-0", b"*")


def write_pgn(
    games: Iterable[Game],
    target: Target,
    style: _Style = "export",
    *,
    errors: Literal["raise", "keep"] = "raise",
) -> None:
    """Writes games in PGN to a path, or to a file opened in binary mode.

    `style` and `errors` are those of `Game.to_pgn`. A path gets its content when all games are written, so that it may
    be the one that was read. `Games.write_pgn` writes columns.

    Raises:
        OSError: The file cannot be written.
        PgnError: A game was read with an error, with `errors="raise"`.
        ValueError: There is no such style.

    >>> import io, tabiya
    >>> games = list(tabiya.Games.read_pgn(b"1. e4 * 1. d4 *", texts=True))
    >>> games[0].nodes[0].add_comment("best")
    >>> file = io.BytesIO()
    >>> tabiya.write_pgn(games, file, "one-line")
    >>> file.getvalue().decode().split()[:4]
    ['1.', 'e4', '{', 'best']
    """
    try:
        found = iter(games)
    except TypeError:
        kind = type_name(games)
        raise TypeError(f"games: {kind}; expected an iterable of tabiya.Game") from None

    def text(game: object) -> bytes:
        if not isinstance(game, Game):
            raise TypeError(f"games: {type_name(game)}; expected tabiya.Game")
        return game.to_pgn(style, errors=errors).encode()

    Game().to_pgn(style, errors=errors)
    write_texts(target, map(text, found))


def write_texts(target: Target, texts: Iterable[bytes]) -> None:
    """Writes texts to a path or a file."""
    if isinstance(target, (str, PathLike)):
        _replace_file(target, texts)
        return
    if not hasattr(target, "write"):
        found = type_name(target)
        raise TypeError(f"target: {found}; expected a path or a file opened in binary mode")
    for text in texts:
        target.write(text)


def _replace_file(path: str | PathLike[str], parts: Iterable[bytes]) -> None:
    """Writes a file beside a path, and then gives it the path and the permissions of the file there.

    A device or a pipe is written as it is.

    Raises:
        OSError: The file cannot be written. The path is as before.
        ValueError: The path is invalid.
    """
    try:
        final = os.path.realpath(path)
        is_special = os.path.exists(final) and not os.path.isfile(final)
        partial = final if is_special else f"{final}.{os.getpid()}.part"
        file = open(partial, "wb" if is_special else "xb")
    except ValueError as error:
        raise ValueError(f"target: {error}; expected a path") from None
    if is_special:
        with file:
            file.writelines(parts)
        return
    try:
        with file:
            file.writelines(parts)
        if os.path.exists(final):
            os.chmod(partial, os.stat(final).st_mode & 0o7777)
        os.replace(partial, final)
    except BaseException:
        os.unlink(partial)
        raise


def separated(text: bytes, following: bytes) -> bytes:
    """Returns the text of a game so that another one may follow it.

    A tag pair at the start of a line begins a game. Otherwise an empty line and a marker divide two games.
    """
    begins_with_tag = following.startswith(b"[")
    is_divided = text.endswith(_BLANK_LINES) or (text.endswith((b"\n", b"\r")) and begins_with_tag)
    if not following:
        return text
    game = text.rstrip()
    if not begins_with_tag and not game.endswith(_MARKERS):
        return game + b" *\n\n"
    return text if is_divided else text + b"\n\n"
