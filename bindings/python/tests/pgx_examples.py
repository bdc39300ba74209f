# Writes `tests/data/pgx.json`: games with labels and planes that the package `pgx` computes.
"""Records the action labels, legal actions and observations of Pgx along games.

Run it in an environment with `pgx` and `chess`: `python tests/pgx_examples.py > tests/data/pgx.json`.
"""

from __future__ import annotations

import json
import sys

import chess
import jax
import numpy as np
import pgx

GAMES = [
    # Castling on both wings, a repetition.
    "e4 e5 Nf3 Nc6 Bc4 Bc5 O-O d6 d3 Bg4 Nc3 Qd7 Ng5 O-O-O Nf3 Nf6 Ng5 Ng8 Nf3 Nf6",
    # En passant, captures of rooks, promotions to a queen and a knight.
    "e4 d5 e5 f5 exf6 d4 c3 dxc3 fxg7 cxb2 gxh8=N bxa1=Q Nc3 Qxc1 Qxc1 Kd7 Nd5 Ke6",
    # Underpromotion to a rook by Black and to a bishop by White.
    "a4 h5 a5 h4 a6 h3 axb7 hxg2 bxa8=B gxh1=R Bd5 Rxg1 Bg2 e6 Nc3 d5 d3 Bb4",
]


def label(board: chess.Board, move: chess.Move) -> int:
    """Returns the label by the tables of Pgx, from the point of view of the side to move."""
    from pgx._src.games.chess import TO_PLANE

    def square(number: int) -> int:
        rank = chess.square_rank(number)
        rank = rank if board.turn else 7 - rank
        return chess.square_file(number) * 8 + rank

    start, end = square(move.from_square), square(move.to_square)
    if move.promotion in (None, chess.QUEEN):
        return start * 73 + int(TO_PLANE[start, end])
    plane = 3 * [chess.ROOK, chess.BISHOP, chess.KNIGHT].index(move.promotion)
    return start * 73 + plane + {1: 0, 9: 1, -7: 2}[end - start]


def record(moves: str) -> list[dict[str, object]]:
    """Returns the positions of a game, with what Pgx computes for each."""
    env = pgx.make("chess")
    step, observe = jax.jit(env.step), jax.jit(env.observe)
    state = env.init(jax.random.PRNGKey(0))
    board, rows = chess.Board(), []
    for san in [*moves.split(), None]:
        planes = np.asarray(observe(state, state.current_player)).transpose(2, 0, 1)
        bits = np.packbits((planes != 0).reshape(119, 64), axis=1)
        row = {
            "fen": board.fen(en_passant="fen"),
            "legal": np.flatnonzero(np.asarray(state.legal_action_mask)).tolist(),
            "planes": bits.tobytes().hex(),
            "values": [float(planes[index].max()) for index in (113, 118)],
        }
        rows.append(row)
        if san is None:
            return rows
        move = board.parse_san(san)
        row["label"] = label(board, move)
        assert bool(state.legal_action_mask[row["label"]]), (board.fen(), san)
        state = step(state, row["label"])
        row["move"] = move.uci()
        board.push(move)
    return rows


json.dump({"version": pgx.__version__, "games": [record(moves) for moves in GAMES]}, sys.stdout)
