# Positions of random games that python-chess plays.
"""Random positions of standard chess, Chess960 and double Chess960.

`TABIYA_POSITIONS` is the number of positions; the nightly run takes 100,000.
"""

from __future__ import annotations

import os
import random
from collections.abc import Iterator

import chess

COUNT = int(os.environ.get("TABIYA_POSITIONS", "2000"))

RARE = [
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    # En passant: legal, pinned along the rank, pinned along a diagonal, evading a check.
    "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3",
    "8/8/8/K2pP2r/8/8/8/4k3 w - d6 0 1",
    "4k3/8/8/3pP3/8/1b6/8/5K2 w - d6 0 1",
    "8/8/8/2k5/3Pp3/8/8/4K3 b - d3 0 1",
    # Promotions, with captures on the corner of a castling rook.
    "r3k2r/1P4P1/8/8/8/8/1p4p1/R3K2R w KQkq - 0 1",
    "r3k2r/1P4P1/8/8/8/8/1p4p1/R3K2R b KQkq - 0 1",
    # Mate, stalemate, insufficient material, move counts.
    "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1",
    "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
    "4k3/8/8/8/8/8/8/4KB2 w - - 0 1",
    "4k3/8/8/8/8/8/3R4/4K3 w - - 149 120",
    "4k3/8/8/8/8/8/3R4/4K3 w - - 150 120",
    # The most legal moves, and a double check.
    "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1",
    "4k3/8/8/8/8/8/4r3/r3K1B1 w - - 0 1",
]


def start(generator: random.Random) -> chess.Board:
    """Returns a start position of a random variant."""
    variant = generator.randrange(3)
    if variant == 0:
        return chess.Board()
    white = chess.Board.from_chess960_pos(generator.randrange(960))
    if variant == 1:
        return white
    black = chess.Board.from_chess960_pos(generator.randrange(960))
    ranks = white.board_fen().split("/")
    ranks[0] = black.board_fen().split("/")[0]
    return chess.Board(f"{'/'.join(ranks)} w KQkq - 0 1", chess960=True)


def random_boards(count: int, seed: int) -> Iterator[chess.Board]:
    """Yields positions of random games, without their history."""
    generator = random.Random(seed)
    while True:
        board = start(generator)
        for _ in range(generator.randrange(160)):
            moves = list(board.legal_moves)
            if not moves:
                break
            board.push(generator.choice(moves))
            if generator.randrange(4) == 0 or board.is_check():
                yield board.copy(stack=False)
                count -= 1
                if count == 0:
                    return
