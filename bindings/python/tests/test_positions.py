# `Positions` and `LegalMoves` against python-chess and against single positions.
from __future__ import annotations

import pickle
import sys
from typing import Any

import chess
import chess.polyglot
import numpy as np
import pytest
import tabiya as tb
from tabiya import Legality, LegalMoves, Move, Position, Positions, Square


def test_legal_moves_equal_python_chess(boards: list[chess.Board], positions: Positions) -> None:
    moves = positions.legal_moves()
    texts = moves.uci(chess960=True)
    assert moves.moves.dtype == np.uint16 and moves.offsets.dtype == np.int64
    assert len(moves) == len(boards) and len(moves.offsets) == len(boards) + 1
    assert texts.shape == moves.moves.shape
    for row, board in enumerate(boards):
        found = set(texts[moves.offsets[row] : moves.offsets[row + 1]].tolist())
        expected = {board.uci(move, chess960=True) for move in board.legal_moves}
        assert found == expected, board.fen()
    assert np.array_equal(positions.legal_counts(), np.diff(moves.offsets))


def test_san_equals_python_chess(boards: list[chess.Board], positions: Positions) -> None:
    moves = positions.legal_moves()
    texts = moves.san()
    for row in range(0, len(boards), 10):
        board = boards[row]
        expected = {board.san(move) for move in board.legal_moves}
        assert set(texts[moves.offsets[row] : moves.offsets[row + 1]].tolist()) == expected


def test_en_passant_style_unknown_raises(positions: Positions) -> None:
    style: Any = "always"
    error = 'en_passant: "always"; expected legal, xfen or fen'
    with pytest.raises(ValueError, match=error):
        positions.fens(en_passant=style)
    with pytest.raises(ValueError, match=error):
        positions[0].fen(en_passant=style)


def test_columns_of_values_equal_python_chess(
    boards: list[chess.Board], positions: Positions
) -> None:
    assert positions.fens() == [board.fen() for board in boards]
    assert positions.fens(en_passant="fen") == [board.fen(en_passant="fen") for board in boards]
    assert positions.white_to_move().tolist() == [board.turn for board in boards]
    assert positions.in_check().tolist() == [board.is_check() for board in boards]
    expected = [chess.polyglot.zobrist_hash(board) for board in boards]
    assert positions.polyglot_keys().tolist() == expected
    outcomes = [position.outcome() for position in positions]
    assert positions.outcome().tolist() == [end.termination if end else 0 for end in outcomes]


def test_rows_are_positions(boards: list[chess.Board], positions: Positions) -> None:
    expected = [Position.from_chess(board) for board in boards]
    assert list(positions) == expected
    assert Positions(expected) == positions and hash(Positions(expected)) == hash(positions)
    assert positions.keys().tolist() == [position.key for position in expected]
    assert positions[-1] == expected[-1] and positions[0] == expected[0]
    for index in [len(positions), -len(positions) - 1]:
        with pytest.raises(IndexError):
            positions[index]
    for other in ["0", None, 1.5, [0.5], np.zeros((1, 1), bool), np.array([0], np.uint64)]:
        with pytest.raises(TypeError):
            positions[other]  # type: ignore[call-overload]
    for index in [2**70, -(2**70), [0, len(positions)], np.array([-(2**63)])]:
        with pytest.raises(IndexError, match="expected a row"):
            positions[index]
    moves = positions.legal_moves()
    for row in [0, 7, -1]:
        assert moves[row] == expected[row].legal_moves
    with pytest.raises(IndexError):
        moves[len(moves)]
    assert moves.positions == positions and list(moves)[3] == moves[3]


def test_selections_are_those_of_lists(positions: Positions) -> None:
    rows = list(positions)
    for part in [slice(3, 9), slice(None, None, -1), slice(1, None, 7), slice(5, 2), slice(-4, -1)]:
        assert list(positions[part]) == rows[part]
    assert list(positions[10:50][5:9]) == rows[15:19]
    mask = positions.in_check()
    assert len(positions[mask]) == mask.sum() and positions[mask].in_check().all()
    indices = np.array([4, 0, -1, 4])
    assert list(positions[indices]) == [rows[4], rows[0], rows[-1], rows[4]]
    assert list(positions[[4, 0, -1]]) == [rows[4], rows[0], rows[-1]]
    assert len(positions[[]]) == 0 and positions[mask.tolist()] == positions[mask]
    assert positions[:3][[True, False, True]] == positions[[0, 2]]
    for dtype in [np.uint8, np.int16, np.int32, np.uint32]:
        assert positions[indices.astype(dtype)[:2]] == positions[indices[:2]]
        assert positions[np.array(4, dtype)] == rows[4]
    assert positions[indices[::-1]] == positions[indices.tolist()[::-1]]
    with pytest.raises(ValueError, match="mask"):
        positions[mask[1:]]
    with pytest.raises(IndexError):
        positions[np.array([len(rows)])]
    assert Positions.concat([positions[:7], positions[7:]]) == positions
    assert len(Positions()) == 0 and Positions.concat([]) == Positions()


def test_pickling_keeps_positions_and_moves(positions: Positions) -> None:
    assert pickle.loads(pickle.dumps(positions)) == positions
    moves = positions.legal_moves()
    other = pickle.loads(pickle.dumps(moves))
    assert other == moves and np.array_equal(other.moves, moves.moves)
    packed = positions.packed
    assert packed.shape == (len(positions), 28) and packed.dtype == np.uint8
    assert Positions.from_packed(packed) == positions
    assert positions[3].packed == packed[3].tobytes()
    for array in [moves.moves, moves.offsets]:
        assert not array.flags.writeable


def test_after_equals_single_positions(positions: Positions) -> None:
    alive = positions[positions.legal_counts() > 0]
    moves = alive.legal_moves()
    last = moves.moves[moves.offsets[1:] - 1].copy()
    after = alive.after(last)
    expected = [row.after(Move.from_bits(int(bits))) for row, bits in zip(alive, last, strict=True)]
    assert list(after) == expected
    assert alive.san(last).tolist() == moves.san()[moves.offsets[1:] - 1].tolist()
    assert alive.uci(last).tolist() == moves.uci()[moves.offsets[1:] - 1].tolist()
    assert alive.parse_san(alive.san(last)).tolist() == last.tolist()
    assert alive.parse_uci(alive.uci(last).tolist()).tolist() == last.tolist()
    gains = [row.see(Move.from_bits(int(bits))) for row, bits in zip(alive, last, strict=True)]
    assert alive.see(last).tolist() == gains
    assert (alive.legality(last) == 0).all()


def test_successors_are_positions_after_moves(positions: Positions) -> None:
    sample = positions[:100]
    found, moves = sample.successors(), sample.legal_moves()
    assert np.array_equal(found.moves, moves.moves)
    assert np.array_equal(found.rows, np.repeat(np.arange(100), np.diff(moves.offsets)))
    assert found.positions == sample[found.rows].after(found.moves.copy())


def test_unique_follows_repetition_rule() -> None:
    fens = [
        "4k3/8/8/8/8/8/8/4K3 w - - 0 1",
        "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1",
        "4k3/8/8/8/8/8/8/4K3 w - - 9 30",
        "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1",
    ]
    positions = Positions.from_fens(fens)
    found = positions.unique()
    assert list(found.positions) == [positions[0], positions[1]]
    assert found.rows.tolist() == [0, 1]
    assert found.inverse.tolist() == [0, 1, 0, 1]
    assert found.counts.tolist() == [2, 2]
    assert positions.unique(exact=True).positions == positions


def test_perft_of_column_equals_single_positions(positions: Positions) -> None:
    sample = positions[:15]
    for depth in [0, 1, 2, 3]:
        expected = [position.perft(depth) for position in sample]
        assert sample.perft(depth).tolist() == expected
    kings = Positions.from_fens(["8/8/8/8/8/k7/7P/7K w - - 0 1"] * 2)
    assert kings.perft(5).tolist() == [kings[0].perft(5)] * 2
    assert kings.perft(4, threads=2).tolist() == [kings[0].perft(4)] * 2


def test_legality_codes_are_named_after_reasons() -> None:
    def check(fen: str, text: str, expected: Legality, kind: int = 1) -> None:
        move = Move(Square.parse(text[:2]), Square.parse(text[2:]), kind)
        positions = Positions.from_fens([fen])
        assert positions.legality(np.array([move], np.uint16)).tolist() == [expected], fen
        assert (positions[0].why_illegal(move) is None) == (expected == Legality.LEGAL)

    start, castles = tb.STARTING_FEN, "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1"
    pawns = "4k3/P7/8/8/8/8/8/4K3 w - - 0 1"
    check(start, "e2e4", Legality.LEGAL)
    check(start, "e4e5", Legality.NO_PIECE)
    check(start, "e7e5", Legality.OPPONENTS_PIECE)
    check("4k3/8/8/8/8/8/8/R3K2R w Q - 0 1", "e1h1", Legality.NO_CASTLING_RIGHT, 2)
    check(start, "e1h1", Legality.CASTLING_BLOCKED, 2)
    check("4k3/8/8/8/4r3/8/8/4K2R w K - 0 1", "e1h1", Legality.CASTLING_IN_CHECK, 2)
    check("4k3/8/8/8/5r2/8/8/4K2R w K - 0 1", "e1h1", Legality.CASTLING_THROUGH_ATTACK, 2)
    check("4k3/8/8/8/8/8/8/rR1K4 w B - 0 1", "d1b1", Legality.CASTLING_EXPOSES_KING, 2)
    check(start, "a1a2", Legality.OWN_PIECE)
    check(castles, "e1e8", Legality.CAPTURES_KING)
    check(start, "e2d3", Legality.NO_EN_PASSANT, 3)
    check(pawns, "a7a8", Legality.MISSING_PROMOTION)
    check(start, "e2e4", Legality.UNEXPECTED_PROMOTION, 7)
    check(start, "f1b5", Legality.BLOCKED)
    check(start, "e2d3", Legality.NOTHING_TO_CAPTURE)
    check(start, "b1b4", Legality.CANNOT_REACH)
    check("4k3/8/8/8/8/8/r7/4K3 w - - 0 1", "e1e2", Legality.KING_ATTACKED)
    check("8/8/8/K2pP2r/8/8/8/4k3 w - d6 0 1", "e5d6", Legality.EN_PASSANT_EXPOSES_KING, 3)
    check("4r1k1/8/8/8/8/8/4N3/4K3 w - - 0 1", "e2c3", Legality.PINNED)
    check("4k3/8/8/8/8/8/4r3/r3K1B1 w - - 0 1", "g1f2", Legality.DOUBLE_CHECK)
    check("4k3/8/8/8/4r3/8/8/R3K3 w - - 0 1", "a1a2", Legality.STILL_IN_CHECK)
    column = Positions([Position()] * 2)
    assert column.legality(np.array([0, 0xFFFF], np.uint16)).tolist() == [255, 255]
    assert Legality.MALFORMED == 255


def test_invalid_rows_raise_or_are_masked() -> None:
    fens = [tb.STARTING_FEN, "x", None, tb.STARTING_FEN]
    with pytest.raises(tb.FenError) as caught:
        Positions.from_fens(fens)
    assert caught.value.row == 1 and str(caught.value).startswith("row 1: placement:")
    positions, valid = Positions.from_fens(fens, errors="mask")
    assert len(positions) == 2 and valid.tolist() == [True, False, False, True]
    packed = positions.packed.copy()
    packed[1] = 0
    with pytest.raises(tb.FenError, match="row 1: packed: "):
        Positions.from_packed(packed)
    kept, valid = Positions.from_packed(packed, errors="mask")
    assert kept == positions[:1] and valid.tolist() == [True, False]
    moves = np.array([Move(Square.E2, Square.E4), Move(Square.E2, Square.E5)], np.uint16)
    with pytest.raises(tb.IllegalMoveError) as illegal:
        positions.after(moves)
    assert illegal.value.row == 1 and "e2e5 is illegal" in illegal.value.reason
    kept, valid = positions.after(moves, errors="mask")
    assert len(kept) == 1 and valid.tolist() == [True, False]
    for method, dropped in [(positions.see, 0), (positions.san, ""), (positions.uci, "")]:
        with pytest.raises(tb.IllegalMoveError, match="row 1"):
            method(moves)
        found, valid = method(moves, errors="mask", threads=2)
        assert found.tolist() == [method(moves[[0, 0]])[0], dropped], method
        assert valid.tolist() == [True, False]
    parsed, valid = positions.parse_san(["e4", "e5"], errors="mask")
    assert parsed.tolist() == [moves[0], 0] and valid.tolist() == [True, False]
    with pytest.raises(tb.IllegalMoveError, match="row 1: san: "):
        positions.parse_san(["e4", "e5"])
    with pytest.raises(tb.IllegalMoveError, match="row 0: uci: "):
        positions.parse_uci(["e2e5", "e2e4"])


def test_arguments_are_checked() -> None:
    positions = Positions([Position()] * 3)
    cases = [
        lambda: Positions.from_fens([], errors="ignore"),  # type: ignore[call-overload]
        lambda: Positions.from_packed(np.zeros((2, 27), np.uint8)),
        lambda: positions.after(np.zeros(2, np.uint16)),
        lambda: positions.parse_san(["e4"] * 2),
        lambda: positions.parse_san(["e4"] * 4),
        lambda: positions.legal_mask("lc1"),  # type: ignore[call-overload]
        lambda: positions.planes("lc0", dtype="int8"),  # type: ignore[call-overload]
        lambda: positions.planes("lc0", fill="ones"),  # type: ignore[call-overload]
        lambda: positions.planes("lc1"),  # type: ignore[call-overload]
        lambda: positions.fens(en_passant="no"),  # type: ignore[arg-type]
        lambda: positions.planes("lc0", games=np.array([0, 2])),
        lambda: positions.planes("lc0", games=np.array([1, 3])),
        lambda: positions.planes("lc0", games=np.array([0, 2, 1, 3])),
        lambda: positions.planes("lc0", games=np.array([0, 4])),
        lambda: positions.planes("lc0", games=np.array([-1, 3])),
        lambda: positions.legal_moves().policy("simple"),  # type: ignore[arg-type]
        lambda: tb.plane_names("uci"),  # type: ignore[arg-type]
    ]
    for call in cases:
        with pytest.raises(ValueError, match="expected"):
            call()
    for call, message in [
        (lambda: tb.Move(-1, 3), "square: -1; expected 0 to 63"),
        (lambda: tb.Move(3, 3, 8), "kind: 8; expected 1 to 7"),
        (lambda: tb.Move.from_bits(70_000), "bits: 70000; expected 0 to 65535"),
        (lambda: positions.keys(threads=2**63), "threads: 9223372036854775808; expected 0 to 1024"),
        (lambda: positions.legal_moves(threads=-1), "threads: -1; expected 0 to 1024"),
        (lambda: Position().perft(1, threads=1025), "threads: 1025; expected 0 to 1024"),
        (lambda: positions.perft(256), "depth: 256; expected 0 to 255"),
        (lambda: Position().divide(-1), "depth: -1; expected 0 to 255"),
        (lambda: Position().piece_at(-1), "square: -1; expected 0 to 63"),
        (lambda: Position().attacks(64), "square: 64; expected 0 to 63"),
        (lambda: Position().pieces(2**70, True), "expected 1 to 6"),
        (lambda: Position.chess960(-1), "number: -1; expected 0 to 959"),
        (lambda: Positions.from_games([""], positions), "starts: 3 rows; expected 1"),
        (lambda: Positions.from_games([""] * 4, positions), "starts: 3 rows; expected at least 4"),
    ]:
        with pytest.raises(ValueError, match=message):
            call()
    with pytest.raises(TypeError, match="threads: float; expected an integer"):
        positions.keys(threads=1.5)  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        Positions.from_fens(tb.STARTING_FEN)
    with pytest.raises(TypeError, match="row 1"):
        Positions.from_fens([tb.STARTING_FEN, 1])  # type: ignore[list-item]
    moves = positions.parse_san(["e4"] * 3)
    for column in [moves[:, None], moves.astype(float), moves.astype(str), [1.5], [None], None, "e4"]:
        with pytest.raises(TypeError, match="moves: .*; expected .*uint16"):
            positions.after(column)  # type: ignore[call-overload]
    for column in [np.zeros(3, np.int8), b"", np.zeros((3, 28), np.int8)]:
        with pytest.raises(TypeError, match="packed: .*; expected uint8 of shape"):
            Positions.from_packed(column)  # type: ignore[call-overload]
    with pytest.raises(TypeError, match="positions: row 1: int; expected a tabiya.Position"):
        Positions([Position(), 1])  # type: ignore[list-item]


def unaligned(array: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """Returns a copy of an array that begins at an odd address."""
    copy = np.zeros(array.nbytes + 8, np.uint8)
    start = 1 + -copy.ctypes.data % 8
    view = copy[start : start + array.nbytes].view(array.dtype).reshape(array.shape)
    view[...] = array
    assert array.nbytes == 0 or array.itemsize == 1 or not view.flags.aligned
    return view


def test_columns_of_any_strides_are_read(positions: Positions) -> None:
    alive = positions[positions.legal_counts() > 0]
    moves = alive.legal_moves()
    first = moves.moves[moves.offsets[:-1]]
    expected, twice = alive.after(first), np.repeat(first, 2)
    assert alive.after(twice[::2]) == expected
    assert alive[::-1].after(first[::-1]) == expected[::-1]
    assert alive.after(unaligned(first)) == expected
    packed = alive.packed
    for view in [np.repeat(packed, 2, axis=0)[::2], np.asfortranarray(packed), unaligned(packed)]:
        assert Positions.from_packed(view) == alive
    wide = np.zeros((len(alive), 40), np.uint8)
    wide[:, 4:32] = packed
    assert Positions.from_packed(wide[:, 4:32]) == alive


def test_out_of_another_form_is_an_error() -> None:
    positions = Positions([Position()] * 3)
    bits = np.zeros((3, 18), np.uint64)
    frozen = bits.copy()
    frozen.flags.writeable = False
    for out, kind, message in [
        (bits[:2], ValueError, r"out: shape \[2, 18\]; expected \[3, 18\]"),
        (np.asfortranarray(bits), ValueError, "out: strided or unaligned"),
        (np.zeros((6, 18), np.uint64)[::2], ValueError, "out: strided or unaligned"),
        (bits[::-1], ValueError, "out: strided or unaligned"),
        (unaligned(bits), ValueError, "out: strided or unaligned"),
        (frozen, ValueError, "out: read-only"),
        (np.broadcast_to(bits[0], (3, 18)), ValueError, "out: read-only"),
        (bits.astype(np.int64), TypeError, r"out: int64 of shape \[3, 18\]; expected uint64"),
        (bits.astype(">u8"), TypeError, "out: byte-swapped"),
        ([0], TypeError, "out: list; expected uint64"),
    ]:
        with pytest.raises(kind, match=message):
            positions.planes("simple", dtype="bits", out=out)
    assert not bits.any()


@pytest.mark.skipif(sys.platform != "linux", reason="needs a limit of the address space")
def test_results_larger_than_memory_are_an_error() -> None:
    import resource

    column = Positions.concat([Positions([Position()] * 100_000)] * 10)
    limits = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (16 << 30, limits[1]))
    try:
        for call in [
            lambda: column.planes("az", dtype="float32"),
            lambda: Positions.concat([column] * 1000),
        ]:
            with pytest.raises(MemoryError):
                call()
    finally:
        resource.setrlimit(resource.RLIMIT_AS, limits)


def test_representations_evaluate_or_count() -> None:
    positions = Positions([Position(), Position.chess960(0)])
    assert eval(repr(positions)) == positions
    assert repr(Positions(list(positions) * 3)) == "<Positions: 6 rows>"
    assert repr(positions.legal_moves()) == "<LegalMoves: 40 moves of 2 positions>"
    assert isinstance(positions.legal_moves(), LegalMoves)


def test_empty_column_has_empty_results() -> None:
    empty = Positions()
    assert empty.packed.shape == (0, 28) and empty.fens() == []
    assert empty.legal_mask("lc0").shape == (0, 1858)
    assert empty.legal_mask("az", packed=True).shape == (0, 584)
    assert empty.planes("lc0").shape == (0, 112, 8, 8)
    assert empty.planes("az", dtype="bits").shape == (0, 119)
    moves = empty.legal_moves()
    assert moves.offsets.tolist() == [0] and moves.san().shape == (0,) and moves.uci().dtype == "U5"
    assert empty.successors().positions == empty and empty.unique().positions == empty
    assert empty.perft(3).shape == (0,) and Positions.from_fens([]) == empty
    assert Positions.from_games([]).offsets.tolist() == [0]
