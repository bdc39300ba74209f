# The result store in an SQLite file.
"""The result store in an SQLite file, which the driver alone writes to."""

from __future__ import annotations

import os
import secrets
import socket
import sqlite3
import stat
from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

from .._tabiya import UnitResult, UnitsFile
from ._errors import StoreError

__all__ = ["SqliteStore"]

_Path: TypeAlias = str | os.PathLike[str]

_APPLICATION_ID = 0x54414259  # "TABY"
_VERSION = 1

# The columns after `data` repeat its fields for queries. Counts exceed 64 bits, and are text. The
# key comes first, as the integrity check of SQLite 3.40 refuses other orders by mistake.
_SCHEMA = """
CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE results (
    unit INTEGER NOT NULL, data BLOB NOT NULL, leaves TEXT NOT NULL, nodes TEXT NOT NULL,
    hash_bytes INTEGER NOT NULL, is_flipped INTEGER NOT NULL, backend TEXT NOT NULL,
    threads INTEGER NOT NULL, started INTEGER NOT NULL, milliseconds INTEGER NOT NULL,
    pid INTEGER NOT NULL, version TEXT NOT NULL, host TEXT NOT NULL,
    PRIMARY KEY (unit, data)
) WITHOUT ROWID;
"""
_COLUMNS: tuple[Callable[[UnitResult], int | str | bytes], ...] = (
    lambda result: result.unit,
    lambda result: result.to_bytes(),
    lambda result: str(result.leaves),
    lambda result: str(result.nodes),
    lambda result: result.hash_bytes,
    lambda result: result.is_flipped,
    lambda result: result.backend,
    lambda result: result.threads,
    lambda result: result.started,
    lambda result: result.milliseconds,
    lambda result: result.pid,
    lambda result: result.version,
    lambda result: result.host,
)
_INSERT = f"INSERT OR IGNORE INTO results VALUES ({', '.join('?' * len(_COLUMNS))})"


class SqliteStore:
    """An SQLite file with a row per result: its 208 bytes, and columns for queries.

    The file is in WAL mode: others may read it while the driver writes. A second driver is refused.
    A commit is synced, so that a result that was put survives a loss of power.
    """

    def __init__(self, path: _Path, units: UnitsFile, depth: int, *, create: bool = True) -> None:
        """Opens the store of a units file and a depth. `create=False` opens it for reading only.

        Raises:
            StoreError: The file cannot be opened, is of another count or no store, or another
                driver uses it.
        """
        self.path: str = os.fspath(path)
        self._units, self._depth = units, depth
        self._lock: sqlite3.Connection | None = None
        self._connection = self._connect(create)
        try:
            self._prepare(create)
        except sqlite3.Error as error:
            self.close()
            raise self._error(error) from error
        except StoreError:
            self.close()
            raise

    def _connect(self, create: bool) -> sqlite3.Connection:
        mode = None if not os.path.lexists(self.path) else os.stat(self.path).st_mode
        if mode is None and not create:
            raise StoreError(f"{self.path}: no such file; expected a result store")
        if mode is not None and not stat.S_ISREG(mode):
            raise StoreError(f"{self.path}: not a regular file; expected a result store")
        uri = "file:" + os.path.abspath(self.path).replace("%", "%25").replace("?", "%3f")
        uri = f"{uri.replace('#', '%23')}?mode={'rwc' if create else 'ro'}"
        try:
            # The driver puts results in the thread that opened the store.
            return sqlite3.connect(uri, uri=True, timeout=30)
        except sqlite3.Error as error:
            raise self._error(error) from error

    def _prepare(self, create: bool) -> None:
        is_new = create and not self._value("SELECT count(*) FROM sqlite_schema")
        if not is_new or self._value("PRAGMA application_id"):
            self._expect_store()
        if create:
            self._acquire_lock()
            if not self._value("SELECT count(*) FROM sqlite_schema"):
                self._create()
        for name, value in self._identity().items():
            stored = self._value("SELECT value FROM meta WHERE name = ?", name)
            if stored != value:
                problem = f"store of another count: {name.replace('_', ' ')} is {stored}"
                raise StoreError(f"{self.path}: {problem}; expected {value}")
        if create:
            self._connection.execute("PRAGMA journal_mode = WAL")
            self._connection.execute("PRAGMA synchronous = FULL")
            driver = f"process {os.getpid()} on host {socket.gethostname()}"
            with self._connection:
                query = "INSERT OR REPLACE INTO meta VALUES ('driver', ?)"
                self._connection.execute(query, [driver])

    def _expect_store(self) -> None:
        if self._value("PRAGMA application_id") != _APPLICATION_ID:
            raise StoreError(f"{self.path}: not a result store; expected one, or no file")
        if (version := self._value("PRAGMA user_version")) != _VERSION:
            raise StoreError(f"{self.path}: version {version} of a result store; expected 1")

    def _acquire_lock(self) -> None:
        """Locks a file beside the store. The system releases the lock when the process ends."""
        lock = sqlite3.connect(f"{self.path}-driver", timeout=0, isolation_level=None)
        self._lock = lock
        try:
            lock.execute("PRAGMA locking_mode = NORMAL")
            lock.execute("BEGIN EXCLUSIVE")
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode != sqlite3.SQLITE_BUSY:
                raise
            holder = self._holder()
            raise StoreError(f"{self.path}: in use by {holder}; expected one driver") from error

    def _holder(self) -> Any:
        try:
            holder = self._value("SELECT value FROM meta WHERE name = 'driver'")
        except sqlite3.Error:
            holder = None  # The other driver has not created the table yet.
        return holder or "another driver"

    def _create(self) -> None:
        rows = {**self._identity(), "verification_key": secrets.token_hex(16)}
        with self._connection:
            self._connection.execute("BEGIN")
            for statement in _SCHEMA.split(";")[:-1]:
                self._connection.execute(statement)
            self._connection.executemany("INSERT INTO meta VALUES (?, ?)", rows.items())
            self._connection.execute(f"PRAGMA application_id = {_APPLICATION_ID}")
            self._connection.execute(f"PRAGMA user_version = {_VERSION}")

    def _identity(self) -> dict[str, str]:
        """Returns what all results of the store have in common."""
        return {"content_hash": self._units.content_hash, "depth": str(self._depth)}

    def _value(self, query: str, *arguments: str) -> Any:
        row = self._connection.execute(query, arguments).fetchone()
        return None if row is None else row[0]

    def _error(self, error: sqlite3.Error) -> StoreError:
        return StoreError(f"{self.path}: {error}; expected a result store that can be written")

    def put(self, results: Sequence[UnitResult]) -> None:
        """Saves results in one transaction: all of them, or none.

        Raises:
            StoreError: The file cannot be written, for example since the disk is full.
        """
        rows = [[column(result) for column in _COLUMNS] for result in results]
        try:
            with self._connection:
                self._connection.executemany(_INSERT, rows)
        except sqlite3.Error as error:
            raise self._error(error) from error

    def read(self) -> tuple[list[UnitResult], list[tuple[str, str]]]:
        """Returns all results, and the refused rows with the reason."""
        results: list[UnitResult] = []
        refused: list[tuple[str, str]] = []
        try:
            for unit, data in self._connection.execute("SELECT unit, data FROM results"):
                try:
                    results.append(self._parse(unit, data))
                except ValueError as error:
                    refused.append((f"{self.path}: unit {unit}", str(error)))
        except sqlite3.Error as error:
            raise self._error(error) from error
        return results, refused

    def _parse(self, unit: object, data: object) -> UnitResult:
        if not isinstance(data, bytes):
            raise ValueError("damaged: no bytes; expected 208")
        result = UnitResult.from_bytes(data)
        found = (result.unit, result.content_hash, result.depth)
        expected = (unit, self._units.content_hash, self._depth)
        if found != expected or result.unit >= len(self._units):
            raise ValueError(f"result of another count: {found}; expected {expected}")
        return result

    def verification_key(self) -> bytes:
        """Returns the random key that the store was created with."""
        return bytes.fromhex(self._value("SELECT value FROM meta WHERE name = 'verification_key'"))

    def close(self) -> None:
        """Closes the file, and releases the lock."""
        self._connection.close()
        if self._lock is not None:
            self._lock.close()
