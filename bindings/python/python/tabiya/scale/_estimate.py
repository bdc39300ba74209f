# Estimates of the cost of a count.
"""Estimates of the cost of a count, and of its total, from a stratified random sample.

The total of a stratified sample is the sum over the strata of size times mean. Its variance is the
sum over the strata of size² (1 - n / size) s² / n. Here, n is the number of blocks that were drawn
from the stratum, and s² is their variance (W. Cochran, "Sampling Techniques", 3rd edition 1977,
theorems 5.2 and 5.3). The interval is that of Student's t, with a degree of freedom per stratum.
"""

from __future__ import annotations

import itertools
import math
import random
import statistics
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from .._tabiya import UnitResult, UnitsFile
from ._report import published

_EMPTY_CALLS = 10


@dataclass(frozen=True, slots=True)
class Sample:
    """Blocks of consecutive records, drawn at random from strata of equal size."""

    blocks: list[int]
    """The indices of the blocks, ascending."""
    strata: list[tuple[int, int]]
    """The number of blocks of each stratum, and how many of these were drawn."""
    records_per_block: int

    def rows(self, records: int) -> NDArray[np.int64]:
        """Returns the indices of the records of all blocks, in a file of some records."""
        blocks = np.array(self.blocks, np.int64)[:, None] * self.records_per_block
        rows = (blocks + np.arange(self.records_per_block)).ravel()
        # The last block of the file may have fewer records.
        return rows[rows < records]


def draw_sample(units: UnitsFile, records: int, per_block: int, seed: int) -> Sample:
    """Draws two blocks of each of some strata, or all if the sample is as large as the file."""
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

    With blocks of one record, the hash table finds the transpositions below a record alone, so that
    the cost is an upper estimate. Blocks as large as the units of the file are real units. `means`
    are those of `UnitsFile.count`. A terminal shows the number of counted blocks.
    """
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
                line = f"{unit + 1} of {len(small)} blocks"
                print(line, end="\r", file=sys.stderr, flush=True)
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
        found[name] = total.value
        found[f"{name}_interval"] = [total.low, total.high]
    return found
