# Tests of the comparison with other packages.
"""The script of the comparison runs, and its jobs yield what they claim."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

BENCH = Path(__file__).parent.parent / "bench"


def test_comparison_prints_row_per_job() -> None:
    script = [sys.executable, str(BENCH / "compare.py"), "--rows", "50", "--rounds", "1"]
    result = subprocess.run(script, capture_output=True, text=True, timeout=300, check=False)
    assert result.returncode == 0, result.stderr
    header, _, *rows = [line for line in result.stdout.splitlines() if line.startswith("|")]
    assert "| tabiya | chess " in header
    assert len(rows) == 13
    assert all(" µs | " in row and "×" in row for row in rows)


def test_jobs_of_libraries_yield_equal_results() -> None:
    program = """
import numpy as np, tabiya as tb, compare, jobs
sample = compare.read_sample([], 50)
own, other = jobs.tabiya_jobs(sample), jobs.python_chess_jobs(sample)
assert own[jobs.COUNTS]().tolist() == other[jobs.COUNTS]()
moves = [sorted(map(str, row)) for row in own[jobs.MOVES]()]
assert moves == [sorted(map(str, row)) for row in other[jobs.MOVES]()]
mask = np.unpackbits(own[jobs.MASK](), axis=1, bitorder="little")[:, :1968]
assert (mask == other[jobs.MASK]()).all()
cells = own[jobs.BYTES]()
assert (cells.reshape(-1, 18, 64)[:, :17] == other[jobs.BYTES]()[:, :17]).all()
assert (cells[:, :17] == other[jobs.UNPACKED]()[:, :17]).all()
assert (own[jobs.BITS]()[:, :17] == other[jobs.BITBOARDS]()[:, :17]).all()
read = [sum(1 for _ in game.mainline()) for game in other[jobs.READ]()]
assert np.diff(own[jobs.READ]().offsets).tolist() == read
texts = tb.Positions.from_fens(sample.fens).uci(own[jobs.SAN]())
assert texts.tolist() == [str(move) for move in other[jobs.SAN]()]
"""
    command = [sys.executable, "-c", program]
    result = subprocess.run(
        command, cwd=BENCH, capture_output=True, text=True, timeout=300, check=False
    )
    assert result.returncode == 0, result.stderr
