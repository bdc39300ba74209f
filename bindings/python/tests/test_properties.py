# Properties of columns for any positions, found by hypothesis.
from __future__ import annotations

import pickle

import chess
import numpy as np
import tabiya as tb
from hypothesis import given, settings
from hypothesis import strategies as st
from tabiya import Position, Positions

numbers = st.lists(st.integers(0, 255), max_size=60)


@st.composite
def boards(draw: st.DrawFn) -> chess.Board:
    """A position after random moves from a random start position of Chess960."""
    board = chess.Board.from_chess960_pos(draw(st.integers(0, 959)))
    for number in draw(numbers):
        moves = list(board.legal_moves)
        if not moves:
            break
        board.push(moves[number % len(moves)])
    return board


@settings(deadline=None, max_examples=60)
@given(st.lists(boards(), max_size=4))
def test_columns_equal_python_chess(found: list[chess.Board]) -> None:
    positions = Positions.from_fens([board.fen(en_passant="fen") for board in found])
    moves = positions.legal_moves()
    for row, board in enumerate(found):
        texts = {positions[row].uci(move, chess960=True) for move in moves[row]}
        assert texts == {board.uci(move, chess960=True) for move in board.legal_moves}
    assert positions.fens() == [board.fen() for board in found]
    assert pickle.loads(pickle.dumps(positions)) == positions


@settings(deadline=None, max_examples=60)
@given(boards(), st.integers(0, 40), st.slices(40))
def test_slices_equal_those_of_lists(board: chess.Board, length: int, part: slice) -> None:
    column = Positions([Position.from_chess(board)]).successors().positions[:length]
    assert list(column[part]) == list(column)[part]
    assert column[part].legal_counts().tolist() == column.legal_counts()[part].tolist()
    assert pickle.loads(pickle.dumps(column[part])) == column[part]


@settings(deadline=None, max_examples=20)
@given(boards(), st.integers(0, 4), st.integers(1, 4000))
def test_results_are_equal_on_all_threads(board: chess.Board, threads: int, rows: int) -> None:
    start = Positions([Position.from_chess(board)])
    column = Positions.concat([start, *[start.successors().positions] * 100])[:rows]
    one, many = column.legal_moves(), column.legal_moves(threads=threads)
    assert np.array_equal(one.moves, many.moves) and np.array_equal(one.offsets, many.offsets)
    assert np.array_equal(one.san(), many.san(threads=threads))
    assert np.array_equal(one.policy("az"), many.policy("az", threads=threads))
    for call in [
        lambda threads: column.legal_counts(threads=threads),
        lambda threads: column.keys(threads=threads),
        lambda threads: column.outcome(threads=threads),
        lambda threads: column.in_check(threads=threads),
        lambda threads: column.legal_mask("uci", packed=True, threads=threads),
        lambda threads: column.planes("az", dtype="bits", threads=threads),
        lambda threads: column.perft(2, threads=threads),
        lambda threads: column.successors(threads=threads).rows,
    ]:
        assert np.array_equal(call(1), call(threads))
    fens = column.fens(threads=threads)
    assert Positions.from_fens(fens, threads=threads).fens() == column.fens()


@settings(deadline=None, max_examples=200)
@given(st.one_of(st.text(max_size=90), st.binary(max_size=90)))
def test_any_text_is_a_position_or_an_error(text: str | bytes) -> None:
    for read in [Positions.from_fens, Positions.from_games, Positions([Position()]).parse_san]:
        try:
            read([text])  # type: ignore[operator]
        except (tb.FenError, tb.IllegalMoveError, UnicodeEncodeError) as error:
            assert str(error)


@settings(deadline=None, max_examples=200)
@given(st.binary(min_size=28, max_size=28))
def test_any_28_bytes_are_a_position_or_an_error(packed: bytes) -> None:
    column = np.frombuffer(packed, np.uint8).reshape(1, 28)
    positions, valid = Positions.from_packed(column, errors="mask")
    assert len(positions) == valid.sum()
    assert np.array_equal(positions.packed, column[valid])
