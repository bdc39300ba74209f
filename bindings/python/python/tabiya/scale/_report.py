# What the results of a count say: the sum, the manifest, exports, and comparisons.
"""Reports of a count. The fields and lines of the sum are those of `tabiya-units sum`.

Exports need pyarrow, which has no type stubs: `pip install tabiya[scale]`.
"""

from __future__ import annotations

import hashlib
import importlib
import itertools
import json
import os
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from .. import STARTING_FEN, Position
from .._tabiya import UnitResult, UnitsFile
from ._plan import Ledger
from ._stores import FIELDS, new_file

_SATURATED = 2**128 - 1
_MAX_LISTED = 1000
_MAX_SHOWN = 20
_DISPUTE_FIELDS = ("nodes", "leaves", "host", "pid", "version")
_SUM_FIELDS = ("nodes", "final", "counted", "disputes", "refuted_hosts", "recount")
_SPLIT_FIELDS = ("content_hash", "plies", "paths", "records_per_unit")

# https://oeis.org/A048987, by ply.
_NODES = [
    int(count)
    for count in """
    1 20 400 8902 197281 4865609 119060324 3195901860 84998978956 2439530234167 69352859712417
    2097651003696806 62854969236701747 1981066775000396239 61885021521585529237
    2015099950053364471960
    """.split()
]
# https://oeis.org/A083276, by ply: unique positions.
_POSITIONS = [1, 20, 400, 5_362, 72_078, 822_518, 9_417_681, 96_400_068, 988_187_354]


def published(root: Position, depth: int, counts: list[int] = _NODES) -> int | None:
    """Returns the published perft count of the start position, or `None` for others."""
    is_start = root.same_position(Position(STARTING_FEN))
    return counts[depth] if is_start and depth < len(counts) else None


def _unit_list(units: Iterable[int]) -> dict[str, Any]:
    """Returns ascending units as their number and their first 1,000 half-open ranges.

    >>> _unit_list([1, 2, 3, 7])
    {'count': 4, 'ranges': [(1, 4), (7, 8)]}
    """
    # The difference to the index is the same for neighbors.
    groups = itertools.groupby(enumerate(units), lambda pair: pair[1] - pair[0])
    runs = [[unit for _, unit in group] for _, group in groups]
    ranges = [(run[0], run[-1] + 1) for run in runs[:_MAX_LISTED]]
    return {"count": sum(map(len, runs)), "ranges": ranges}


def _dispute(ledger: Ledger, unit: int) -> dict[str, Any]:
    results: list[dict[str, Any]] = []
    for result in ledger.results(unit):
        table = f"hash of {result.hash_bytes} bytes" if result.hash_bytes else "exact"
        colors = ", colors flipped" if result.is_flipped else ""
        found = {name: getattr(result, name) for name in _DISPUTE_FIELDS}
        results.append({**found, "method": f"{result.backend}, {table}{colors}"})
    is_settled = ledger.disputes[unit].status == "settled"
    return {"unit": unit, "settled": is_settled, "results": results}


def report_json(
    units: UnitsFile, depth: int, ledger: Ledger, refused: Sequence[tuple[str, str]]
) -> dict[str, Any]:
    disputes = sorted(ledger.disputes.items())
    nodes = min(ledger.nodes, _SATURATED)
    is_exact = ledger.counted == ledger.units and nodes < _SATURATED
    return {
        "fen": units.root.fen(),
        "depth": depth,
        "nodes": nodes if is_exact else None,
        **({} if is_exact else {"nodes_at_least": nodes}),
        "exact": is_exact,
        "units": ledger.units,
        "counted": ledger.counted,
        "doubled": ledger.doubled,
        "missing": _unit_list(ledger.missing()),
        "disputed": _unit_list(unit for unit, found in disputes if found.status == "disputed"),
        "settled": _unit_list(unit for unit, found in disputes if found.status == "settled"),
        "disputes": [_dispute(ledger, unit) for unit, _ in disputes[:_MAX_LISTED]],
        "refuted_hosts": sorted(ledger.refuted_hosts),
        "recount": _unit_list(ledger.doubtful()),
        "refused": len(refused),
        "refused_files": [f"{where}: {reason}" for where, reason in refused[:_MAX_LISTED]],
        "final": ledger.is_final(),
        "interrupted": False,
    }


def report_lines(report: dict[str, Any]) -> list[str]:
    lines = ["Interrupted"] if report["interrupted"] else []
    counted = f"{report['counted']} of {report['units']} counted"
    lines.append(f"Units: {counted}, {report['doubled']} of them more than once")
    for title, field in (
        ("Missing", "missing"),
        ("Disputed", "disputed"),
        ("Settled", "settled"),
        ("Count again, since only refuted hosts have", "recount"),
    ):
        if report[field]["count"]:
            lines.append(f"{title}: {_list_text(report[field])}")
    for dispute in report["disputes"]:
        lines.append(f"{'Settled' if dispute['settled'] else 'Disputed'} unit {dispute['unit']}:")
        for result in dispute["results"]:
            by = f"host {result['host']}, process {result['pid']} ({result['method']})"
            lines.append(f"  {result['nodes']} by {by}")
    if report["refuted_hosts"]:
        lines.append(f"Refuted hosts: {', '.join(report['refuted_hosts'])}")
    lines += [f"Refused: {file}" for file in report["refused_files"]]
    nodes = report.get("nodes_at_least", report["nodes"])
    if not report["final"]:
        return [*lines, f"Nodes so far: {nodes}"]
    return [*lines, f"Nodes: {'' if report['exact'] else 'at least '}{nodes}"]


def _list_text(units: dict[str, Any]) -> str:
    shown = [f"{start}..{end}" for start, end in units["ranges"][:_MAX_SHOWN]]
    more = ["…"] if len(units["ranges"]) > _MAX_SHOWN else []
    noun = "unit" if units["count"] == 1 else "units"
    return f"{units['count']} {noun}: {', '.join([*shown, *more])}"


def root_rungs(units: UnitsFile) -> list[dict[str, Any]]:
    """Returns the totals up to the ply of a units file.

    Those above the ply are counted from the root. That of the ply is the sum of the multiplicities
    in the file, compared with a count from the root. So errors of the split show here, and errors
    of the counts below it in further rungs.
    """
    counts = [units.root.perft(depth, threads=0) for depth in range(units.plies + 1)]
    rungs = [
        _rung(units, depth, counts[depth], "counted from the root") for depth in range(units.plies)
    ]
    split = _rung(units, units.plies, units.paths, "sum of multiplicities")
    positions = published(units.root, units.plies, _POSITIONS)
    if counts[-1] != units.paths or positions not in (None, units.records):
        split["agrees"] = False
    split["counted_from_root"] = counts[-1]
    return [*rungs, {**split, "positions": units.records, "published_positions": positions}]


def store_rung(units: UnitsFile, depth: int, report: dict[str, Any]) -> dict[str, Any]:
    """Returns the total of the results of a depth below the ply of the units file."""
    rung = _rung(units, depth, report["nodes"] if report["final"] else None, "sum of units")
    return {**rung, "final": report["final"], "interrupted": report["interrupted"]}


def _rung(units: UnitsFile, depth: int, nodes: int | None, source: str) -> dict[str, Any]:
    expected = published(units.root, depth)
    rung = {"depth": depth, "nodes": nodes, "published": expected, "source": source}
    agrees = None if expected is None or nodes is None else nodes == expected
    return {**rung, "agrees": agrees, "final": True, "interrupted": False}


def ladder_lines(rungs: list[dict[str, Any]]) -> list[str]:
    verdicts = {True: "as published", False: "WRONG", None: "not published"}
    lines: list[str] = []
    for rung in rungs:
        nodes = "incomplete" if rung["nodes"] is None else rung["nodes"]
        verdict = verdicts[rung["agrees"]] if rung["nodes"] is not None else "not compared"
        lines.append(f"Depth {rung['depth']}: {nodes} ({rung['source']}, {verdict})")
        if rung["agrees"] is False:
            lines.append(f"  published: {rung['published']}")
    return lines


def manifest_of(units: UnitsFile, depth: int, ledger: Ledger) -> dict[str, Any]:
    """Returns the manifest of a count as an object of JSON. It is a function of the results."""
    report = report_json(units, depth, ledger, [])
    results = list(ledger.all_results())
    hosts: dict[str, list[UnitResult]] = {}
    for result in results:
        hosts.setdefault(result.host, []).append(result)
    lines = [f"{found.unit} {found.leaves} {found.nodes}\n" for found in ledger.agreed()]
    return {
        "manifest_version": 1,
        "split": {
            "file": os.path.basename(units.path),
            "fen": units.root.fen(),
            "positions": units.records,
            "units": len(units),
            **{name: getattr(units, name) for name in _SPLIT_FIELDS},
        },
        "depth": depth,
        **{name: report[name] for name in _SUM_FIELDS},
        "published": published(units.root, depth),
        "counts_sha256": hashlib.sha256("".join(lines).encode()).hexdigest(),
        "results": len(results),
        "verified": ledger.verified,
        "started": min((result.started for result in results), default=None),
        "ended": max((result.started + result.milliseconds for result in results), default=None),
        "core_seconds": _core_seconds(results),
        "versions": _tally(result.version for result in results),
        "methods": _tally(map(_method, results)),
        "hosts": {
            host: {"results": len(found), "core_seconds": _core_seconds(found)}
            for host, found in sorted(hosts.items())
        },
    }


def _core_seconds(results: list[UnitResult]) -> float:
    return sum(result.milliseconds * result.threads for result in results) / 1000


def _method(result: UnitResult) -> str:
    table = "hash" if result.hash_bytes else "exact"
    return f"{result.backend} {table}{' flipped' if result.is_flipped else ''}"


def _tally(names: Iterable[str]) -> dict[str, int]:
    return dict(sorted(Counter(names).items()))


def write_manifest(manifest: dict[str, Any], path: str | None) -> None:
    """Prints a manifest, or writes it to a file, which is replaced as a whole."""
    text = json.dumps(manifest, indent=2, ensure_ascii=False)
    if path is None:
        print(text)
        return
    with new_file(path) as temporary, open(temporary, "w", encoding="utf-8") as file:
        print(text, file=file)


def export(ledger: Ledger, rows: str, path: str) -> int:
    """Writes a Parquet file with a row per unit that has a count, or one per result.

    That of units depends on the counts alone, not on who counted, nor in which order. Returns the
    number of rows.
    """
    pa: Any = importlib.import_module("pyarrow")
    parquet: Any = importlib.import_module("pyarrow.parquet")
    found: Iterator[Any] = ledger.agreed() if rows == "units" else ledger.all_results()
    names = ["unit", "leaves", "nodes", *([] if rows == "units" else [*FIELDS, "data"])]
    kinds = {
        **dict.fromkeys(["backend", "version", "host"], pa.string()),
        # A greater count is a lower bound, and does not fit.
        **dict.fromkeys(["leaves", "nodes"], pa.decimal128(38, 0)),
        "is_flipped": pa.bool_(),
        "threads": pa.int32(),
        "started": pa.timestamp("ms", tz="UTC"),
        "data": pa.binary(208),
    }
    fields = [pa.field(name, kinds.get(name, pa.int64()), nullable=False) for name in names]
    lines = [
        {name: one.to_bytes() if name == "data" else getattr(one, name) for name in names}
        for one in found
    ]
    with new_file(path) as temporary:
        table = pa.Table.from_pylist(lines, pa.schema(fields))
        parquet.write_table(table, temporary, compression="zstd")
    return len(lines)
