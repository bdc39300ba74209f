# What the results of a count say: the sum, the manifest, exports, and comparisons. What a sample
# says about the cost of a count. The fields and lines of the sum are those of `tabiya-units sum`.
# Pyarrow has no type stubs.
"""Reports of a count, and estimates of its cost."""

from __future__ import annotations

import hashlib
import importlib
import itertools
import json
import math
import os
import random
import statistics
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from .. import STARTING_FEN, Position
from .._tabiya import UnitResult, UnitsFile
from ._stores import FIELDS, Ledger, new_file

_EMPTY_CALLS = 10
_SATURATED = 2**128 - 1
_MAX_LISTED = 1000
_MAX_SHOWN = 20
_TITLES = {"recount": "Count again, since only refuted hosts have"}
_DISPUTE_FIELDS = ("nodes", "leaves", "host", "pid", "version")
_SUM_FIELDS = ("nodes", "final", "counted", "disputes", "refuted_hosts", "recount")
_SPLIT_FIELDS = ("content_hash", "plies", "paths", "records_per_unit")

# https://oeis.org/A048987, by ply.
_NODES = """
    1 20 400 8902 197281 4865609 119060324 3195901860 84998978956 2439530234167 69352859712417
    2097651003696806 62854969236701747 1981066775000396239 61885021521585529237
    2015099950053364471960
""".split()
# https://oeis.org/A083276, by ply: unique positions.
_POSITIONS = "1 20 400 5362 72078 822518 9417681 96400068 988187354".split()


def published(root: Position, depth: int, counts: Sequence[str] = _NODES) -> int | None:
    """Returns the published perft count of the start position, or `None` for others."""
    is_start = root.same_position(Position(STARTING_FEN))
    return int(counts[depth]) if is_start and depth < len(counts) else None


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
    dispute = ledger.disputes[unit]
    return {"unit": unit, "settled": dispute.status == "settled", "results": results}


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
    for name in ("missing", "disputed", "settled", "recount"):
        if report[name]["count"]:
            lines.append(f"{_TITLES.get(name, name.capitalize())}: {_list_text(report[name])}")
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
    """Returns the totals up to the ply of a units file."""
    # That of the ply is the sum of the multiplicities in the file, compared with a count from the
    # root. So errors of the split show here, and errors of the counts in further rungs.
    counts = [units.root.perft(depth, threads=0) for depth in range(units.plies + 1)]
    source = "counted from the root"
    rungs = [_rung(units, depth, counts[depth], source) for depth in range(units.plies)]
    split = _rung(units, units.plies, units.paths, "sum of multiplicities")
    positions = published(units.root, units.plies, _POSITIONS)
    if counts[-1] != units.paths or positions not in (None, units.records):
        split["agrees"] = False
    split["counted_from_root"] = counts[-1]
    return [*rungs, {**split, "positions": units.records, "published_positions": positions}]


def store_rung(units: UnitsFile, depth: int, report: dict[str, Any]) -> dict[str, Any]:
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
        "versions": dict(sorted(Counter(result.version for result in results).items())),
        "methods": dict(sorted(Counter(map(_method, results)).items())),
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


def write_manifest(manifest: dict[str, Any], path: str | None) -> None:
    """Prints a manifest, or writes it to a file, which is replaced as a whole."""
    text = json.dumps(manifest, indent=2, ensure_ascii=False)
    if path is None:
        print(text)
        return
    with new_file(path) as temporary, open(temporary, "w", encoding="utf-8") as file:
        print(text, file=file)


def export(ledger: Ledger, rows: str, path: str) -> int:
    """Writes a Parquet file with a row per unit or result. Returns the number of rows."""
    # A file of units depends on the counts alone, not on who counted, nor in which order.
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


# The total of a stratified sample is the sum over the strata of size times mean. Its variance is
# the sum over the strata of size² (1 - n / size) s² / n. Here, n is the number of blocks that were
# drawn from the stratum, and s² is their variance (W. Cochran, "Sampling Techniques", 3rd edition
# 1977, theorems 5.2 and 5.3). The interval is that of Student's t, with a degree of freedom per
# stratum.


@dataclass(frozen=True, slots=True)
class Sample:
    """Blocks of consecutive records, drawn at random from strata of equal size."""

    # The indices of the blocks, ascending.
    blocks: list[int]
    # The number of blocks of each stratum, and how many of these were drawn.
    strata: list[tuple[int, int]]
    records_per_block: int

    def rows(self, records: int) -> NDArray[np.int64]:
        """Returns the indices of the records of all blocks, in a file of some records."""
        blocks = np.array(self.blocks, np.int64)[:, None] * self.records_per_block
        rows = (blocks + np.arange(self.records_per_block)).ravel()
        # The last block of the file may have fewer records.
        return rows[rows < records]


def draw_sample(units: UnitsFile, records: int, per_block: int, seed: int) -> Sample:
    """Draws two blocks of each of some strata, or all if the sample is as large as the file."""
    # The file is sorted by position, so that neighbors are similar.
    blocks = -(-units.records // per_block)
    count = max(records // per_block, 2)
    if count >= blocks:
        return Sample(list(range(blocks)), [(blocks, blocks)], per_block)
    strata = count // 2
    generator = random.Random(f"{seed} {units.content_hash}")
    ends = [blocks * index // strata for index in range(strata + 1)]
    ranges = [range(start, end) for start, end in itertools.pairwise(ends)]
    drawn = [block for part in ranges for block in sorted(generator.sample(part, 2))]
    return Sample(drawn, [(len(part), 2) for part in ranges], per_block)


class Interval(NamedTuple):
    """An estimate, with the ends of its 95 % confidence interval."""

    value: float
    low: float
    high: float


def stratified_total(sample: Sample, values: Sequence[float]) -> Interval:
    """Returns the estimate of the total of all blocks, from the values of those of a sample."""
    total = variance = 0.0
    left = iter(values)
    for size, drawn in sample.strata:
        part = list(itertools.islice(left, drawn))
        total += size * statistics.fmean(part)
        if drawn < size:
            variance += size**2 * (1 - drawn / size) * statistics.variance(part) / drawn
    half = student_quantile(len(sample.strata)) * math.sqrt(variance)
    return Interval(total, max(total - half, sum(values)), total + half)


def student_quantile(degrees: int) -> float:
    """Returns the factor of a 95 % confidence interval: Abramowitz and Stegun, 26.7.5."""
    z = statistics.NormalDist().inv_cdf(0.975)
    terms = (
        z,
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
        (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92160,
    )
    return float(sum(term / degrees**power for power, term in enumerate(terms)))


def estimate_cost(
    units: UnitsFile, depth: int, records: int, *, per_block: int = 1, seed: int = 0, **means: Any
) -> dict[str, Any]:
    """Counts a sample of a units file, and estimates the cost and the total of a whole count.

    `means` are those of `UnitsFile.count`. A terminal shows the number of counted blocks.
    """
    # With blocks of one record, the hash table finds the transpositions below a record alone, so
    # that the cost is an upper estimate. Blocks as large as the units of the file are real units.
    sample = draw_sample(units, records, per_block, seed)
    seconds: list[float] = []
    results: list[UnitResult] = []
    with tempfile.TemporaryDirectory() as folder:
        rows = sample.rows(units.records)
        small = units.write_sample(f"{folder}/sample.units", rows, records_per_unit=per_block)
        # Empty calls come first. In a count of the file, their overhead is that of a unit.
        empty = [(0, units.plies)] * _EMPTY_CALLS
        for unit, to_depth in [*empty, *((unit, depth) for unit in range(len(small)))]:
            # The CPU time does not depend on other processes.
            start = time.process_time()
            results.append(small.count(unit, to_depth, **means))
            seconds.append(time.process_time() - start)
            if sys.stderr.isatty():
                # The estimate is longer, and overwrites the line.
                print(f"block {unit + 1} of {len(small)}", end="\r", file=sys.stderr, flush=True)
    overhead = statistics.median(seconds[:_EMPTY_CALLS])
    seconds = [max(one - overhead, 0.0) for one in seconds[_EMPTY_CALLS:]]
    found: dict[str, Any] = {
        "depth": depth,
        "records": small.records,
        "records_per_block": per_block,
        "of": units.records,
        "published": published(units.root, depth),
        "sample_core_seconds": sum(seconds),
    }
    columns: dict[str, Sequence[float]] = {
        "core_seconds": seconds,
        "leaves": [result.leaves for result in results[_EMPTY_CALLS:]],
        "nodes": [result.nodes for result in results[_EMPTY_CALLS:]],
    }
    for name, values in columns.items():
        total = stratified_total(sample, values)
        found |= {name: total.value, f"{name}_interval": [total.low, total.high]}
    return found
