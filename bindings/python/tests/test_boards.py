# Many games at once, and labels of policies, against python-chess and the columns of positions.
from __future__ import annotations

import signal
import threading
from typing import Any

import chess
import numpy as np
import pytest
import tabiya as tb
from numpy.typing import NDArray
from tabiya import Boards, IllegalMoveError, Positions, Termination

LAYOUTS: list[Any] = ["lc0", "az", "uci"]

# An ending without pawns, near the limit of seventy-five moves.
ENDING = "8/8/8/4k3/8/8/3Q4/4K3 w - - 90 60"


def random_moves(boards: Boards, generator: np.random.Generator) -> NDArray[np.uint16]:
    """Returns a random legal move of each game, and 0 where there is none."""
    legal = boards.legal_moves()
    counts = np.diff(legal.offsets)
    picks = legal.offsets[:-1] + (generator.random(len(boards)) * counts).astype(int)
    return np.where(counts > 0, np.append(legal.moves, np.uint16(0))[picks], np.uint16(0))


def shuffle(boards: Boards, times: int) -> None:
    """Moves the knights out and back."""
    for san in ["Nf3", "Nf6", "Ng1", "Ng8"] * times:
        boards.push(boards.positions.parse_san([san] * len(boards)))


def expected_end(board: chess.Board, claim_draw: bool) -> tuple[int, int]:
    """Returns termination and winner by python-chess; a claim needs no move that completes it."""
    end = board.outcome()
    if end is not None:
        return Termination[end.termination.name], {None: 0, True: 1, False: -1}[end.winner]
    if claim_draw and board.is_fifty_moves():
        return Termination.FIFTY_MOVES, 0
    if claim_draw and board.is_repetition(3):
        return Termination.THREEFOLD_REPETITION, 0
    return 0, 0


def test_games_in_lockstep_equal_python_chess() -> None:
    generator = np.random.default_rng(0)
    starts = Positions.from_fens([tb.STARTING_FEN] * 30 + [ENDING] * 30)
    boards, references = Boards(starts), [chess.Board(fen) for fen in starts.fens()]
    seen: set[int] = set()
    for _ in range(120):
        moves = random_moves(boards, generator)
        texts = boards.positions.uci(moves, errors="mask")[0]
        played = boards.push(moves, errors="mask")
        assert (played == (moves != 0)).all()
        for reference, text in zip(references, texts.tolist(), strict=True):
            if text:
                reference.push(reference.parse_uci(text))
        assert boards.positions.fens() == [board.fen() for board in references]
        for claim_draw in (False, True):
            ends = boards.outcomes(claim_draw=claim_draw, threads=2)
            pairs = zip(ends.terminations.tolist(), ends.winners.tolist(), strict=True)
            assert list(pairs) == [expected_end(board, claim_draw) for board in references]
            seen.update(ends.terminations.tolist())
        assert boards.plies().tolist() == [len(board.move_stack) for board in references]
    assert {0, Termination.CHECKMATE, Termination.SEVENTYFIVE_MOVES} <= seen
    assert {Termination.INSUFFICIENT_MATERIAL, Termination.FIFTY_MOVES} <= seen
    # The moves of all games, and each game as a board.
    games = boards.games()
    assert games.starts == starts
    for row, reference in enumerate(references):
        assert games.offsets[row + 1] - games.offsets[row] == len(reference.move_stack)
        assert boards[row].to_chess().move_stack == reference.move_stack
        bits = games.moves[games.offsets[row] : games.offsets[row + 1]].tolist()
        assert bits == [move.bits for move in boards[row].move_stack]


def test_repetition_ends_games() -> None:
    boards = Boards(3)
    shuffle(boards, 2)
    assert boards.repetitions().tolist() == [2, 2, 2]
    assert boards.outcomes().terminations.tolist() == [0, 0, 0]
    assert boards.outcomes().results.tolist() == [-128, -128, -128]
    claimed = boards.outcomes(claim_draw=True).terminations
    assert claimed.tolist() == [Termination.THREEFOLD_REPETITION] * 3
    boards.reset([1])
    shuffle(boards, 2)
    fivefold = Termination.FIVEFOLD_REPETITION
    assert boards.outcomes().terminations.tolist() == [fivefold, 0, fivefold]
    assert boards.outcomes().results.tolist() == [0, -128, 0]
    assert boards.repetitions(threads=2).tolist() == [4, 2, 4]


@pytest.mark.parametrize("layout", ["lc0", "az", "simple"])
@pytest.mark.parametrize("dtype", ["bits", "uint8", "float32"])
@pytest.mark.parametrize("fill", ["zeros", "repeat"])
def test_planes_of_boards_are_last_rows_of_games(layout: Any, dtype: Any, fill: Any) -> None:
    generator = np.random.default_rng(1)
    boards = Boards(4)
    shuffle(boards, 1)
    rows: list[list[tb.Position]] = []
    for board in boards:
        replayed = tb.Board()
        game = [replayed.position]
        for move in board.move_stack:
            replayed.push(move)
            game.append(replayed.position)
        rows.append(game)
    for ply in range(12):
        if ply == 6:
            boards.reset([2])
            rows[2] = [tb.Position()]
        boards.push(random_moves(boards, generator))
        for game, position in zip(rows, boards.positions, strict=True):
            game.append(position)
        column = Positions([position for game in rows for position in game])
        offsets = np.cumsum([0, *map(len, rows)])
        found = boards.planes(layout, dtype=dtype, fill=fill)
        last = offsets[1:] - 1
        assert (found == column.planes(layout, dtype=dtype, games=offsets, fill=fill)[last]).all()
        selected = column.planes(layout, dtype=dtype, games=offsets, fill=fill, rows=last)
        assert (found == selected).all()
        out = np.empty_like(found)
        assert boards.planes(layout, dtype=dtype, fill=fill, out=out, threads=2) is out
        assert (out == found).all()


def test_history_limits_positions_shown() -> None:
    boards = Boards(1)
    shuffle(boards, 2)
    whole, short = boards.planes("az"), boards.planes("az", history=3)
    assert (whole[:, :42] == short[:, :42]).all()
    assert (whole[:, 112:] == short[:, 112:]).all()
    pieces = [plane for ply in range(3, 8) for plane in range(14 * ply, 14 * ply + 12)]
    assert not short[:, pieces].any()
    assert whole[:, pieces].any()
    for history in (0, 9):
        with pytest.raises(ValueError, match=f"history: {history}; expected 1 to 8"):
            boards.planes("az", history=history)


def test_illegal_move_changes_no_game() -> None:
    boards = Boards(3)
    moves = boards.positions.parse_san(["e4", "d4", "Nf3"])
    wrong = moves.copy()
    wrong[1] = tb.Position().parse_san("Nc3").bits ^ 63
    before = boards.positions
    with pytest.raises(IllegalMoveError) as error:
        boards.push(wrong)
    assert error.value.row == 1
    assert boards.positions.fens() == before.fens()
    assert boards.push(wrong, errors="mask").tolist() == [True, False, True]
    assert boards.plies().tolist() == [1, 0, 1]
    with pytest.raises(ValueError, match="moves: 2 values; expected 3"):
        boards.push(moves[:2])


def test_interrupt_leaves_all_games_at_one_ply() -> None:
    boards = Boards(150_000)
    interrupts = 0

    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    previous = signal.signal(signal.SIGALRM, interrupt)
    try:
        for attempt in range(40):
            san = ["Nf3", "Nf6", "Ng1", "Ng8"][boards.plies()[0] % 4]
            moves = np.full(len(boards), boards[0].parse_san(san).bits, np.uint16)
            signal.setitimer(signal.ITIMER_REAL, 0.001 + attempt % 20 * 0.002)
            try:
                boards.push(moves)
                signal.setitimer(signal.ITIMER_REAL, 0)
            except KeyboardInterrupt:
                interrupts += 1
            plies = boards.plies()
            assert plies.min() == plies.max()
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, previous)
    assert interrupts > 0


def test_reset_begins_games_again() -> None:
    starts = Positions.from_fens([tb.STARTING_FEN, ENDING])
    boards = Boards(starts)
    boards.push(boards.positions.parse_san(["e4", "Kd1"]))
    boards.reset(np.array([False, True]))
    assert boards.plies().tolist() == [1, 0]
    assert boards.positions.fens()[1] == ENDING
    boards.reset(positions=starts[::-1])
    assert boards.positions.fens() == starts[::-1].fens()
    boards.push(boards.positions.parse_san(["Kd1", "e4"]))
    boards.reset()
    assert boards.positions.fens() == starts[::-1].fens()
    with pytest.raises(ValueError, match="positions: 2 rows; expected 1"):
        boards.reset([0], starts)
    with pytest.raises(IndexError, match="rows: 2; expected a row of 2"):
        boards.reset([2])
    with pytest.raises(ValueError, match="rows: 3 values; expected 2"):
        boards.reset([True, False, True])


def test_threads_that_share_boards_lose_no_move() -> None:
    boards = Boards(20_000)
    moves = boards.positions.parse_san(["e4"] * 20_000)
    refused, made = [], []

    def push() -> None:
        try:
            boards.push(moves, threads=2)
        except RuntimeError as error:
            refused.append(str(error))
        except IllegalMoveError:
            # Black is to move: another thread was first.
            refused.append("second")
        else:
            made.append(1)

    threads = [threading.Thread(target=push) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(made) == 1
    assert set(refused) <= {"boards: in use by another thread", "second"}
    assert set(boards.plies().tolist()) == {1}


@pytest.mark.parametrize("layout", LAYOUTS)
def test_labels_of_moves_yield_the_moves(boards: list[chess.Board], layout: Any) -> None:
    positions = Positions([tb.Position.from_chess(board) for board in boards if any(board.legal_moves)])
    legal = positions.legal_moves()
    rows = np.repeat(np.arange(len(positions)), np.diff(legal.offsets))
    column, labels = positions[rows], legal.policy(layout)
    assert (column.policy(legal.moves, layout, threads=2) == labels).all()
    known = labels != 65_535
    found, valid = column.moves_from_policy(labels, layout, errors="mask", threads=2)
    assert (valid == known).all()
    assert (found == np.where(known, legal.moves, 0)).all()
    # The labels of one position are those of its mask.
    mask = positions.legal_mask(layout)
    everything = np.arange(mask.shape[1])
    for row in range(0, len(positions), 50):
        repeated = positions[np.full(len(everything), row)]
        assert (repeated.moves_from_policy(everything, layout, errors="mask")[1] == mask[row]).all()


def test_labels_without_a_legal_move_are_errors() -> None:
    positions = Positions([tb.Position()] * 3)
    labels = [322, 0, 293]
    with pytest.raises(IllegalMoveError, match="row 1.*label.*0: no legal move has it"):
        positions.moves_from_policy(labels, "lc0")
    for label in (-1, 1858, 65_535):
        with pytest.raises(IllegalMoveError, match=f"{label}; expected 0 to 1857"):
            positions[:1].moves_from_policy([label], "lc0")
    moves, valid = positions.moves_from_policy(np.array(labels, np.uint16), "lc0", errors="mask")
    assert positions.uci(moves, errors="mask")[0].tolist() == ["e2e4", "", "d2d4"]
    assert valid.tolist() == [True, False, True]
    labels_found, valid = positions.policy(moves, "lc0", errors="mask")
    assert labels_found.tolist() == [322, 65_535, 293]
    assert valid.tolist() == [True, False, True]
    with pytest.raises(IllegalMoveError):
        positions.policy(moves, "lc0")


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("packed", [False, True])
def test_mask_of_rows_is_rows_of_mask(boards: list[chess.Board], layout: Any, packed: Any) -> None:
    positions = Positions([tb.Position.from_chess(board) for board in boards])
    mask = positions.legal_mask(layout, packed=packed)
    some = np.arange(len(positions)) % 3 == 0
    selections: list[Any] = [some, np.flatnonzero(some), [-1, 0, 0, 5], []]
    for rows in selections:
        index = np.array(rows, int) if isinstance(rows, list) else rows
        assert (positions.legal_mask(layout, packed=packed, rows=rows) == mask[index]).all()
        planes = positions.planes("simple", rows=rows, threads=2)
        assert (planes == positions.planes("simple")[index]).all()
    with pytest.raises(IndexError, match="rows: 5000; expected a row of"):
        positions.legal_mask(layout, packed=packed, rows=[5000])
