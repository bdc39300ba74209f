# Random wrong values for all parameters at once, and threads that share every object.
"""The nightly run makes a million calls, and lets the threads run for a minute each."""

from __future__ import annotations

import os
import random
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import tabiya as tb
from tabiya import Board, Boards, Game, Games, Move, PositionBuilder, Positions
from test_arguments import WRONG, Calls

CALLS = int(os.environ.get("TABIYA_HOSTILE_CALLS", "20000"))
SECONDS = float(os.environ.get("TABIYA_THREAD_SECONDS", "1"))

PGN = b'[White "A"]\n\n1. e4 {x} (1. d4 d5) e5 2. Nf3 $1 Nc6 1-0\n\n' * 500


def test_random_calls_never_panic(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # Some texts are valid paths, and some numbers start as many threads.
    monkeypatch.chdir(tmp_path)
    calls = [call for call in Calls(tmp_path).all() if "threads" not in call[2] and "workers" not in call[2]]
    generator, raised = random.Random(1), 0
    for _ in range(CALLS):
        name, run, valid = generator.choice(calls)
        arguments = {key: generator.choice([value, *generator.sample(WRONG, 2)]) for key, value in valid.items()}
        try:
            run(**arguments)
        except Exception as error:
            raised += 1
            assert not isinstance(error, (AttributeError, AssertionError, SystemError)), (
                f"{name}({arguments}): {error!r}"
            )
    assert raised > CALLS // 5


def play(board: Board) -> None:
    for san in ("Nf3", "Nf6", "Ng1", "Ng8"):
        board.push_san(san)
    board.pop()


def play_all(boards: Boards) -> None:
    boards.push([Move("g1", "f3")] * len(boards))
    boards.reset()


def edit(game: Game) -> None:
    node = game.nodes[0].add_move(Move("c7", "c5"))
    node.add_comment("x")
    node.promote()
    node.remove()


def build(builder: PositionBuilder) -> None:
    builder.remove_piece_at("a2")
    builder.set_piece_at("a2", tb.Piece.WHITE_PAWN)


def read(games: list[Any]) -> None:
    """Replaces an iterator that other threads read from."""
    next(games[0], None)
    games[0] = Games.iter_pgn(PGN, batch_games=7)


SHARED: dict[str, tuple[Callable[[], Any], Callable[[Any], object], list[Callable[[Any], object]]]] = {
    "Board": (Board, play, [
        lambda board: (board.legal_moves, board.fen(), str(board), board.outcome(claim_draw=True)),
        lambda board: (board.copy() == board, board.move_stack, board.position, repr(board)),
    ]),
    "Boards": (lambda: Boards(50), play_all, [
        lambda boards: (boards.planes("lc0"), boards.outcomes(), boards.repetitions()),
        lambda boards: (boards.positions, boards.games(), boards.plies(), boards[0], boards.legal_moves()),
    ]),
    "Game": (lambda: Game.read_pgn(PGN), edit, [
        lambda game: (str(game), game.moves, game.positions, game.board(), game.tags),
        lambda game: [(node.comments, node.children, node.clock) for node in game.nodes],
    ]),
    "PositionBuilder": (lambda: PositionBuilder(tb.Position()), build, [
        lambda builder: (builder.fen(), builder.piece_map(), builder.status()),
    ]),
    "Games": (lambda: Games.read_pgn(PGN, texts=True, comments=True), lambda games: games[::2], [
        lambda games: (games[3].to_pgn(), games.positions(), Games.concat([games, games])),
        lambda games: games[np.arange(len(games)) % 2 == 0].starts.legal_moves(threads=2),
    ]),
    "iter_pgn": (lambda: [Games.iter_pgn(PGN, batch_games=7)], read, [lambda games: next(games[0], None)]),
    "Positions": (lambda: Positions([tb.Position()] * 500), lambda rows: rows[::2], [
        lambda rows: (rows.legal_moves(threads=2).san(), rows.planes("az"), rows.unique(), rows.pieces()),
        lambda rows: (rows.fens(threads=2), rows.material(), hash(rows), rows == rows[:]),
    ]),
}  # fmt: skip

# What another thread may cause: a move that became illegal, a node that was removed, a reader in use.
EXPECTED = (tb.IllegalMoveError, tb.FenError, ValueError, IndexError, RuntimeError)


@pytest.mark.parametrize("name", SHARED)
def test_eight_threads_share_an_object(name: str) -> None:
    create, write, readers = SHARED[name]
    shared, errors, count = create(), list[BaseException](), [0]
    end = time.monotonic() + SECONDS

    def repeat(work: Callable[[Any], object]) -> None:
        while time.monotonic() < end and not errors:
            try:
                work(shared)
                count[0] += 1
            except EXPECTED:
                pass
            except BaseException as error:
                errors.append(error)

    works = [write, write, *(readers * 6)[:6]]
    threads = [threading.Thread(target=repeat, args=(work,)) for work in works]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not errors, errors
    assert count[0] > 10
