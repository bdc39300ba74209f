# Interrupts, memory and threads of the process.
from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time

import numpy as np
import pytest
import tabiya as tb
from tabiya import Position, Positions

LONG_CALLS = [
    "Position().perft(12)",
    "Position().perft(12, threads=0)",
    "Positions([Position()]).perft(12)",
    "Positions([Position()] * 200_000).perft(4)",
    "[column.successors() for _ in range(10_000)]",
    "[column.predecessors() for _ in range(10_000)]",
    "[column[mask] for _ in range(100_000)]",
    "[Positions.concat([column, column]) for _ in range(100_000)]",
    "[Positions.from_fens(fens) for _ in range(100_000)]",
    "[column.legal_mask('az', packed=True) for _ in range(10_000)]",
    "diagnose([(STARTING_FEN, 6, 119_060_000)])",
    "diagnose(repeat((column[0], 1, 20)))",
]


@pytest.mark.skipif(os.name == "nt", reason="Windows has no SIGINT for one process")
@pytest.mark.parametrize("call", LONG_CALLS)
def test_interrupt_ends_a_long_call(call: str) -> None:
    program = f"""
from itertools import repeat
from tabiya import STARTING_FEN, Position, Positions, diagnose
column = Positions([Position()] * 100_000)
mask, fens = column.white_to_move(), column.fens()
print("ready", flush=True)
try:
    {call}
except KeyboardInterrupt:
    print("interrupted")
"""
    with subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        time.sleep(0.3)
        process.send_signal(signal.SIGINT)
        output, _ = process.communicate(timeout=60)
    assert output == "interrupted\n" and process.returncode == 0


def test_import_loads_few_modules() -> None:
    # The time of the import is that of its modules: none of the standard library beside those of NumPy.
    program = """
import sys
import numpy
before = set(sys.modules)
import tabiya
print(*sorted(set(sys.modules) - before))
"""
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    names = ["_binpack", "_builder", "_checks", "_enums", "_errors", "_game", "_game_columns", "_game_files", "_game_rows", "_games", "_results", "_tabiya"]
    expected = {"tabiya", *(f"tabiya.{name}" for name in names)}
    assert set(run.stdout.split()) - {"__future__"} == expected


def resident() -> int:
    """The resident memory of the process in bytes."""
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")


@pytest.mark.skipif(not os.path.exists("/proc/self/statm"), reason="needs Linux")
def test_repeated_calls_keep_memory_constant(positions: Positions) -> None:
    fens = positions.fens()
    out = positions.legal_mask("lc0", packed=True)

    def work() -> None:
        column = Positions.from_fens(fens)
        moves = column.legal_moves()
        moves.san()
        moves.policy("lc0")
        column.successors()
        column.planes("lc0", dtype="bits")
        column.legal_mask("lc0", packed=True, out=out)
        column.unique()
        [position.legal_moves for position in column[:50]]
        Positions.from_fens([*fens[:10], "x"], errors="mask")
        with pytest.raises(tb.FenError):
            Positions.from_fens(["x"])

    for _ in range(10):
        work()
    before = resident()
    for _ in range(40):
        work()
    # 40 columns of positions alone would be megabytes.
    assert resident() - before < 4 << 20


def test_column_is_shared_by_threads(positions: Positions) -> None:
    expected = positions.legal_counts().tolist()
    results: list[list[int]] = []
    workers = [
        threading.Thread(target=lambda: results.append(positions.legal_counts().tolist()))
        for _ in range(8)
    ]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert results == [expected] * 8


def test_long_call_releases_the_gil() -> None:
    finished = threading.Event()
    worker = threading.Thread(target=lambda: (Position().perft(7), finished.set()))
    worker.start()
    count = 0
    while not finished.is_set():
        count += 1
        time.sleep(0.001)
    worker.join()
    assert count > 1


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_threads_work_after_fork(positions: Positions) -> None:
    expected = positions.keys(threads=2)
    child = os.fork()
    if child == 0:
        # A pool that the parent started would hang here.
        os._exit(0 if np.array_equal(positions.keys(threads=2), expected) else 1)
    deadline = time.monotonic() + 30
    while time.monotonic() < deadline:
        process, status = os.waitpid(child, os.WNOHANG)
        if process:
            assert os.waitstatus_to_exitcode(status) == 0
            return
        time.sleep(0.01)
    os.kill(child, signal.SIGKILL)
    pytest.fail("the child process hangs")
