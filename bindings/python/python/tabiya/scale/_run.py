# The commands that count: `count` and `ladder`.
"""The commands that count on an engine."""

from __future__ import annotations

import contextlib
import importlib
import importlib.util
import os
import signal
import sys
from collections.abc import Callable, Generator
from typing import Any

from .._tabiya import UnitsFile
from ._arguments import Arguments
from ._count import CountOptions
from ._dask import DaskEngine
from ._data import DataJob
from ._driver import Driver
from ._engines import Engine, PoolEngine
from ._errors import EngineError, StoreError, UsageError
from ._game_parts import PgnColumns
from ._ladder import ladder_lines, root_rungs, store_rung
from ._manifest import manifest_of, write_manifest
from ._progress import Progress
from ._report import report_lines
from ._stores import open_store

__all__ = ["convert", "count", "ladder"]

# A result has a byte for the depth.
_MAX_DEPTH = 255


def count(arguments: Arguments) -> int:
    """Counts all units to a depth."""
    progress = Progress(json_lines=arguments.json)
    units = _units(arguments)
    with _engine(arguments, progress) as engine:
        report, code = _count(arguments, units, arguments.depth, arguments.store, engine, progress)
    progress.event("interrupted" if report["interrupted"] else "result", **report)
    if not arguments.json:
        print("\n".join(report_lines(report)))
    if report["failed"]:
        first = report["failed"][0]
        text = f"unit {first['unit']} ({first['error']})"
        print(f"Failed: {len(report['failed'])} units, first {text}", file=sys.stderr)
    if code != 0:
        print(f"Resume: {arguments.store} is valid; run the same command again", file=sys.stderr)
    return code


def _units(arguments: Arguments) -> UnitsFile:
    # Workers open the file by its path, and have another working directory.
    units = UnitsFile(os.path.abspath(arguments.units))
    if not units.plies <= arguments.depth <= _MAX_DEPTH:
        range_ = f"{units.plies}, the ply of the units file, to {_MAX_DEPTH}"
        raise UsageError(f"depth: {arguments.depth}; expected {range_}")
    return units


def _count(
    arguments: Arguments,
    units: UnitsFile,
    depth: int,
    path: str,
    engine: Engine,
    progress: Progress,
) -> tuple[dict[str, Any], int]:
    """Counts to a depth into a store. Returns the report, and the exit code."""
    with contextlib.closing(open_store(path, units, depth)) as store:
        hash_bytes = None if arguments.no_hash else arguments.hash
        options = CountOptions(hash_bytes, arguments.threads, arguments.verify, arguments.retries)
        driver = Driver(units, depth, store, engine, options, progress)
        for where, reason in driver.refused:
            progress.warn(f"{where}: {reason}; counted again")
        code = 0
        with _interrupts(driver):
            try:
                driver.run()
            except (EngineError, StoreError) as error:
                progress.finish()
                print(f"error: {error}", file=sys.stderr)
                code = 1
        progress.finish()
        report = driver.report()
        if arguments.command == "count" and arguments.manifest and driver.is_final():
            write_manifest(manifest_of(units, depth, driver.ledger), arguments.manifest)
    if report["interrupted"]:
        return report, 130
    return report, code or int(not report["final"])


@contextlib.contextmanager
def _interrupts(driver: Driver | DataJob) -> Generator[None, None, None]:
    """Ends the count on Ctrl-C and SIGTERM. A second signal ends the process at once."""
    signals = [signal.SIGINT, signal.SIGTERM]
    old = {number: signal.getsignal(number) for number in signals}

    def stop(number: int, frame: object) -> None:
        if driver.is_stopped:
            raise KeyboardInterrupt
        driver.stop()

    for number in signals:
        signal.signal(number, stop)
    try:
        yield
    finally:
        for number in signals:
            signal.signal(number, old[number])


@contextlib.contextmanager
def _engine(arguments: Arguments, progress: Progress) -> Generator[Engine, None, None]:
    """Starts or connects the engine that the arguments name, and closes it at the end."""
    has_dask = importlib.util.find_spec("distributed") is not None
    engine: PoolEngine | DaskEngine
    if arguments.scheduler is not None:
        if not has_dask:
            raise UsageError("--scheduler: no package `distributed`; expected tabiya[scale]")
        if arguments.engine == "processes":
            raise UsageError("--engine processes: unused with --scheduler; expected --local")
        patience, retries = arguments.patience, arguments.retries
        engine = DaskEngine(arguments.scheduler, patience=patience, retries=retries)
    elif arguments.engine == "processes" or (arguments.engine is None and not has_dask):
        engine = PoolEngine(arguments.local or 1)
    elif has_dask:
        engine = DaskEngine.local(arguments.local or 1, retries=arguments.retries)
    else:
        raise UsageError("--engine dask: no package `distributed`; expected tabiya[scale]")
    if isinstance(engine, DaskEngine) and engine.warning is not None:
        progress.warn(engine.warning)
    try:
        yield engine
    finally:
        engine.close()


def ladder(arguments: Arguments) -> int:
    """Counts each depth from the ply of the units file on, and compares with published counts."""
    progress = Progress(json_lines=arguments.json)
    units = _units(arguments)
    rungs = root_rungs(units)
    os.makedirs(arguments.folder, exist_ok=True)
    with _engine(arguments, progress) as engine:
        for depth in range(units.plies + 1, arguments.depth + 1):
            path = os.path.join(arguments.folder, f"{depth}.db")
            report, code = _count(arguments, units, depth, path, engine, progress)
            rungs.append(store_rung(units, depth, report))
            if code == 130:
                break
    for rung in rungs:
        progress.event("rung", **rung)
    if not arguments.json:
        print("\n".join(ladder_lines(rungs)))
    if any(rung["interrupted"] for rung in rungs):
        return 130
    return int(not all(rung["agrees"] is not False and rung["final"] for rung in rungs))


def convert(arguments: Arguments) -> int:
    """Converts files of positions or games to a folder of Parquet files."""
    if importlib.util.find_spec("pyarrow") is None:
        raise UsageError("convert: no package `pyarrow`; expected tabiya[scale]")
    progress = Progress(json_lines=arguments.json)
    code = 0
    with _engine(arguments, progress) as engine:
        job = _data_job(arguments, engine, progress)
        with _interrupts(job):
            try:
                job.run()
            except EngineError as error:
                progress.finish()
                print(f"error: {error}", file=sys.stderr)
                code = 1
    progress.finish()
    report = job.report()
    progress.event("interrupted" if report["interrupted"] else "result", **report)
    if not arguments.json:
        parts = f"{report['written']} of {report['parts']} parts"
        print(f"Parts: {parts}, {report['rows']} rows, {report['invalid']} invalid")
    return 130 if report["interrupted"] else code or int(not report["final"])


def _data_job(arguments: Arguments, engine: Engine, progress: Progress) -> DataJob:
    """Plans the conversion of files."""
    function, columns = _function(arguments.function), _columns(arguments)
    try:
        return DataJob(
            arguments.files,
            arguments.out or "",
            engine,
            function=function,
            columns=columns,
            part_size=arguments.part_size,
            skips_invalid=arguments.skip_invalid,
            retries=arguments.retries,
            progress=progress,
        )
    except ValueError as error:
        raise UsageError(f"convert: {error}") from error


def _columns(arguments: Arguments) -> PgnColumns | None:
    """Returns the columns of games, if any are selected."""
    tags = tuple(name for name in (arguments.tags or "").split(",") if name)
    values = (arguments.clocks, arguments.times, arguments.evals)
    columns = PgnColumns(tags, *values, arguments.filter)
    return None if columns == PgnColumns() else columns


def _function(name: str | None) -> Callable[[Any], Any] | None:
    """Returns the function of a module: `module:function`."""
    if name is None:
        return None
    module, _, function = name.partition(":")
    try:
        found: Callable[[Any], Any] = getattr(importlib.import_module(module), function)
    except (ImportError, AttributeError, ValueError) as error:
        raise UsageError(f"--function: {error}; expected MODULE:FUNCTION") from error
    return found
