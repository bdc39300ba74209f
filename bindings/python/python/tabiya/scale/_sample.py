# Random samples of the records of a units file.
"""Stratified random samples of the records of a units file."""

from __future__ import annotations

import itertools
import random
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from .._tabiya import UnitsFile

__all__ = ["Sample", "draw_sample"]


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
    """Draws about `records` records, in blocks of some consecutive ones.

    The file is sorted by position, so that neighbors are similar. It is divided into strata of
    equal size, and two blocks of each are drawn. If the sample is as large as the file, it is the
    file.
    """
    blocks = -(-units.records // per_block)
    count = max(records // per_block, 2)
    if count >= blocks:
        return Sample(list(range(blocks)), [(blocks, blocks)], per_block)
    generator = random.Random(f"{seed} {units.content_hash}")
    strata = count // 2
    ends = [blocks * index // strata for index in range(strata + 1)]
    drawn: list[int] = []
    sizes: list[tuple[int, int]] = []
    for start, end in itertools.pairwise(ends):
        chosen = sorted(generator.sample(range(start, end), 2))
        drawn += chosen
        sizes.append((end - start, len(chosen)))
    return Sample(drawn, sizes, per_block)
