# Positions that the tests share.
from __future__ import annotations

import signal

import chess
import pytest
import tabiya as tb
from random_positions import COUNT, RARE, random_boards

# A shell starts background jobs without Ctrl-C, and their processes inherit this.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(scope="session")
def boards() -> list[chess.Board]:
    """Boards of python-chess: rare ones, then random ones."""
    rare = [chess.Board(fen, chess960=False) for fen in RARE]
    return rare + list(random_boards(COUNT, 1))


@pytest.fixture(scope="session")
def positions(boards: list[chess.Board]) -> tb.Positions:
    """The same positions as a column."""
    return tb.Positions.from_fens([board.fen(en_passant="fen") for board in boards])
