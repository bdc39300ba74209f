# The commands that read stores, and the estimate.
"""The commands that need no engine: `sum`, `export`, `manifest`, `estimate`."""

from __future__ import annotations

import contextlib
import importlib.util
import json
import sys
from collections.abc import Sequence
from typing import Any

from .._tabiya import UnitsFile
from ._arguments import Arguments
from ._errors import UsageError
from ._estimate import estimate_cost
from ._export import export_results, export_units
from ._ledger import Ledger
from ._manifest import manifest_of, write_manifest
from ._progress import duration
from ._report import report_json, report_lines
from ._stores import open_store

__all__ = ["estimate", "export", "manifest", "sum_results"]

_MIN_BLOCKS = 20


def _read(
    units: UnitsFile, depth: int, paths: Sequence[str]
) -> tuple[Ledger, list[tuple[str, str]]]:
    """Reads the results of any mix of stores."""
    ledger, refused = Ledger(len(units)), list[tuple[str, str]]()
    for path in paths:
        with contextlib.closing(open_store(path, units, depth, create=False)) as store:
            results, bad = store.read()
        ledger.extend(results)
        refused.extend(bad)
    return ledger, refused


def sum_results(arguments: Arguments) -> int:
    """Adds the results of stores, and prints what is missing, disputed or refused."""
    units = UnitsFile(arguments.units)
    ledger, refused = _read(units, arguments.depth, arguments.stores)
    report = report_json(units, arguments.depth, ledger, refused)
    print(json.dumps(report) if arguments.json else "\n".join(report_lines(report)))
    return int(not report["final"] or bool(refused))


def export(arguments: Arguments) -> int:
    """Writes results as a Parquet file."""
    if importlib.util.find_spec("pyarrow") is None:
        raise UsageError("export: no package `pyarrow`; expected tabiya[scale]")
    units = UnitsFile(arguments.units)
    ledger, refused = _read(units, arguments.depth, arguments.stores)
    write = export_units if arguments.rows == "units" else export_results
    rows = write(ledger, arguments.out or "")
    print(f"wrote {rows} {arguments.rows} to {arguments.out}")
    return int(not ledger.is_final() or bool(refused))


def manifest(arguments: Arguments) -> int:
    """Prints or writes the manifest of a count."""
    units = UnitsFile(arguments.units)
    ledger, refused = _read(units, arguments.depth, arguments.stores)
    found = manifest_of(units, arguments.depth, ledger)
    if arguments.out is None:
        print(json.dumps(found, indent=2, ensure_ascii=False))
    else:
        write_manifest(found, arguments.out)
    return int(not ledger.is_final() or bool(refused))


def estimate(arguments: Arguments) -> int:
    """Estimates the cost of counts to some depths from a sample."""
    units = UnitsFile(arguments.units)
    for depth in arguments.depths:
        if depth <= units.plies:
            raise UsageError(f"--depths: {depth}; expected more than {units.plies}")
    if arguments.records // arguments.block < _MIN_BLOCKS:
        least = _MIN_BLOCKS * arguments.block
        raise UsageError(f"--records: {arguments.records}; expected at least {least}")
    for depth in arguments.depths:
        found = estimate_cost(
            units,
            depth,
            arguments.records,
            per_block=arguments.block,
            hash_bytes=None if arguments.no_hash else arguments.hash,
            threads=arguments.threads,
            seed=arguments.seed,
            progress=_show_progress if sys.stderr.isatty() else None,
        )
        print(json.dumps(found) if arguments.json else estimate_line(found), flush=True)
    return 0


def _show_progress(done: int, total: int) -> None:
    end = "\r" if done < total else "\x1b[K\r"
    print(f"{done} of {total} blocks", end=end, file=sys.stderr, flush=True)


def estimate_line(found: dict[str, Any]) -> str:
    """Returns an estimate as a line."""
    low, high = found["core_seconds_interval"]
    cost = f"{duration(found['core_seconds'])} on one core ({duration(low)} to {duration(high)})"
    low, high = found["nodes_interval"]
    nodes = f"{found['nodes']:.3g} nodes ({low:.3g} to {high:.3g})"
    return f"Depth {found['depth']}: {cost}; {nodes}; {found['records']} of {found['of']} records"
