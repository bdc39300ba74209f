# `Position` and `Board`, one at a time, against python-chess.
from __future__ import annotations

import copy
import pickle
import random

import chess
import chess.polyglot
import chess.variant
import pytest
import tabiya as tb
from random_positions import COUNT, random_boards
from tabiya import Board, Color, Move, MoveKind, Outcome, Piece, PieceType, Position, Square, Termination

# Comparing one position takes milliseconds of python-chess.
SAMPLE = max(300, COUNT // 20)


def squares(found: chess.SquareSet | chess.Bitboard) -> frozenset[int]:
    return frozenset(chess.SquareSet(found))


def expected_moves(board: chess.Board) -> dict[str, chess.Move]:
    """The legal moves by their UCI notation of Chess960."""
    return {board.uci(move, chess960=True): move for move in board.legal_moves}


def check_moves(position: Position, board: chess.Board) -> None:
    expected = expected_moves(board)
    found = {position.uci(move, chess960=True): move for move in position.legal_moves}
    assert found.keys() == expected.keys()
    assert position.legal_count() == len(expected)
    for text, move in found.items():
        other = expected[text]
        assert position.san(move) == board.san(other), text
        assert position.lan(move) == board.lan(other), text
        assert position.parse_san(position.san(move)) == move
        assert position.parse_uci(text) == move
        assert position.is_legal(move) and position.why_illegal(move) is None
        assert position.is_capture(move) == board.is_capture(other), text
        assert position.gives_check(move) == board.gives_check(other), text
        after = board.copy(stack=False)
        after.push(other)
        assert position.after(move).fen() == after.fen(), text
    captures = {text for text, move in expected.items() if board.is_capture(move)}
    assert {position.uci(move, chess960=True) for move in position.legal_captures} == captures


def check_queries(position: Position, board: chess.Board) -> None:
    assert position.turn == board.turn
    assert position.ep_square == board.ep_square
    assert position.halfmove_clock == board.halfmove_clock
    assert position.fullmove_number == board.fullmove_number
    assert position.castling_rooks == squares(board.clean_castling_rights())
    assert position.castling_xfen() == board.castling_xfen()
    assert position.has_legal_en_passant() == board.has_legal_en_passant()
    assert position.occupied == squares(board.occupied)
    for color in chess.COLORS:
        assert position.king(color) == board.king(color)
        assert position.has_insufficient_material(color) == board.has_insufficient_material(color)
        for piece_type in chess.PIECE_TYPES:
            assert position.pieces(piece_type, color) == squares(board.pieces(piece_type, color))
    assert {square: piece.symbol() for square, piece in position.piece_map().items()} == {
        square: piece.symbol() for square, piece in board.piece_map().items()
    }
    assert position.is_check() == board.is_check()
    assert position.is_checkmate() == board.is_checkmate()
    assert position.is_stalemate() == board.is_stalemate()
    assert position.is_insufficient_material() == board.is_insufficient_material()
    assert position.is_fifty_moves() == board.is_fifty_moves()
    assert position.is_seventyfive_moves() == board.is_seventyfive_moves()
    assert position.checkers() == squares(board.checkers())
    pinned = {square for square in chess.SQUARES if board.is_pinned(board.turn, square)}
    assert position.pinned() == pinned & squares(board.occupied_co[board.turn])
    assert position.polyglot_key == chess.polyglot.zobrist_hash(board)
    assert position.fen() == board.fen()
    assert position.fen(en_passant="xfen") == board.fen(en_passant="xfen")
    assert position.fen(shredder=True) == board.fen(shredder=True)
    assert str(position) == str(board)


def check_squares(position: Position, board: chess.Board, square: int) -> None:
    piece, found = board.piece_at(square), position.piece_at(square)
    assert (found and found.symbol()) == (piece and piece.symbol())
    assert position.piece_type_at(square) == board.piece_type_at(square)
    assert position.color_at(square) == board.color_at(square)
    assert position.attacks(square) == squares(board.attacks(square))
    for color in chess.COLORS:
        assert position.attackers(color, square) == squares(board.attackers(color, square))


def check_forms(position: Position) -> None:
    """The representation, pickling and copying yield equal positions."""
    for other in [
        eval(repr(position)),
        pickle.loads(pickle.dumps(position)),
        copy.copy(position),
        copy.deepcopy(position),
        Position.from_packed(position.packed),
        Position.from_chess(position.to_chess()),
    ]:
        assert other == position and hash(other) == hash(position)
    assert len(position.packed) == 28


def test_position_of_random_games_equals_python_chess(boards: list[chess.Board]) -> None:
    generator = random.Random(2)
    for board in boards[:SAMPLE]:
        position = Position.from_chess(board)
        check_queries(position, board)
        check_moves(position, board)
        check_squares(position, board, generator.randrange(64))
        check_forms(position)


def test_outcome_of_random_games_equals_python_chess(boards: list[chess.Board]) -> None:
    for board in boards:
        found, expected = Position.from_chess(board).outcome(), board.outcome()
        if board.is_stalemate():
            # python-chess reports insufficient material first.
            assert found == Outcome(Termination.STALEMATE, None)
        elif expected is None:
            assert found is None
        else:
            assert found is not None
            assert found.termination.value == expected.termination.value
            assert found.winner == expected.winner
            assert found.result() == expected.result()


def test_illegal_moves_equal_python_chess(boards: list[chess.Board]) -> None:
    generator = random.Random(3)
    for board in boards[: SAMPLE // 2]:
        position, legal = Position.from_chess(board), expected_moves(board)
        for _ in range(50):
            start, end = generator.sample(range(64), 2)
            move = Move(start, end, generator.randrange(1, 8))
            is_legal = position.is_legal(move)
            assert (position.why_illegal(move) is None) == is_legal
            assert (position.uci(move, chess960=True) in legal) or not is_legal
            if not is_legal:
                with pytest.raises(tb.IllegalMoveError, match="is illegal"):
                    position.after(move)


def check_board(board: Board, oracle: chess.Board) -> None:
    assert board.fen() == oracle.fen()
    assert board.ply() == oracle.ply()
    assert len(board.move_stack) == len(oracle.move_stack)
    assert board.is_repetition(2) == oracle.is_repetition(2)
    assert board.is_repetition() == oracle.is_repetition()
    assert board.is_fivefold_repetition() == oracle.is_fivefold_repetition()
    assert board.can_claim_draw() == oracle.can_claim_draw()
    assert board.can_claim_fifty_moves() == oracle.can_claim_fifty_moves()
    assert board.can_claim_threefold_repetition() == oracle.can_claim_threefold_repetition()
    for claim in [False, True]:
        if not oracle.is_stalemate():
            assert board.result(claim_draw=claim) == oracle.result(claim_draw=claim)
            assert board.is_game_over(claim_draw=claim) == oracle.is_game_over(claim_draw=claim)


def test_any_move_is_explained(boards: list[chess.Board]) -> None:
    generator = random.Random(6)
    for board in boards[: SAMPLE // 3]:
        position = Position.from_chess(board)
        for move in [*position.legal_moves[:5], *(
            Move(*generator.sample(range(64), 2), generator.randrange(1, 8)) for _ in range(20)
        )]:
            found, reason = position.explain_move(move), position.why_illegal(move)
            assert found.is_legal == position.is_legal(move) == (found.code == "legal")
            assert reason is None or found.code == "pinned" or found.sentence == reason
            assert found.origin == move.from_square and found.squares
            assert found.attackers | found.attacked | found.blockers | found.safe <= found.squares
            assert eval(repr(found), vars(tb)) == pickle.loads(pickle.dumps(found)) == found
            assert position.is_capture(move) in (False, True) and position.svg(move)


def test_explanation_names_sentence_and_squares() -> None:
    position = Position("4r1k1/8/8/8/8/8/4N3/4K3 w - - 0 1")
    for move in ["Nc3", "e2c3", Move(Square.E2, Square.C3)]:
        found = position.explain_move(move)
        assert found.code == "pinned" and not found.is_legal
        assert found.sentence == (
            "the white knight on e2 is pinned on the e-file by the black rook on e8"
        )
        assert (found.origin, found.target, found.captured) == (Square.E2, Square.C3, None)
        assert found.attackers == {Square.E8} and found.attacked == {Square.E1}
        assert found.blockers == {Square.E2} and Square.E5 in found.line
    castling = Board("4k3/8/8/8/8/8/8/4K2R w K - 0 1").explain_move("O-O")
    assert castling.is_legal and castling.safe == {Square.E1, Square.F1, Square.G1}
    with pytest.raises(tb.IllegalMoveError, match="move: .*: not a move") as caught:
        position.explain_move("castle")
    assert caught.value.field == "move"
    with pytest.raises(TypeError):
        position.explain_move(1)  # type: ignore[arg-type]


def test_boards_of_other_variants_are_refused() -> None:
    for name in ["Antichess", "Atomic", "KingOfTheHill", "RacingKings", "ThreeCheck"]:
        other = getattr(chess.variant, f"{name}Board")()
        for read in [Position.from_chess, Board.from_chess]:
            with pytest.raises(ValueError, match="board: variant .*; expected chess"):
                read(other)


def test_board_with_history_equals_python_chess() -> None:
    generator = random.Random(4)
    for start in random_boards(20, 5):
        oracle, board = start.copy(), Board.from_chess(start)
        for _ in range(60):
            moves = list(oracle.legal_moves)
            if oracle.move_stack and (not moves or generator.randrange(5) == 0):
                text = oracle.uci(oracle.peek(), chess960=True)
                assert board.peek() == board.pop()
                oracle.pop()
                assert board.push_uci(text) == board.pop()
            elif moves:
                # Pieces that move back and forth repeat positions.
                quiet = [move for move in moves if not oracle.is_zeroing(move)]
                move = generator.choice((quiet or moves)[:3])
                board.push_san(oracle.san(move))
                oracle.push(move)
            check_board(board, oracle)
        assert Board.from_chess(oracle) == board
        assert board.to_chess().move_stack == oracle.move_stack or not oracle.chess960
        assert pickle.loads(pickle.dumps(board)) == board
        other = copy.copy(board)
        assert other == board and other.root() == board.root()
        if board.move_stack:
            other.pop()
            assert other != board


def test_repetitions_end_the_game() -> None:
    board = Board()
    for ply, san in enumerate(4 * ["Nf3", "Nf6", "Ng1", "Ng8"]):
        assert board.is_repetition() == (ply >= 8), ply
        board.push_san(san)
    assert board.outcome() == Outcome(Termination.FIVEFOLD_REPETITION, None)
    board.pop()
    assert board.outcome() is None
    assert board.outcome(claim_draw=True) == Outcome(Termination.THREEFOLD_REPETITION, None)
    assert board.movetext().startswith("1. Nf3 Nf6 2. Ng1 Ng8")


def test_board_is_unchanged_by_illegal_move() -> None:
    board = Board()
    for push in [
        lambda: board.push(Move(Square.E2, Square.E5)),
        lambda: board.push_san("Ke2"),
        lambda: board.push_uci("e2e5"),
    ]:
        with pytest.raises(tb.IllegalMoveError):
            push()
    assert board == Board() and board.move_stack == []
    with pytest.raises(IndexError):
        board.pop()
    with pytest.raises(IndexError):
        board.peek()
    with pytest.raises(TypeError):
        hash(board)


@pytest.mark.parametrize(
    ("fen", "field", "reason"),
    [
        ("", "placement", "empty"),
        ("8/8/8/8/8/8/8/8 w - - 0 1", "placement", "0 kings"),
        ("4k3/8/8/8/8/8/8/4K3 x - - 0 1", "side to move", "x"),
        ("4k3/8/8/8/8/8/8/4K3 w K - 0 1", "castling", "rook"),
        ("4k3/8/8/8/8/8/8/4K3 w - e4 0 1", "en passant", "rank"),
        ("4k3/8/8/8/8/8/8/4K3 w - - x 1", "halfmove clock", "digits"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 0", "fullmove number", "at least 1"),
        ("4k3/8/8/8/r3K2r/8/8/8 w - - 0 1", "placement", "one line"),
    ],
)
def test_invalid_fen_raises_field_and_reason(fen: str, field: str, reason: str) -> None:
    with pytest.raises(tb.FenError) as caught:
        Position(fen)
    assert (caught.value.field, caught.value.row) == (field, None)
    assert reason in caught.value.reason
    assert pickle.loads(pickle.dumps(caught.value)).reason == caught.value.reason
    with pytest.raises(tb.FenError) as caught:
        tb.Positions.from_fens([tb.STARTING_FEN, fen])
    assert (caught.value.field, caught.value.row) == (field, 1)


def test_composed_position_round_trips() -> None:
    position = Position("4k3/8/8/8/r3K2r/8/8/8 w - - 0 1", allow_impossible_checks=True)
    assert "allow_impossible_checks=True" in repr(position)
    check_forms(position)


@pytest.mark.parametrize(
    ("text", "notation", "message"),
    [
        ("Bb5", "san", "f1b5 is illegal: the white pawn on e2 blocks the white bishop on f1"),
        ("Nd4", "san", "no matching white knight can move to d4"),
        ("e2e5", "uci", "e2e5 is illegal: the white pawn on e2 cannot move to e5"),
        ("castle", "uci", "castle"),
    ],
)
def test_illegal_text_raises_reason(text: str, notation: str, message: str) -> None:
    parse = {"san": Position().parse_san, "uci": Position().parse_uci}[notation]
    with pytest.raises(tb.IllegalMoveError) as caught:
        parse(text)
    assert caught.value.field == notation and message in caught.value.reason


def test_moves_round_trip_their_forms() -> None:
    for kind in MoveKind:
        move = Move(Square.E7, Square.D8, kind)
        assert eval(repr(move)) == move
        assert pickle.loads(pickle.dumps(move)) == move
        assert Move.from_bits(move.bits) == move and int(move) == move.bits
        assert (move.from_square, move.to_square, move.kind) == (Square.E7, Square.D8, kind)
        assert hash(move) == hash(Move(Square.E7, Square.D8, kind))
    assert Move(60, 63, MoveKind.CASTLING).uci() == "e8g8"
    assert Move(60, 63, MoveKind.CASTLING).uci(chess960=True) == "e8h8"
    assert Move(52, 60, MoveKind.PROMOTE_TO_ROOK).promotion == PieceType.ROOK
    for arguments in [(0, 0), (0, 64), (0, 1, 0), (0, 1, 8)]:
        with pytest.raises(ValueError, match="expected"):
            Move(*arguments)
    with pytest.raises(tb.IllegalMoveError):
        Move.from_bits(0)


def test_enumerations_have_values_of_python_chess() -> None:
    for square in Square:
        assert chess.square_name(square) == str(square) and Square.parse(str(square)) is square
        assert (square.file, square.rank) == (chess.square_file(square), chess.square_rank(square))
    for piece_type in PieceType:
        assert piece_type.symbol == chess.piece_symbol(piece_type)
    for color in Color:
        assert color.name.lower() == chess.COLOR_NAMES[color] and color.opponent == (not color)
    for piece in Piece:
        other = chess.Piece.from_symbol(piece.symbol())
        assert (piece.piece_type, piece.color) == (other.piece_type, other.color)
        assert piece.unicode_symbol() == other.unicode_symbol()
        assert Piece.from_symbol(piece.symbol()) is piece
    for name, termination in Termination.__members__.items():
        assert termination.value == chess.Termination[name].value
    for text, parse in [("e9", Square.parse), ("", Square.parse), ("x", Piece.from_symbol)]:
        with pytest.raises(ValueError, match="expected"):
            parse(text)


def test_chess960_numbers_are_those_of_python_chess() -> None:
    for number in range(960):
        fen = chess.Board.from_chess960_pos(number).fen()
        assert Position.chess960(number).fen() == fen
    with pytest.raises(ValueError, match="0 to 959"):
        Position.chess960(960)


def test_perft_counts_start_position() -> None:
    position = Position()
    assert [position.perft(depth) for depth in range(6)] == [1, 20, 400, 8902, 197_281, 4_865_609]
    assert position.perft(6, threads=0) == 119_060_324
    assert sum(position.divide(4).values()) == 197_281
    with pytest.raises(ValueError, match="depth"):
        position.divide(0)


def test_mirror_exchanges_the_players(boards: list[chess.Board]) -> None:
    for board in boards[:50]:
        position = Position.from_chess(board)
        mirrored = position.mirror()
        assert mirrored.turn != position.turn
        assert mirrored.legal_count() == position.legal_count()
        assert mirrored.mirror().same_position(position)


def test_pictures_show_pieces_and_reasons() -> None:
    position = Position("4r1k1/8/8/8/8/8/4N3/4K3 w - - 0 1")
    picture = position._repr_svg_()
    assert picture.startswith("<svg") and picture.rstrip().endswith("</svg>")
    assert position.fen() in picture and picture == position.svg() == Board(position.fen()).svg()
    explained = position.svg(Move(Square.E2, Square.C3))
    assert "is pinned" in explained and explained != picture
