# Result stores: what a driver needs of one, and the folder of result files.
"""Result stores. The truth about a count is in its store, not in the engine that runs it."""

from __future__ import annotations

import os
import secrets
from collections.abc import Sequence
from typing import Protocol, TypeAlias

from .._tabiya import ResultFolder, UnitResult, UnitsFile
from ._errors import StoreError
from ._sqlite import SqliteStore

__all__ = ["FolderStore", "Store", "open_store"]

_Path: TypeAlias = str | os.PathLike[str]


class Store(Protocol):
    """A store of the results of one units file and depth.

    Putting a result is idempotent. Different results of a unit are kept side by side, and
    `resolve` compares them.
    """

    @property
    def path(self) -> str:
        """The path of the store."""
        ...

    def put(self, results: Sequence[UnitResult]) -> None:
        """Saves results. After the call they survive the end of the process.

        Raises:
            StoreError: They cannot be saved. The store is as valid as before.
        """
        ...

    def read(self) -> tuple[list[UnitResult], list[tuple[str, str]]]:
        """Returns all results, and the refused ones: where each is, and the reason."""
        ...

    def verification_key(self) -> bytes:
        """Returns the key that selects the units to verify. Workers do not know it."""
        ...

    def close(self) -> None:
        """Closes the store. Another driver may open it then."""
        ...


class FolderStore:
    """A folder of result files, which `tabiya-units count` reads and writes, too."""

    def __init__(self, path: _Path, units: UnitsFile, depth: int, *, create: bool = True) -> None:
        """Opens a folder of results, and creates it if it does not exist.

        Raises:
            StoreError: The folder cannot be read.
        """
        self.path: str = os.fspath(path)
        self._is_written = create
        if not create and not os.path.isdir(self.path):
            raise StoreError(f"{self.path}: no such folder; expected a folder of results")
        try:
            self._folder = ResultFolder(self.path, units, depth)
        except OSError as error:
            raise StoreError(f"{self.path}: {error.strerror}; expected a folder") from error
        self._key = secrets.token_bytes(16)

    def put(self, results: Sequence[UnitResult]) -> None:
        """Saves each result in the file of its unit."""
        for result in results:
            try:
                self._folder.put(result)
            except (OSError, ValueError) as error:
                raise StoreError(f"{self.path}: unit {result.unit}: {error}") from error

    def read(self) -> tuple[list[UnitResult], list[tuple[str, str]]]:
        """Returns all results, and the refused files with the reason.

        Raises:
            StoreError: The folder cannot be read, or a driver would have to replace results of
                another count.
        """
        try:
            results, refused = self._folder.results()
        except (OSError, ValueError) as error:
            raise StoreError(f"{self.path}: {error}") from error
        for file, reason in refused:
            if self._is_written and not reason.startswith(("damaged:", "invalid result:")):
                raise StoreError(f"{file}: {reason}")
        return results, refused

    def verification_key(self) -> bytes:
        """Returns a key of this object. The format has no field for one that lasts."""
        return self._key

    def close(self) -> None:
        """Does nothing: each result is a closed file."""


def open_store(path: _Path, units: UnitsFile, depth: int, *, create: bool = True) -> Store:
    """Opens a folder of result files, or otherwise an SQLite file.

    A path that ends with a separator names a folder, even if there is none yet.

    Raises:
        StoreError: The store cannot be opened, or belongs to another count.
    """
    text = os.fspath(path)
    if os.path.isdir(text) or text.endswith(("/", os.sep)):
        return FolderStore(text, units, depth, create=create)
    return SqliteStore(text, units, depth, create=create)
