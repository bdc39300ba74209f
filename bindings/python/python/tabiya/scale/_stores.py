# Result stores: an SQLite file, and a folder of result files. The ledger of what they hold. New
# files that replace old ones.
"""Result stores. The truth about a count is in its store, not in the engine that runs it."""

from __future__ import annotations

import contextlib
import os
import secrets
import socket
import sqlite3
from collections.abc import Generator, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from numbers import Integral
from pathlib import Path
from typing import Any, Protocol, TypeAlias, runtime_checkable

from .._tabiya import Agreement, ResultFolder, UnitResult, UnitsFile, resolve
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
        ...

    def verification_key(self) -> bytes:
        """Returns the key that selects the units to verify. Workers do not know it."""
        ...

    def close(self) -> None:
        """Closes the store. Another driver may open it then."""


class SqliteStore(Store):
    """An SQLite file with a row per result: its 208 bytes, and columns for queries."""

    # The file is in WAL mode, so that others may read it while the driver writes. A commit is
    # synced, so that a result that was put survives a loss of power.

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
        self._connection.executescript("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;")
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
                except (TypeError, ValueError) as error:
                    refused.append((f"{self.path}: unit {unit}", str(error)))
        return results, refused

    def verification_key(self) -> bytes:
        return bytes.fromhex(self._meta("verification_key"))

    def close(self) -> None:
        self._opened.close()


class FolderStore(Store):
    """A folder of result files, which `tabiya-units count` reads and writes, too."""

    def __init__(self, path: _Path, units: UnitsFile, depth: int, *, create: bool = True) -> None:
        """Opens a folder of results. `create=False` expects that it exists.

        Raises:
            StoreError: There is no such folder.
        """
        self.path: str = check_path("path", path)
        check("create", create, bool)
        self._is_written = create
        if not create and not os.path.isdir(self.path):
            raise StoreError(f"{self.path}: no such folder; expected a folder of results")
        self._folder = ResultFolder(self.path, units, depth)

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
        # The format has no field for a key that lasts.
        return secrets.token_bytes(16)

    def close(self) -> None:
        """Does nothing: each result is a closed file."""


def parse_result(data: Any, unit: object, units: UnitsFile, depth: int) -> UnitResult:
    """Returns the result in 208 bytes. Raises a `TypeError` or `ValueError` for anything else."""
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


@dataclass
class Ledger:
    """The results of the units of a count, as [`resolve`][tabiya.scale.resolve] judges them."""

    units: int
    """The number of units of the count."""
    nodes: int = field(default=0, init=False)
    """The sum of the counts of all units that agree or are settled."""
    counted: int = field(default=0, init=False)
    """The number of these units."""
    doubled: int = field(default=0, init=False)
    """The number of these units that have several results."""
    verified: int = field(default=0, init=False)
    """The number of units that were counted as they are, and with colors flipped."""
    disputes: dict[int, Agreement] = field(default_factory=dict[int, Agreement], init=False)
    """The disputed and the settled units."""

    def __post_init__(self) -> None:
        check("units", self.units, Integral, 0, 2**64)
        self._results: dict[int, list[UnitResult]] = {}
        self._agreements: dict[int, Agreement] = {}

    def extend(self, results: Iterable[UnitResult]) -> None:
        """Adds many results."""
        check("results", results, Iterable)
        for result in results:
            self.add(result)

    def add(self, result: UnitResult) -> bool:
        """Adds a result, unless it is known, and returns whether it was added."""
        check("result", result, UnitResult)
        known = self._results.setdefault(result.unit, [])
        if result in known:
            return False
        self._change_sums(result.unit, -1)
        known.append(result)
        (agreement,) = resolve(known)
        self._agreements[result.unit] = agreement
        self.disputes.pop(result.unit, None)
        if agreement.status != "agreed":
            self.disputes[result.unit] = agreement
        self._change_sums(result.unit, 1)
        return True

    def _change_sums(self, unit: int, sign: int) -> None:
        known = self._results[unit]
        agreement = self._agreements.get(unit)
        self.verified += sign * is_verified(known)
        if agreement is not None and agreement.nodes is not None:
            self.nodes += sign * agreement.nodes
            self.counted += sign
            self.doubled += sign * (len(known) > 1)

    def results(self, unit: int) -> list[UnitResult]:
        """Returns the results of a unit."""
        return self._results.get(unit, [])

    def all_results(self) -> Iterator[UnitResult]:
        """Yields all results by unit, and those of a unit by their bytes."""
        for unit in sorted(self._results):
            yield from sorted(self._results[unit], key=UnitResult.to_bytes)

    def agreed(self) -> Iterator[Agreement]:
        """Yields what the results of each unit agree on, if they do."""
        return (one for _, one in sorted(self._agreements.items()) if one.nodes is not None)

    def missing(self) -> Iterator[int]:
        """Yields the units without a result."""
        return (unit for unit in range(self.units) if unit not in self._results)

    @property
    def refuted_hosts(self) -> set[str]:
        """The hosts that settled disputes refute."""
        return {host for dispute in self.disputes.values() for host in dispute.refuted_hosts}

    def doubtful(self) -> list[int]:
        """Returns the units with results of refuted hosts only, which have to be counted again."""
        hosts = self.refuted_hosts
        results = sorted(self._results.items())
        return [unit for unit, found in results if {result.host for result in found} <= hosts]

    def is_final(self) -> bool:
        """Tests whether each unit has a count that no settled dispute makes doubtful."""
        return self.counted == self.units and not self.doubtful()


def is_verified(results: list[UnitResult]) -> bool:
    """Tests whether a unit was counted as it is, and with colors flipped."""
    return len({result.is_flipped for result in results}) == 2


@contextlib.contextmanager
def new_file(path: str) -> Generator[str, None, None]:
    """Yields the path of a temporary file, which replaces the file at a path after the block."""
    # If the path is a symbolic link, its target is replaced.
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
