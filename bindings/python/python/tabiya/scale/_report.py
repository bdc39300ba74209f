# The sum of a count and what is doubtful about it, as text and as JSON.
"""The report of a count. Its fields and lines are those of `tabiya-units sum`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .._tabiya import UnitResult, UnitsFile
from ._ledger import Ledger, ranges

__all__ = ["method", "report_json", "report_lines", "unit_list"]

_SATURATED = 2**128 - 1
_MAX_LISTED = 1000
_MAX_SHOWN = 20

Refused = Sequence[tuple[str, str]]


def unit_list(units: list[int]) -> dict[str, Any]:
    """Returns ascending units as their number and their first 1,000 ranges."""
    return {"count": len(units), "ranges": ranges(units)[:_MAX_LISTED]}


def method(result: UnitResult) -> str:
    """Returns the means of a count as text."""
    table = f"hash of {result.hash_bytes} bytes" if result.hash_bytes else "exact"
    return f"{result.backend}, {table}" + (", colors flipped" if result.is_flipped else "")


def _disputes(ledger: Ledger) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    for unit in sorted(ledger.disputes)[:_MAX_LISTED]:
        results = [
            {
                "nodes": result.nodes,
                "leaves": result.leaves,
                "host": result.host,
                "pid": result.pid,
                "method": method(result),
                "version": result.version,
            }
            for result in ledger.results(unit)
        ]
        is_settled = ledger.disputes[unit].status == "settled"
        found.append({"unit": unit, "settled": is_settled, "results": results})
    return found


def report_json(
    units: UnitsFile, depth: int, ledger: Ledger, refused: Refused, *, interrupted: bool = False
) -> dict[str, Any]:
    """Returns the report as an object of JSON."""
    by_status = {
        status: [unit for unit, found in sorted(ledger.disputes.items()) if found.status == status]
        for status in ("disputed", "settled")
    }
    is_exact = ledger.counted == ledger.units and ledger.nodes < _SATURATED
    at_least = {} if is_exact else {"nodes_at_least": min(ledger.nodes, _SATURATED)}
    return {
        "fen": units.root.fen(),
        "depth": depth,
        "nodes": ledger.nodes if is_exact else None,
        **at_least,
        "exact": is_exact,
        "units": ledger.units,
        "counted": ledger.counted,
        "doubled": ledger.doubled,
        "missing": unit_list(list(ledger.missing())),
        "disputed": unit_list(by_status["disputed"]),
        "settled": unit_list(by_status["settled"]),
        "disputes": _disputes(ledger),
        "refuted_hosts": sorted(ledger.refuted_hosts),
        "recount": unit_list(ledger.doubtful()),
        "refused": len(refused),
        "refused_files": [f"{where}: {reason}" for where, reason in refused[:_MAX_LISTED]],
        "final": ledger.is_final(),
        "interrupted": interrupted,
    }


def report_lines(report: dict[str, Any]) -> list[str]:
    """Returns the lines of a report."""
    counted, doubled = report["counted"], report["doubled"]
    lines = ["Interrupted"] if report["interrupted"] else []
    lines.append(f"Units: {counted} of {report['units']} counted, {doubled} of them more than once")
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
    if report["final"]:
        bound = "" if report["exact"] else "at least "
        nodes = report["nodes"] if report["exact"] else report["nodes_at_least"]
        return [*lines, f"Nodes: {bound}{nodes}"]
    so_far = report["nodes_at_least"] if report["nodes"] is None else report["nodes"]
    return [*lines, f"Nodes so far: {so_far}"]


def _list_text(units: dict[str, Any]) -> str:
    count, found = units["count"], units["ranges"]
    shown = ", ".join(f"{start}..{end}" for start, end in found[:_MAX_SHOWN])
    more = ", …" if len(found) > _MAX_SHOWN else ""
    return f"{count} unit{'' if count == 1 else 's'}: {shown}{more}"
