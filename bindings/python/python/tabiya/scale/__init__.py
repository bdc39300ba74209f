# Distributed perft counts: units files, result stores, engines and the driver.
"""Perft counts and data jobs on many machines, as `python -m tabiya.scale --help` lists them.

A `Driver` counts the units of a `UnitsFile` on an engine, and saves each `UnitResult` in a store,
which is the truth about the count. A `DataJob` converts files to Parquet on the same engines.

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
from ._driver import CountOptions, Driver
from ._engines import DaskEngine, Engine, EngineError, ExecutorEngine, PoolEngine
from ._parts import DataJob, PgnColumns
from ._stores import FolderStore, Ledger, SqliteStore, Store, StoreError, open_store

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
