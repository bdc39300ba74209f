# Distributed perft counts: units files, result stores, engines and the driver.
"""Perft counts on many machines. `python -m tabiya.scale --help` lists the commands.

- `UnitsFile` is a split of a tree: unique positions, in units that workers count.
- `UnitResult` is the result of a unit, in 208 bytes. `resolve` finds which results agree.
- `SqliteStore` and `FolderStore` hold results. They are the truth about a count. `ResultFolder` is
  the folder format of the program `tabiya`.
- `Driver` counts what a store lacks on an engine: `PoolEngine`, `DaskEngine`, or `ExecutorEngine`
  with any executor of `concurrent.futures`.
- `DataJob` converts files of positions or games to Parquet on the same engines.

>>> import tempfile
>>> from concurrent.futures import ThreadPoolExecutor
>>> from tabiya import scale
>>> with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(2) as executor:
...     units = scale.UnitsFile.split(f"{folder}/three.units", 3)
...     store = scale.SqliteStore(f"{folder}/five.db", units, 5)
...     driver = scale.Driver(units, 5, store, scale.ExecutorEngine(executor, 2))
...     print(driver.run(), driver.report()["nodes"])
...     store.close()
True 4865609
"""

from __future__ import annotations

from .._tabiya import Agreement, ResultFolder, UnitResult, UnitsError, UnitsFile, resolve
from ._data import DataJob
from ._driver import CountOptions, Driver
from ._engines import DaskEngine, Engine, EngineError, ExecutorEngine, PoolEngine
from ._parts import PgnColumns
from ._plan import Ledger
from ._stores import FolderStore, SqliteStore, Store, StoreError, open_store

__all__ = [
    "Agreement",
    "CountOptions",
    "DaskEngine",
    "DataJob",
    "Driver",
    "Engine",
    "EngineError",
    "ExecutorEngine",
    "FolderStore",
    "Ledger",
    "PgnColumns",
    "PoolEngine",
    "ResultFolder",
    "SqliteStore",
    "Store",
    "StoreError",
    "UnitResult",
    "UnitsError",
    "UnitsFile",
    "open_store",
    "resolve",
]
