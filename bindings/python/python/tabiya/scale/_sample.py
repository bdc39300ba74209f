# Random samples of the records of a units file.
"""Stratified random samples of a units file, as a small units file with the same root."""

from __future__ import annotations

import hashlib
import itertools
import os
import random
import struct
import zlib
from dataclasses import dataclass

import numpy as np

from .._tabiya import UnitsFile

__all__ = ["Sample", "draw_sample", "write_sample"]

_HEADER_SIZE = 256
_POSITION_SIZE = 24


@dataclass(frozen=True, slots=True)
class Sample:
    """Blocks of consecutive records, drawn at random from strata of equal size."""

    blocks: list[int]
    """The indices of the blocks, ascending."""
    strata: list[tuple[int, int]]
    """The number of blocks of each stratum, and how many of these were drawn."""
    records_per_block: int


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


def write_sample(units: UnitsFile, sample: Sample, path: str) -> UnitsFile:
    """Writes a units file in which each unit is a block of a sample."""
    per_block = sample.records_per_block
    rows = np.concatenate(
        [
            np.arange(
                block * per_block, min((block + 1) * per_block, units.records), dtype=np.int64
            )
            for block in sample.blocks
        ]
    )
    positions, multiplicities = units.read_records(rows)
    records = np.empty((len(rows), _POSITION_SIZE + 4), np.uint8)
    records[:, :_POSITION_SIZE] = positions.packed[:, :_POSITION_SIZE]
    records[:, _POSITION_SIZE:] = multiplicities.astype("<u4")[:, None].view(np.uint8)
    with open(units.path, "rb") as file:
        header = bytearray(file.read(_HEADER_SIZE))
    struct.pack_into("<IQ", header, 12, per_block, len(rows))
    header[24:40] = int(multiplicities.sum(dtype=np.uint64)).to_bytes(16, "little")
    digest = hashlib.sha256(records.tobytes())
    digest.update(header[:40] + header[72:252])
    header[40:72] = digest.digest()
    struct.pack_into("<I", header, 252, zlib.crc32(header[:252]))
    with open(path, "wb") as file:
        file.write(header)
        for unit in range(0, len(rows), per_block):
            data = records[unit : unit + per_block].tobytes()
            number = (unit // per_block).to_bytes(8, "little")
            file.write(data + struct.pack("<I", zlib.crc32(number + data)))
    return UnitsFile(os.fspath(path))
