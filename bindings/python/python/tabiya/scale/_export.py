# Export of results as Parquet.
"""Results as Parquet files. Needs pyarrow: `pip install tabiya[scale]`. It has no type stubs."""

from __future__ import annotations

import importlib
from typing import Any

from ._files import new_file
from ._ledger import Ledger

__all__ = ["export_results", "export_units"]

_COLUMNS = (
    ("unit", "int64"),
    ("leaves", "decimal"),
    ("nodes", "decimal"),
    ("hash_bytes", "int64"),
    ("is_flipped", "bool"),
    ("backend", "string"),
    ("threads", "int32"),
    ("started", "timestamp"),
    ("milliseconds", "int64"),
    ("pid", "int64"),
    ("version", "string"),
    ("host", "string"),
    ("data", "bytes"),
)


def export_units(ledger: Ledger, path: str) -> int:
    """Writes a row per unit with a count: unit, leaves, nodes. Returns the number of rows.

    The file depends on the counts alone, not on who counted, nor in which order.
    """
    rows: list[dict[str, Any]] = []
    for unit in range(ledger.units):
        agreement = ledger.agreement(unit)
        if agreement is not None and agreement.nodes is not None:
            rows.append({"unit": unit, "leaves": agreement.leaves, "nodes": agreement.nodes})
    _write(rows, [name for name, _ in _COLUMNS[:3]], path)
    return len(rows)


def export_results(ledger: Ledger, path: str) -> int:
    """Writes a row per result, with all of its fields. Returns the number of rows."""
    rows = [
        {
            **{name: getattr(result, name) for name, _ in _COLUMNS[:-1]},
            "data": result.to_bytes(),
        }
        for result in ledger.all_results()
    ]
    _write(rows, [name for name, _ in _COLUMNS], path)
    return len(rows)


def _write(rows: list[dict[str, Any]], names: list[str], path: str) -> None:
    pa: Any = importlib.import_module("pyarrow")
    parquet: Any = importlib.import_module("pyarrow.parquet")
    types = {
        # A greater count is a lower bound, and does not fit.
        "decimal": pa.decimal128(38, 0),
        "timestamp": pa.timestamp("ms", tz="UTC"),
        "bytes": pa.binary(208),
    }
    fields = [
        pa.field(name, types.get(kind) or pa.type_for_alias(kind), nullable=False)
        for name, kind in _COLUMNS
        if name in names
    ]
    table = pa.Table.from_pylist(rows, pa.schema(fields))
    with new_file(path) as temporary:
        parquet.write_table(table, temporary, compression="zstd")
