# Bitboard columns, and positions that are set up piece by piece, compared with python-chess.
from __future__ import annotations

from typing import Any

import chess
import numpy as np
import pytest
import tabiya as tb
from tabiya import Color, Piece, PieceType, Position, PositionBuilder, Positions, Square


def test_bitboards_of_columns_equal_python_chess(positions: Positions, boards: list[chess.Board]) -> None:
    for piece_type in (None, *PieceType):
        for color in (None, True, False):
            found = positions.pieces(piece_type, color)
            assert found.dtype == np.uint64
            for bits, board in zip(found.tolist(), boards, strict=True):
                typed = (
                    board.occupied
                    if piece_type is None
                    else board.pieces_mask(piece_type, True) | board.pieces_mask(piece_type, False)
                )
                assert bits == (typed if color is None else typed & board.occupied_co[color])
    assert positions.checkers().tolist() == [board.checkers_mask() for board in boards]
    assert positions.halfmove_clocks().tolist() == [board.halfmove_clock for board in boards]
    pinned = [
        sum(
            1 << square
            for square in chess.SQUARES
            if board.color_at(square) == board.turn and board.is_pinned(board.turn, square)
        )
        for board in boards
    ]
    assert positions.pinned().tolist() == pinned
    for color in (True, False):
        threats = [
            sum(
                1 << square
                for square in chess.SquareSet(board.occupied_co[not color])
                if board.is_attacked_by(color, square)
            )
            for board in boards
        ]
        assert positions.threats(color).tolist() == threats
    counts = [
        [[len(board.pieces(kind, color)) for kind in chess.PIECE_TYPES] for color in (True, False)] for board in boards
    ]
    assert positions.material().tolist() == counts and positions.material().dtype == np.uint8


def test_attacks_of_one_square_per_row_equal_python_chess(positions: Positions, boards: list[chess.Board]) -> None:
    squares = np.random.default_rng(1).integers(0, 64, len(positions))
    expected = [board.attacks_mask(square) for board, square in zip(boards, squares.tolist(), strict=True)]
    assert positions.attacks(squares).tolist() == expected
    for color in (True, False):
        masks = [board.attackers_mask(color, square) for board, square in zip(boards, squares.tolist(), strict=True)]
        assert positions.attackers(color, squares.astype(np.uint8)).tolist() == masks
    with pytest.raises(ValueError, match="squares: row 0: 64"):
        positions.attacks(np.full(len(positions), 64))
    with pytest.raises(ValueError, match="squares: 1 values"):
        positions.attacks([1])


def test_knight_forks_are_found_by_column() -> None:
    forks, quiet = "r3k3/2N5/8/8/8/8/8/4K3 b - - 0 1", "r3k3/8/2N5/8/8/8/8/4K3 b - - 0 1"
    positions = Positions.from_fens([quiet, forks])
    knights = positions.pieces(PieceType.KNIGHT, Color.WHITE)
    squares = np.log2(knights.astype(float)).astype(int)
    targets = positions.attacks(squares) & positions.pieces(None, Color.BLACK)
    assert ((targets & (targets - np.uint64(1))) != 0).tolist() == [False, True]


def test_names_of_colors_are_refused() -> None:
    # Any text that is not empty would be White.
    for call in (lambda: Position().svg(orientation="black"), lambda: Positions().pieces(1, "black")):
        with pytest.raises(TypeError, match="expected a bool or tabiya.Color"):
            call()


def test_boards_of_both_orientations_share_a_page() -> None:
    white, black = Position().svg(), Position().svg(orientation=Color.BLACK, lastmove=tb.Move("e2", "e4"))
    assert 'id="tabiya-board"' in white and 'id="tabiya-board"' not in black
    assert 'y="20" font-size="12">8' in white and 'y="20" font-size="12">1' in black
    assert Position().svg(arrows=[("e2", "e4"), tb.Move("g1", "f3")]).count("<line") == 2
    for arrows in (5, ["e2"], [("e2", "e9")], [("e2",)]):
        with pytest.raises((TypeError, ValueError), match="arrows: "):
            Position().svg(arrows=arrows)  # type: ignore[arg-type]


def test_piece_type_is_no_kind_of_move() -> None:
    for piece_type in PieceType:
        with pytest.raises(TypeError, match="kind: .*promotion="):
            tb.Move("e7", "e8", piece_type)
    for piece_type in (PieceType.KNIGHT, PieceType.BISHOP, PieceType.ROOK, PieceType.QUEEN):
        move = tb.Move("e7", "e8", promotion=piece_type)
        assert move.promotion == piece_type and eval(repr(move), {**vars(tb)}) == move
    with pytest.raises(ValueError, match="promotion: "):
        tb.Move("e7", "e8", promotion=PieceType.KING)


def test_attributes_of_builders_are_checked() -> None:
    for name, value in [("turn", "b"), ("castling_rights", 128), ("castling_rights", {"h1"}), ("ep_square", 64)]:
        builder = PositionBuilder(Position())
        setattr(builder, name, value)
        with pytest.raises((TypeError, ValueError), match="square: |" + name):
            builder.fen()
    builder = PositionBuilder(Position().after(tb.Move("e2", "e4")))
    builder.ep_square = 20  # type: ignore[assignment]
    assert builder.position().fen(en_passant="fen").split()[3] == "e3"


def test_squares_have_names() -> None:
    position, board = Position(), chess.Board()
    assert position.piece_at("e1") == position.piece_at(Square.E1) == Piece.WHITE_KING
    assert position.attacks("b1") == position.attacks(1) and position.piece_at("e5") is None
    assert position.castling_rights == board.castling_rights
    for name in ("e9", "", "E", "e44"):
        with pytest.raises(ValueError, match="square: "):
            position.piece_at(name)


def test_special_moves_equal_python_chess(positions: Positions, boards: list[chess.Board]) -> None:
    for position, board in zip(positions[:300], boards, strict=False):
        for move in position.legal_moves:
            found = board.parse_uci(position.uci(move, chess960=board.chess960))
            assert position.is_castling(move) == board.is_castling(found)
            assert position.is_en_passant(move) == board.is_en_passant(found)


def test_variations_equal_python_chess() -> None:
    board, position = chess.Board(), Position()
    moves, texts = [], "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6".split()
    for text in texts:
        moves.append(position.parse_uci(text))
        position = position.after(moves[-1])
    expected = board.variation_san([chess.Move.from_uci(text) for text in texts])
    assert Position().variation_san(moves) == expected
    assert Position().after(moves[0]).variation_san(moves[1:3]) == "1... e5 2. Nf3"
    with pytest.raises(tb.IllegalMoveError):
        Position().variation_san(moves[1:])


def test_built_positions_equal_those_of_fens(positions: Positions) -> None:
    for position in positions:
        builder = PositionBuilder(position)
        assert builder.piece_map() == position.piece_map()
        built: Any = builder.position() if builder.status() is None else None
        assert built is not None and built.same_fen(position), position
    empty = PositionBuilder.empty()
    assert empty.fen() == "8/8/8/8/8/8/8/8 w - - 0 1" and empty.status() is not None
    with pytest.raises(tb.FenError, match="king"):
        empty.position()
    for square, piece in Position().piece_map().items():
        empty.set_piece_at(square, piece)
    empty.castling_rights = "KQkq"
    assert empty.position() == Position()
    assert empty.remove_piece_at("a2") == Piece.WHITE_PAWN and empty.remove_piece_at("a2") is None
    empty.set_piece_at(Square.B2, None)
    empty.turn = Color.BLACK
    assert empty.position().fen() == "rnbqkbnr/pppppppp/8/8/8/8/2PPPPPP/RNBQKBNR b KQkq - 0 1"
