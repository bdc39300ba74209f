# Estimates of the cost of a count.
"""Estimates of the cost of a count, and of its total, from a stratified random sample.

The total of a stratified sample is the sum over the strata of size times mean. Its variance is the
sum over the strata of size² (1 - n / size) s² / n. Here, n is the number of blocks that were drawn
from the stratum, and s² is their variance (W. Cochran, "Sampling Techniques", 3rd edition 1977,
theorems 5.2 and 5.3). The interval is that of Student's t, with a degree of freedom per stratum.
"""

from __future__ import annotations

import math
import os
import statistics
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from .._tabiya import UnitsFile
from ._published import published_nodes
from ._sample import Sample, draw_sample

__all__ = ["Interval", "estimate_cost", "stratified_total", "student_quantile"]

_CONFIDENCE = 0.95


@dataclass(frozen=True, slots=True)
class Interval:
    """An estimate, with the ends of its 95 % confidence interval."""

    value: float
    low: float
    high: float


def stratified_total(sample: Sample, values: list[float]) -> Interval:
    """Returns the estimate of the total of all blocks, from the values of those of a sample."""
    total = variance = 0.0
    start = 0
    for size, drawn in sample.strata:
        part = values[start : start + drawn]
        start += drawn
        total += size * statistics.fmean(part)
        if drawn < size:
            variance += size**2 * (1 - drawn / size) * statistics.variance(part) / drawn
    half = student_quantile(len(sample.strata)) * math.sqrt(variance)
    return Interval(total, max(total - half, sum(values)), total + half)


def student_quantile(degrees: int) -> float:
    """Returns the factor of a 95 % confidence interval by Student's t.

    It is an expansion in the inverse of the degrees of freedom: Abramowitz and Stegun, 26.7.5.

    >>> [round(student_quantile(degrees), 3) for degrees in (10, 15, 500)]
    [2.228, 2.131, 1.965]
    """
    z = statistics.NormalDist().inv_cdf((1 + _CONFIDENCE) / 2)
    terms = (
        z,
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
        (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92160,
    )
    return float(sum(term / degrees**power for power, term in enumerate(terms)))


def estimate_cost(
    units: UnitsFile,
    depth: int,
    records: int,
    *,
    per_block: int = 1,
    hash_bytes: int | None = 64 << 20,
    threads: int = 1,
    seed: int = 0,
    progress: Callable[[int, int], None] | None = None,
) -> dict[str, Any]:
    """Counts a sample of a units file, and estimates the cost and the total of a whole count.

    With blocks of one record, the hash table finds the transpositions below a record alone, so that
    the cost is an upper estimate. Blocks as large as the units of the file are real units.

    Args:
        units: The units file.
        depth: The depth of the count, below the root.
        records: The number of records of the sample.
        per_block: The number of consecutive records that are drawn and counted together.
        hash_bytes: The size of the hash table in bytes, or `None` to count without one.
        threads: The number of threads of a call.
        seed: The seed of the sample.
        progress: A function that is called with the number of counted blocks, and of all.

    Raises:
        UnitsError: The file is damaged, or the depth is above the split.
    """
    sample = draw_sample(units, records, per_block, seed)
    seconds: list[float] = []
    leaves: list[float] = []
    nodes: list[float] = []
    with tempfile.TemporaryDirectory() as folder:
        path, rows = os.path.join(folder, "sample.units"), sample.rows(units.records)
        small = units.write_sample(path, rows, records_per_unit=per_block)
        overhead = _overhead(small, hash_bytes, threads)
        for unit in range(len(small)):
            start = time.process_time()
            result = small.count(unit, depth, hash=hash_bytes, threads=threads)
            # In a count of the file, the overhead of a call is that of a unit. The time of the
            # process is that of all threads, and does not depend on other processes.
            seconds.append(max(time.process_time() - start - overhead, 0.0))
            leaves.append(result.leaves)
            nodes.append(result.nodes)
            if progress is not None:
                progress(unit + 1, len(small))
    cost, counted = stratified_total(sample, seconds), stratified_total(sample, leaves)
    total = stratified_total(sample, nodes)
    return {
        "depth": depth,
        "records": small.records,
        "records_per_block": per_block,
        "of": units.records,
        "core_seconds": cost.value,
        "core_seconds_interval": [cost.low, cost.high],
        "leaves": counted.value,
        "leaves_interval": [counted.low, counted.high],
        "nodes": total.value,
        "nodes_interval": [total.low, total.high],
        "published": published_nodes(units.root, depth),
        "sample_core_seconds": sum(seconds),
    }


def _overhead(units: UnitsFile, hash_bytes: int | None, threads: int) -> float:
    """Returns the seconds of a call that counts nothing."""
    times: list[float] = []
    for _ in range(10):
        start = time.process_time()
        units.count(0, units.plies, hash=hash_bytes, threads=threads)
        times.append(time.process_time() - start)
    return statistics.median(times)
