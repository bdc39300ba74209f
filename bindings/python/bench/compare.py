# Compares the package with other libraries for chess, in one run.
"""Times columns of positions with tabiya, python-chess and, if installed, bulletchess.

`python bench/compare.py --epd FILE` reads positions from a file; without one, random games of python-chess
yield them. Libraries that work on one board at a time get a sample of the rows. Each figure is the median
of alternating rounds, in time of the process per row.
"""

from __future__ import annotations

import argparse
import importlib
import random
import statistics
import time
from collections.abc import Callable, Iterator
from typing import Any

import chess
import numpy as np
import tabiya as tb

Job = Callable[[], object]


def random_fens(count: int) -> list[str]:
    """Returns positions of random games."""
    generator, fens = random.Random(0), []
    while len(fens) < count:
        board = chess.Board()
        while len(board.move_stack) < 160 and (moves := list(board.legal_moves)):
            board.push(generator.choice(moves))
            fens.append(board.fen())
    return fens[:count]


def read_fens(path: str, count: int) -> list[str]:
    """Returns the positions of a file of EPD lines."""
    positions, _ = tb.Positions.from_epd(path, errors="mask")
    return positions[:count].fens()


def tabiya_jobs(fens: list[str], san: list[str]) -> dict[str, Job]:
    """Returns the jobs of this package, for all rows."""
    positions, count = tb.Positions.from_fens(fens), len(fens)
    alive = positions[positions.legal_counts() > 0]
    packed = np.zeros((count, 246), np.uint8)
    bits, cells = np.zeros((count, 18), np.uint64), np.zeros((count, 18, 8, 8), np.uint8)
    column = np.array(fens)
    return {
        "FEN column → positions": lambda: tb.Positions.from_fens(column),
        "legal moves, offsets + moves": lambda: positions.legal_moves(),
        "legal counts": lambda: positions.legal_counts(),
        "policy mask of legal moves": lambda: positions.legal_mask("uci", packed=True, out=packed),
        "planes as bits": lambda: positions.planes("simple", dtype="bits", out=bits),
        "planes as uint8": lambda: positions.planes("simple", out=cells),
        "SAN column → moves": lambda: alive.parse_san(san),
        "one board: list, push, pop": lambda: walk(tb.Board, fens),
    }


def walk(board_type: Any, fens: list[str]) -> None:
    """Lists the moves of each position, and makes and takes back each."""
    for fen in fens[:1000]:
        board = board_type(fen)
        for move in list(board.legal_moves):
            board.push(move)
            board.pop()


def chess_planes(boards: list[chess.Board]) -> object:
    planes = np.zeros((len(boards), 18, 64), np.uint8)
    for row, board in enumerate(boards):
        for square, piece in board.piece_map().items():
            planes[row, (0 if piece.color else 6) + piece.piece_type - 1, square] = 1
        planes[row, 12] = board.turn
        for index, rook in enumerate([chess.BB_H1, chess.BB_A1, chess.BB_H8, chess.BB_A8]):
            planes[row, 13 + index] = bool(board.castling_rights & rook)
        if board.ep_square is not None:
            planes[row, 17, board.ep_square] = 1
    return planes


def chess_mask(boards: list[chess.Board], labels: dict[str, int]) -> object:
    mask = np.zeros((len(boards), len(labels)), bool)
    for row, board in enumerate(boards):
        for move in board.legal_moves:
            mask[row, labels[move.uci()]] = True
    return mask


def python_chess_jobs(fens: list[str], san: list[str]) -> dict[str, Job]:
    """Returns the jobs of python-chess."""
    boards = [chess.Board(fen) for fen in fens]
    alive = [board for board in boards if any(board.legal_moves)]
    labels = {text: label for label, text in enumerate(tb.policy_labels("uci"))}
    return {
        "FEN column → positions": lambda: [chess.Board(fen) for fen in fens],
        "legal moves, offsets + moves": lambda: [list(board.legal_moves) for board in boards],
        "legal counts": lambda: [board.legal_moves.count() for board in boards],
        "policy mask of legal moves": lambda: chess_mask(boards, labels),
        "planes as bits": lambda: chess_planes(boards),
        "planes as uint8": lambda: chess_planes(boards),
        "SAN column → moves": lambda: [
            board.parse_san(text) for board, text in zip(alive, san, strict=False)
        ],
        "one board: list, push, pop": lambda: walk(chess.Board, fens),
    }


def bulletchess_jobs(fens: list[str], san: list[str]) -> dict[str, Job]:
    """Returns the jobs of bulletchess, or none if it is not installed."""
    try:
        bullet: Any = importlib.import_module("bulletchess")
    except ImportError:
        return {}
    boards = [bullet.Board.from_fen(fen) for fen in fens]

    def walk_boards() -> None:
        for board in boards[:1000]:
            for move in board.legal_moves():
                board.apply(move)
                board.undo()

    return {
        "FEN column → positions": lambda: [bullet.Board.from_fen(fen) for fen in fens],
        "legal moves, offsets + moves": lambda: [board.legal_moves() for board in boards],
        "legal counts": lambda: [len(board.legal_moves()) for board in boards],
        "one board: list, push, pop": walk_boards,
    }


def rounds(jobs: list[Job], count: int) -> Iterator[list[float]]:
    """Yields the times of all jobs, in alternating rounds."""
    for _ in range(count):
        times = []
        for job in jobs:
            start = time.process_time()
            job()
            times.append(time.process_time() - start)
        yield times


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--epd", help="file of positions, one per line")
    parser.add_argument("--rows", type=int, default=100_000)
    parser.add_argument("--sample", type=int, default=1_000, help="rows for other libraries")
    parser.add_argument("--rounds", type=int, default=10)
    arguments = parser.parse_args()
    rows = arguments.rows
    fens = read_fens(arguments.epd, rows) if arguments.epd else random_fens(rows)
    positions = tb.Positions.from_fens(fens)
    alive = positions[positions.legal_counts() > 0]
    moves = alive.legal_moves()
    san = alive.san(moves.moves[moves.offsets[:-1]].copy()).tolist()
    sample = fens[: arguments.sample]
    libraries = {
        "tabiya": (len(fens), tabiya_jobs(fens, san)),
        "python-chess": (len(sample), python_chess_jobs(sample, san)),
        "bulletchess": (len(sample), bulletchess_jobs(sample, san)),
    }
    print(f"{len(fens)} positions; µs per row, and times as long as tabiya")
    for name in libraries["tabiya"][1]:
        found = {
            library: (min(count, 1000) if name.startswith("one board") else count, jobs[name])
            for library, (count, jobs) in libraries.items()
            if name in jobs
        }
        times = zip(*rounds([job for _, job in found.values()], arguments.rounds), strict=True)
        per_row = [
            statistics.median(column) / count * 1e6
            for column, (count, _) in zip(times, found.values(), strict=True)
        ]
        cells = [
            f"{library} {value:.3f}" + (f" ({value / per_row[0]:.1f}×)" if index else "")
            for index, (library, value) in enumerate(zip(found, per_row, strict=True))
        ]
        print(f"| {name} | {' | '.join(cells)} |", flush=True)


if __name__ == "__main__":
    main()
