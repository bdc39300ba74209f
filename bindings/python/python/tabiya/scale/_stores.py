# Result stores: an SQLite file, and a folder of result files. New files that replace old ones.
"""Result stores. The truth about a count is in its store, not in the engine that runs it."""

from __future__ import annotations

import contextlib
import os
import secrets
import socket
import sqlite3
from collections.abc import Generator, Sequence
from pathlib import Path
from typing import Any, Protocol, TypeAlias, runtime_checkable

from .._tabiya import ResultFolder, UnitResult, UnitsFile
from ._arguments import check, check_depth, check_path

_Path: TypeAlias = str | os.PathLike[str]

_APPLICATION_ID = 0x54414259  # "TABY"
_VERSION = 1
# The columns after `data` repeat its fields for queries. Counts exceed 64 bits, and are text. The
# key comes first, as the integrity check of SQLite 3.40 refuses other orders by mistake.
_SCHEMA = f"""
BEGIN;
PRAGMA application_id = {_APPLICATION_ID};
PRAGMA user_version = {_VERSION};
CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE results (
    unit INTEGER NOT NULL, data BLOB NOT NULL, leaves TEXT NOT NULL, nodes TEXT NOT NULL,
    hash_bytes INTEGER NOT NULL, is_flipped INTEGER NOT NULL, backend TEXT NOT NULL,
    threads INTEGER NOT NULL, started INTEGER NOT NULL, milliseconds INTEGER NOT NULL,
    pid INTEGER NOT NULL, version TEXT NOT NULL, host TEXT NOT NULL,
    PRIMARY KEY (unit, data)
) WITHOUT ROWID;
"""
_INCOMPLETE = ".part"
FIELDS = "hash_bytes is_flipped backend threads started milliseconds pid version host".split()
_WRITABLE = "; expected a result store that can be written"
_INSERT = f"INSERT OR IGNORE INTO results VALUES ({', '.join('?' * 13)})"


class StoreError(Exception):
    """The error of a result store that cannot be read or written, or belongs to another count."""


@contextlib.contextmanager
def _errors(place: str, expected: str = "") -> Generator[None, None, None]:
    try:
        yield
    except (sqlite3.Error, OSError, ValueError) as error:
        raise StoreError(f"{place}: {error}{expected}") from error


@runtime_checkable
class Store(Protocol):
    """A store of the results of one units file and depth.

    Putting a result is idempotent. Different results of a unit are kept side by side, and
    `resolve` compares them.
    """

    path: str

    def put(self, results: Sequence[UnitResult]) -> None:
        """Saves results. After the call they survive the end of the process.

        Raises:
            StoreError: They cannot be saved. The store is as valid as before.
        """

    def read(self) -> tuple[list[UnitResult], list[tuple[str, str]]]:
        """Returns all results, and the refused ones: where each is, and the reason."""

    def verification_key(self) -> bytes:
        """Returns the key that selects the units to verify. Workers do not know it."""

    def close(self) -> None:
        """Closes the store. Another driver may open it then."""


class SqliteStore(Store):
    """An SQLite file with a row per result: its 208 bytes, and columns for queries.

    The file is in WAL mode: others may read it while the driver writes. A second driver is refused.
    A commit is synced, so that a result that was put survives a loss of power.
    """

    def __init__(self, path: _Path, units: UnitsFile, depth: int, *, create: bool = True) -> None:
        """Opens the store of a units file and a depth. `create=False` opens it for reading only.

        Raises:
            StoreError: The file is of another count or no store, or another driver uses it.
        """
        self.path: str = check_path("path", path)
        check_depth(units, depth)
        check("create", create, bool)
        self._count = (units, depth)
        self._identity = {"content_hash": units.content_hash, "depth": str(depth)}
        if not create and not os.path.lexists(self.path):
            raise StoreError(f"{self.path}: no such file; expected a result store")
        if os.path.lexists(self.path) and not os.path.isfile(self.path):
            raise StoreError(f"{self.path}: not a regular file; expected a result store")
        uri = f"{Path(os.path.abspath(self.path)).as_uri()}?mode={'rwc' if create else 'ro'}"
        with contextlib.ExitStack() as opened, _errors(self.path, _WRITABLE):
            # The driver puts results in the thread that opened the store.
            self._connection = sqlite3.connect(uri, uri=True, timeout=30)
            opened.callback(self._connection.close)
            if not create or not self._is_new():
                self._expect_store()
            if create:
                opened.callback(self._locked().close)
                self._prepare()
            self._opened = opened.pop_all()

    def _is_new(self) -> bool:
        has_tables = self._value("SELECT count(*) FROM sqlite_schema")
        return not has_tables and not self._value("PRAGMA application_id")

    def _expect_store(self) -> None:
        if self._value("PRAGMA application_id") != _APPLICATION_ID:
            raise StoreError(f"{self.path}: not a result store; expected one, or no file")
        if (version := self._value("PRAGMA user_version")) != _VERSION:
            raise StoreError(f"{self.path}: version {version} of a result store; expected 1")
        for name, value in self._identity.items():
            if (stored := self._meta(name)) != value:
                problem = f"store of another count: {name.replace('_', ' ')} is {stored}"
                raise StoreError(f"{self.path}: {problem}; expected {value}")

    def _locked(self) -> sqlite3.Connection:
        """Locks a file beside the store. The system releases the lock when the process ends."""
        lock = sqlite3.connect(f"{self.path}-driver", timeout=0, isolation_level=None)
        try:
            lock.execute("BEGIN EXCLUSIVE")
        except sqlite3.OperationalError as error:
            lock.close()
            if error.sqlite_errorcode != sqlite3.SQLITE_BUSY:
                raise
            holder = None
            with contextlib.suppress(sqlite3.Error):
                # The other driver may not have created the table yet.
                holder = self._meta("driver")
            problem = f"in use by {holder or 'another driver'}"
            raise StoreError(f"{self.path}: {problem}; expected one driver") from error
        return lock

    def _prepare(self) -> None:
        if self._is_new():
            rows = {**self._identity, "verification_key": secrets.token_hex(16)}
            with self._connection:
                self._connection.executescript(_SCHEMA)
                self._connection.executemany("INSERT INTO meta VALUES (?, ?)", rows.items())
        # Another driver may have created them just now.
        self._expect_store()
        self._connection.execute("PRAGMA journal_mode = WAL")
        self._connection.execute("PRAGMA synchronous = FULL")
        driver = f"process {os.getpid()} on host {socket.gethostname()}"
        with self._connection:
            self._connection.execute("INSERT OR REPLACE INTO meta VALUES ('driver', ?)", [driver])

    def _value(self, query: str, *arguments: str) -> Any:
        row = self._connection.execute(query, arguments).fetchone()
        return None if row is None else row[0]

    def _meta(self, name: str) -> Any:
        return self._value("SELECT value FROM meta WHERE name = ?", name)

    def put(self, results: Sequence[UnitResult]) -> None:
        rows = [
            [found.unit, found.to_bytes(), str(found.leaves), str(found.nodes)]
            + [getattr(found, name) for name in FIELDS]
            for found in results
        ]
        with _errors(self.path, _WRITABLE), self._connection:
            self._connection.executemany(_INSERT, rows)

    def read(self) -> tuple[list[UnitResult], list[tuple[str, str]]]:
        results: list[UnitResult] = []
        refused: list[tuple[str, str]] = []
        with _errors(self.path, _WRITABLE):
            for unit, data in self._connection.execute("SELECT unit, data FROM results"):
                try:
                    results.append(parse_result(data, unit, *self._count))
                except ValueError as error:
                    refused.append((f"{self.path}: unit {unit}", str(error)))
        return results, refused

    def verification_key(self) -> bytes:
        return bytes.fromhex(self._meta("verification_key"))

    def close(self) -> None:
        self._opened.close()


class FolderStore(Store):
    """A folder of result files, which `tabiya-units count` reads and writes, too."""

    def __init__(self, path: _Path, units: UnitsFile, depth: int, *, create: bool = True) -> None:
        """Opens a folder of results, and creates it if it does not exist.

        Raises:
            StoreError: The folder cannot be read.
        """
        self.path: str = check_path("path", path)
        check("create", create, bool)
        self._is_written = create
        if not create and not os.path.isdir(self.path):
            raise StoreError(f"{self.path}: no such folder; expected a folder of results")
        try:
            self._folder = ResultFolder(self.path, units, depth)
        except OSError as error:
            raise StoreError(f"{self.path}: {error.strerror}; expected a folder") from error
        # The format has no field for a key that lasts.
        self._key = secrets.token_bytes(16)

    def put(self, results: Sequence[UnitResult]) -> None:
        for result in results:
            with _errors(f"{self.path}: unit {result.unit}"):
                self._folder.put(result)

    def read(self) -> tuple[list[UnitResult], list[tuple[str, str]]]:
        with _errors(self.path):
            results, refused = self._folder.results()
        for file, reason in refused:
            # A driver would have to replace results of another count.
            if self._is_written and not reason.startswith(("damaged:", "invalid result:")):
                raise StoreError(f"{file}: {reason}")
        return results, refused

    def verification_key(self) -> bytes:
        return self._key

    def close(self) -> None:
        """Does nothing: each result is a closed file."""


def parse_result(data: Any, unit: object, units: UnitsFile, depth: int) -> UnitResult:
    """Returns the result in 208 bytes, or raises `ValueError` for one of another count."""
    if not isinstance(data, bytes):
        raise ValueError("damaged: no bytes; expected 208")
    result = UnitResult.from_bytes(data)
    found = (result.unit, result.content_hash, result.depth)
    expected = (unit, units.content_hash, depth)
    if found != expected or result.unit >= len(units):
        raise ValueError(f"result of another count: {found}; expected {expected}")
    return result


def open_store(path: _Path, units: UnitsFile, depth: int, *, create: bool = True) -> Store:
    """Opens a folder of result files, or otherwise an SQLite file.

    A path that ends with a separator names a folder, even if there is none yet.

    Raises:
        StoreError: The store cannot be opened, or belongs to another count.
    """
    text = check_path("path", path)
    is_folder = os.path.isdir(text) or text.endswith(("/", os.sep))
    return (FolderStore if is_folder else SqliteStore)(text, units, depth, create=create)


@contextlib.contextmanager
def new_file(path: str) -> Generator[str, None, None]:
    """Yields the path of a temporary file, which replaces the file at a path after the block.

    After an error, it is removed, and the file at the path is the old one. A process that is killed
    leaves it. If the path is a symbolic link, the target is replaced.
    """
    folder, name = os.path.split(os.path.realpath(path))
    # Processes on other hosts may write to the same folder, so that a process number is no name.
    temporary = os.path.join(folder, f".{name}.{secrets.token_hex(16)}{_INCOMPLETE}")
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
    """Returns `a.parquet` for `.a.parquet.1f0c.part`, a temporary file of `new_file`."""
    if not file.startswith(".") or not file.endswith(_INCOMPLETE):
        return None
    return file.removeprefix(".").removesuffix(_INCOMPLETE).rpartition(".")[0]
