# Files of games that are written.
"""Files of games that are written: whole or not at all, one game after the other."""

from __future__ import annotations

import os
from collections.abc import Iterable
from os import PathLike

__all__ = ["replace_file", "separated"]

_BLANK_LINES = (b"\n\n", b"\n\r\n", b"\r\r")
_MARKERS = (b"1-0", b"0-1", b"1/2-1/2", b"0-0", b"*")


def replace_file(path: str | PathLike[str], parts: Iterable[bytes]) -> None:
    """Writes a file beside a path, and then gives it the path.

    Raises:
        OSError: The file cannot be written. The path is as before.
        ValueError: The path is invalid.
    """
    partial = f"{os.fspath(path)}.part"
    try:
        file = open(partial, "wb")
    except ValueError as error:
        raise ValueError(f"target: {error}; expected a path") from None
    try:
        with file:
            file.writelines(parts)
        os.replace(partial, path)
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
