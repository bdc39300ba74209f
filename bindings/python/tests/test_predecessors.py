# `Predecessors` against the rows of a brute-force search, and against python-chess.
from __future__ import annotations

import hashlib
import pickle
from pathlib import Path
from typing import Any

import chess
import numpy as np
import pytest
import tabiya as tb
from tabiya import Move, PieceType, Position, Positions, Predecessors

DATA = Path(__file__).parents[3] / "tests" / "data" / "unmoves"


def test_rows_of_brute_force_are_equal() -> None:
    rows = 0
    for path in sorted(DATA.glob("*.tsv")):
        for line in path.read_text(encoding="utf-8").splitlines()[1:]:
            fen, policy, retractions, positions, digest, texts, *_ = line.split("\t")
            options: dict[str, Any] = dict(item.split("=") for item in policy.split(","))
            column = Positions([Position(fen, allow_impossible_checks=True)])
            arguments: dict[str, Any] = {
                "castling": options["castling"],
                "en_passant": {"legal": "legal", "always": "fen"}[options["ep"]],
                "impossible_checks": options["checks"] == "any",
            }
            least = column.predecessors(**arguments)
            assert least.counts.tolist() == [int(retractions)], line
            assert sorted(short(least)) == [text for text in sorted(texts.split()) if text != "-"], line
            found = column.predecessors(**arguments, states="all")
            assert found.offsets.tolist() == [0, int(positions)], line
            fens = [row.fen(shredder=True, en_passant="fen").rsplit(" ", 2)[0] for row in found.positions]
            lines = [f"{text} {fen}\n" for text, fen in zip(short(found), fens, strict=True)]
            assert hashlib.sha256("".join(sorted(lines)).encode()).hexdigest() == digest, line
            rows += 1
    assert rows == 240


def short(found: Predecessors) -> list[str]:
    """Returns the texts in the notation of the data."""
    return [text.replace(" castles", "c").replace(" ep", "e") for text in found.text().tolist()]


def test_moves_lead_to_positions(positions: Positions) -> None:
    options: list[dict[str, Any]] = [{}, {"states": "all"}, {"castling": "any", "states": "all", "threads": 2}]
    for arguments in options:
        found = positions.predecessors(**arguments)
        assert found.moves.dtype == np.uint16 and found.captured.dtype == np.uint8
        assert len(found) == len(positions) and len(found.moves) == found.offsets[-1] == found.counts.sum()
        rows = np.repeat(np.arange(len(positions)), found.counts)
        assert found.positions.after(found.moves) == positions[rows]
        squares = found.moves.astype(int) >> 6 & 63
        normal = (found.moves >> 12) == tb.MoveKind.NORMAL
        pieces = [before.piece_type_at(square) or 0 for before, square in zip(found.positions, squares, strict=True)]
        assert (found.captured == pieces)[normal].all()
        for name in ["moves", "captured", "offsets"]:
            assert not getattr(found, name).flags.writeable


def test_every_move_of_python_chess_is_found(boards: list[chess.Board]) -> None:
    texts, fens, expected = [], [], []
    for board in boards[::7]:
        for move in board.legal_moves:
            after = board.copy(stack=False)
            after.push(move)
            texts.append(move.uci())
            fens.append(after.fen())
            expected.append(board.fen().rsplit(" ", 2)[0])
    assert len(fens) > 1000
    found = Positions.from_fens(fens).predecessors(castling="any", states="all", threads=2)
    before = [fen.rsplit(" ", 2)[0] for fen in found.positions.fens()]
    moves = found.positions.uci(found.moves).tolist()
    for row, (text, fen) in enumerate(zip(texts, expected, strict=True)):
        part = slice(found.offsets[row], found.offsets[row + 1])
        pairs = list(zip(moves[part], before[part], strict=True))
        assert pairs.count((text, fen)) == 1, (fen, text)


def test_rows_are_tuples() -> None:
    found = Positions([Position("8/8/8/8/8/5k2/8/K7 b - - 0 1")] * 2).predecessors()
    assert found.counts.tolist() == [15, 15] and found.counts.dtype == np.int64
    rows = list(found)
    assert rows[0] == rows[1] == found[-1] and len(rows[0]) == 15
    for (move, captured, before), bits, number in zip(rows[0], found.moves, found.captured, strict=False):
        assert move == Move.from_bits(int(bits)) and (captured or 0) == number
        assert captured is None or isinstance(captured, PieceType)
        assert before.is_legal(move)
    for index in [2, -3, 2**70]:
        with pytest.raises(IndexError, match="expected a row of 2"):
            found[index]
    texts = sorted(found.text()[:15].tolist())
    assert texts == sorted(f"{origin}a1{end}" for origin in ["a2", "b1", "b2"] for end in ["", "xB", "xN", "xQ", "xR"])


def test_texts_name_castling_and_en_passant() -> None:
    castled = Position("4k3/8/8/8/8/8/8/5RK1 b - - 1 1")
    captured = Position("4k3/8/3P4/8/8/8/8/4K3 b - - 0 1")
    found = Positions([castled, captured]).predecessors()
    assert {"e1h1 castles", "e5d6 ep", "c5d6 ep", "d5d6", "e5d6xQ"} <= set(found.text().tolist())
    assert found.text().dtype == "U12" and (found.text(threads=2) == found.text()).all()
    no_castling = Positions([castled, captured]).predecessors(castling="none")
    assert "e1h1 castles" not in no_castling.text()


def test_threads_find_the_same(positions: Positions) -> None:
    column = Positions.concat([positions] * 3)
    one, two = column.predecessors(states="all"), column.predecessors(states="all", threads=2)
    assert one == two and hash(one) == hash(two)
    for name in ["moves", "captured", "offsets"]:
        assert np.array_equal(getattr(one, name), getattr(two, name))
    assert np.array_equal(one.positions.packed, two.positions.packed)


def test_pickles_keep_arguments(positions: Positions) -> None:
    column = positions[:50]
    found = column.predecessors(castling="any", en_passant="fen", impossible_checks=True, states="all")
    other = pickle.loads(pickle.dumps(found))
    assert other == found and np.array_equal(other.moves, found.moves)
    assert np.array_equal(other.positions.packed, found.positions.packed)
    assert found != column.predecessors() and found != column.legal_moves()
    # The clocks of the earlier positions differ.
    early, late = Position("4k3/8/8/8/8/8/8/4K3 w - - 5 9"), Position("4k3/8/8/8/8/8/8/4K3 w - - 6 9")
    assert Positions([early]).predecessors() != Positions([late]).predecessors()


def test_last_moves_exist_where_a_retraction_does(positions: Positions) -> None:
    found = positions.has_last_move()
    assert found.dtype == np.bool_ and found.tolist() == [row.has_last_move() for row in positions]
    assert np.array_equal(found, positions.predecessors(castling="any").counts > 0)
    assert np.array_equal(found, positions.has_last_move(threads=2))
    impossible = Position("8/8/8/8/8/4k3/3P4/K7 b - - 0 1")
    assert not impossible.has_last_move() and not tb.Board.from_position(impossible).has_last_move()
    assert Position().has_last_move()


def test_unknown_choices_are_errors() -> None:
    column = Positions([Position()])
    cases: list[tuple[dict[str, Any], str]] = [
        ({"castling": "chess960"}, 'castling: "chess960"; expected none, standard or any'),
        ({"en_passant": "always"}, 'en_passant: "always"; expected legal, xfen or fen'),
        ({"states": ""}, 'states: ""; expected least or all'),
        ({"threads": 1025}, "threads: 1025; expected 0 to 1024"),
    ]
    for arguments, message in cases:
        with pytest.raises(ValueError, match=message):
            column.predecessors(**arguments)
    with pytest.raises(TypeError, match="impossible_checks: int; expected a bool"):
        column.predecessors(impossible_checks=1)  # type: ignore[arg-type]


def test_empty_columns_have_no_predecessors() -> None:
    found = Positions().predecessors(states="all")
    assert found.offsets.tolist() == [0] and found.counts.shape == found.moves.shape == (0,)
    assert found.positions == Positions() and found.text().dtype == "U12" and list(found) == []
    assert repr(found) == "<Predecessors: 0 moves to 0 positions>"
