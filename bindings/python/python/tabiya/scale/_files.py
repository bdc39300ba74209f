# Files that are replaced as a whole.
"""The replacement of a file as a whole or not at all."""

from __future__ import annotations

import contextlib
import os
import uuid
from collections.abc import Generator

_SUFFIX = ".part"


@contextlib.contextmanager
def new_file(path: str) -> Generator[str, None, None]:
    """Yields the path of a temporary file, which replaces the file at a path after the block.

    It is in the same folder, and on the disk when it is renamed. After an error, it is removed, and
    the file at the path is the old one. A process that is killed leaves it. If the path is a
    symbolic link, the target is replaced.
    """
    folder, name = os.path.split(os.path.realpath(path))
    # Processes on other hosts may write to the same folder, so that a process number is no name.
    temporary = os.path.join(folder, f".{name}.{uuid.uuid4().hex}{_SUFFIX}")
    try:
        yield temporary
        with open(temporary, "rb+") as file:
            os.fsync(file.fileno())
        os.replace(temporary, os.path.join(folder, name))
    except BaseException:
        with contextlib.suppress(FileNotFoundError):
            os.unlink(temporary)
        raise


def incomplete_name(file: str) -> str | None:
    """Returns the name of the file that a temporary file of `new_file` was to replace.

    >>> incomplete_name(".some.parquet.1f0c.part"), incomplete_name("some.parquet")
    ('some.parquet', None)
    """
    if not file.startswith(".") or not file.endswith(_SUFFIX):
        return None
    return file.removeprefix(".").removesuffix(_SUFFIX).rpartition(".")[0]
