# The ladder: totals of all shallower depths, compared with published ones.
"""The ladder of a count: the totals of its units file at each depth from the root on."""

from __future__ import annotations

from typing import Any

from .._tabiya import UnitsFile
from ._published import published_nodes, published_positions

__all__ = ["ladder_lines", "root_rungs", "store_rung"]


def root_rungs(units: UnitsFile) -> list[dict[str, Any]]:
    """Returns the totals up to the ply of a units file.

    Those above the ply are counted from the root. That of the ply is the sum of the multiplicities
    in the file, compared with a count from the root. So errors of the split show here, and errors
    of the counts below it in further rungs.
    """
    rungs: list[dict[str, Any]] = []
    for depth in range(units.plies):
        nodes = units.root.perft(depth, threads=0)
        rungs.append(_rung(units, depth, nodes, "counted from the root"))
    split = _rung(units, units.plies, units.paths, "sum of multiplicities")
    split["counted_from_root"] = units.root.perft(units.plies, threads=0)
    split["positions"] = units.records
    split["published_positions"] = published_positions(units.root, units.plies)
    has_positions = split["published_positions"] in (None, units.records)
    if split["counted_from_root"] != units.paths or not has_positions:
        split["agrees"] = False
    return [*rungs, split]


def store_rung(units: UnitsFile, depth: int, report: dict[str, Any]) -> dict[str, Any]:
    """Returns the total of the results of a depth below the ply of the units file."""
    nodes = report["nodes"] if report["final"] else None
    rung = _rung(units, depth, nodes, "sum of units")
    return {**rung, "final": report["final"], "interrupted": report["interrupted"]}


def _rung(units: UnitsFile, depth: int, nodes: int | None, source: str) -> dict[str, Any]:
    published = published_nodes(units.root, depth)
    agrees = None if published is None or nodes is None else nodes == published
    return {
        "depth": depth,
        "nodes": nodes,
        "published": published,
        "agrees": agrees,
        "source": source,
        "final": True,
        "interrupted": False,
    }


def ladder_lines(rungs: list[dict[str, Any]]) -> list[str]:
    """Returns a line per depth."""
    verdicts = {True: "as published", False: "WRONG", None: "not published"}
    lines: list[str] = []
    for rung in rungs:
        nodes = "incomplete" if rung["nodes"] is None else rung["nodes"]
        verdict = verdicts[rung["agrees"]] if rung["nodes"] is not None else "not compared"
        lines.append(f"Depth {rung['depth']}: {nodes} ({rung['source']}, {verdict})")
        if rung["agrees"] is False:
            lines.append(f"  published: {rung['published']}")
    return lines
