# Policy labels, masks and planes against the packages that define the layouts.
from __future__ import annotations

import random

import chess
import numpy as np
import pytest
import reference
import tabiya as tb
from random_positions import random_boards
from numpy.typing import NDArray
from tabiya import Board, Move, Position, Positions, Square

SIZES = {"lc0": 1858, "az": 4672, "uci": 1968}


def labels_by_uci(board: chess.Board, layout: str) -> dict[str, int]:
    """The labels of the legal moves by their UCI notation of Chess960."""
    moves = Positions([Position.from_chess(board)]).legal_moves()
    labels = moves.policy(layout)  # type: ignore[arg-type]
    return dict(zip(moves.uci(chess960=True).tolist(), labels.tolist(), strict=True))


def test_lc0_labels_equal_lczerolens(boards: list[chess.Board]) -> None:
    _, policy = reference.lczerolens()
    for board in boards:
        expected = {
            board.uci(move, chess960=True): policy.encode_move(board, move)
            for move in board.legal_moves
        }
        assert labels_by_uci(board, "lc0") == expected, board.fen()


def test_lc0_labels_are_the_list_of_lczerolens() -> None:
    _, policy = reference.lczerolens()
    assert tb.policy_labels("lc0") == policy.POLICY_INDEX


def test_az_labels_equal_pgx_move_by_move() -> None:
    for game in reference.pgx_games():
        for row in game:
            position = Position(row["fen"])
            labels = Positions([position]).legal_moves().policy("az")
            assert sorted(labels.tolist()) == row["legal"], row["fen"]
            if "move" in row:
                move = position.parse_uci(row["move"])
                index = position.legal_moves.index(move)
                assert labels[index] == row["label"], row["fen"]


def test_uci_labels_equal_their_definition(boards: list[chess.Board]) -> None:
    texts = reference.uci_labels()
    assert tb.policy_labels("uci") == texts
    indices = {text: index for index, text in enumerate(texts)}
    own = {"e1a1": "e1c1", "e1h1": "e1g1", "e8a8": "e8c8", "e8h8": "e8g8"}
    for board in boards:
        expected = {}
        for move in board.legal_moves:
            text = board.uci(move, chess960=True)
            expected[text] = indices[own.get(text, text) if board.is_castling(move) else text]
        assert labels_by_uci(board, "uci") == expected, board.fen()


@pytest.mark.parametrize("layout", SIZES)
def test_labels_of_legal_moves_differ(layout: str, positions: Positions) -> None:
    moves = positions.legal_moves()
    labels = moves.policy(layout)  # type: ignore[arg-type]
    assert labels.max() < SIZES[layout] == len(tb.policy_labels(layout))  # type: ignore[arg-type]
    for row in range(len(positions)):
        part = labels[moves.offsets[row] : moves.offsets[row + 1]]
        assert len(np.unique(part)) == len(part), positions[row]


@pytest.mark.parametrize("layout", SIZES)
def test_masks_mark_labels_of_legal_moves(layout: str, positions: Positions) -> None:
    sample, size = positions[:300], SIZES[layout]
    moves = sample.legal_moves()
    expected = np.zeros((len(sample), size), bool)
    rows = np.repeat(np.arange(len(sample)), np.diff(moves.offsets))
    expected[rows, moves.policy(layout)] = True  # type: ignore[arg-type]
    mask = sample.legal_mask(layout)  # type: ignore[arg-type]
    assert mask.dtype == bool and np.array_equal(mask, expected)
    packed = sample.legal_mask(layout, packed=True)  # type: ignore[arg-type]
    assert packed.dtype == np.uint8 and packed.shape == (len(sample), (size + 7) // 8)
    unpacked = np.unpackbits(packed, axis=1, bitorder="little", count=size)
    assert np.array_equal(unpacked.astype(bool), expected)
    out = np.ones_like(mask)
    assert sample.legal_mask(layout, out=out, threads=2) is out  # type: ignore[arg-type]
    assert np.array_equal(out, expected)


def test_out_of_wrong_shape_or_type_is_refused(positions: Positions) -> None:
    sample = positions[:4]
    for out in [np.zeros((4, 1857), bool), np.zeros((3, 1858), bool), np.zeros((1858, 4), bool).T]:
        with pytest.raises(ValueError, match="out"):
            sample.legal_mask("lc0", out=out)
    with pytest.raises((TypeError, ValueError)):
        sample.legal_mask("lc0", out=np.zeros((4, 1858), np.uint8))  # type: ignore[call-overload]
    frozen = np.zeros((4, 1858), bool)
    frozen.flags.writeable = False
    with pytest.raises((TypeError, ValueError)):
        sample.legal_mask("lc0", out=frozen)


def random_games(count: int) -> list[chess.Board]:
    """Games of python-chess with repetitions."""
    generator, games = random.Random(7), []
    for start in random_boards(count, 8):
        board = start.copy()
        for _ in range(30):
            moves = list(board.legal_moves)
            if not moves:
                break
            quiet = [move for move in moves if not board.is_zeroing(move)]
            board.push(generator.choice((quiet or moves)[:2]))
        games.append(board)
    return games


def as_column(games: list[chess.Board]) -> tuple[Positions, NDArray[np.int64], list[chess.Board]]:
    """The positions of games as a column, the offsets of the games, and boards with histories."""
    boards, offsets = [], [0]
    for game in games:
        board = game.root()
        boards.append(board.copy())
        for move in game.move_stack:
            board.push(move)
            boards.append(board.copy())
        offsets.append(len(boards))
    fens = [board.fen(en_passant="fen") for board in boards]
    positions = Positions.from_fens(fens, allow_impossible_checks=True)
    return positions, np.array(offsets), boards


def test_lc0_planes_equal_lczerolens() -> None:
    codec, _ = reference.lczerolens()
    positions, offsets, boards = as_column(random_games(12))
    formats = codec.InputFormat

    def check(planes: NDArray[np.float32], input_format: object) -> None:
        for row, board in enumerate(boards):
            expected = codec.encode_input(board, input_format=input_format)
            differing = {int(plane) for plane in np.nonzero(planes[row] != expected)[0]}
            assert not differing, board.fen()

    check(positions.planes("lc0", dtype="float32", games=offsets), formats.CLASSICAL_112)
    repeated = positions.planes("lc0", dtype="float32", games=offsets, fill="repeat")
    check(repeated, formats.CLASSICAL_112_REPEATED)
    # Without games, no position repeats an earlier one.
    boards = [board.copy(stack=False) for board in boards]
    check(positions.planes("lc0", dtype="float32"), formats.NO_HISTORY_ZEROS)
    check(positions.planes("lc0", dtype="float32", fill="repeat"), formats.NO_HISTORY_REPEATED)


def test_az_planes_equal_pgx_move_by_move() -> None:
    games = reference.pgx_games()
    rows = [row for game in games for row in game]
    offsets = np.cumsum([0, *map(len, games)])
    positions = Positions.from_fens([row["fen"] for row in rows])
    planes = positions.planes("az", dtype="float32", games=offsets)
    names = tb.plane_names("az")
    for index, row in enumerate(rows):
        found = np.packbits((planes[index] != 0).reshape(119, 64), axis=1)
        expected = np.frombuffer(bytes.fromhex(row["planes"]), np.uint8).reshape(119, 8)
        differing = [names[plane] for plane in np.flatnonzero((found != expected).any(axis=1))]
        assert not differing, row["fen"]
        assert np.allclose(planes[index, [113, 118], 0, 0], row["values"])


def test_simple_planes_follow_their_names(boards: list[chess.Board], positions: Positions) -> None:
    planes = positions.planes("simple")
    names = tb.plane_names("simple")
    assert planes.shape == (len(boards), 18, 8, 8) and len(names) == 18
    for row, board in enumerate(boards[:300]):
        expected = np.zeros((18, 64), np.uint8)
        for square, piece in board.piece_map().items():
            expected[names.index(f"{chess.COLOR_NAMES[piece.color]} {chess.piece_name(piece.piece_type)}"), square] = 1
        expected[12] = board.turn
        for color in chess.COLORS:
            name = chess.COLOR_NAMES[color]
            for side, has_right in [
                ("king", board.has_kingside_castling_rights(color)),
                ("queen", board.has_queenside_castling_rights(color)),
            ]:
                expected[names.index(f"{name} {side}side castling")] = has_right
        if board.ep_square is not None:
            expected[17, board.ep_square] = 1
        assert np.array_equal(planes[row].reshape(18, 64), expected), board.fen()


@pytest.mark.parametrize("layout", ["lc0", "az", "simple"])
def test_values_of_planes_agree(layout: str, positions: Positions) -> None:
    sample = positions[:200]
    names = tb.plane_names(layout)  # type: ignore[arg-type]
    numbers = [index for index, name in enumerate(names) if name.endswith("count")]
    bits = sample.planes(layout, dtype="bits")  # type: ignore[call-overload]
    assert bits.dtype == np.uint64 and bits.shape == (len(sample), len(names))
    # The expansion that a device computes.
    shifts = np.arange(64, dtype=np.uint64)
    cells = ((bits[:, :, None] >> shifts) & np.uint64(1)).astype(np.uint8)
    cells[:, numbers] = np.minimum(bits[:, numbers], 255)[:, :, None]
    cells = cells.reshape(len(sample), len(names), 8, 8)
    as_bytes = sample.planes(layout)  # type: ignore[call-overload]
    floats = sample.planes(layout, dtype="float32")  # type: ignore[call-overload]
    assert as_bytes.dtype == np.uint8 and floats.dtype == np.float32
    assert np.array_equal(as_bytes, cells)
    binary = [index for index in range(len(names)) if index not in numbers]
    assert np.array_equal(floats[:, binary], cells[:, binary])
    for dtype, expected in [("bits", bits), ("uint8", as_bytes), ("float32", floats)]:
        out = np.ones_like(expected)
        found = sample.planes(layout, dtype=dtype, out=out, threads=2)  # type: ignore[call-overload]
        assert found is out and np.array_equal(out, expected)


def test_large_counts_saturate_as_bytes() -> None:
    positions = Positions.from_fens(["4k3/8/8/8/8/8/8/4K3 b - - 300 400"])
    assert positions.planes("lc0")[0, 109, 0, 0] == 255
    assert positions.planes("lc0", dtype="float32")[0, 109, 0, 0] == 300
    assert positions.planes("az", dtype="bits")[0, [113, 118]].tolist() == [799, 300]


def test_games_of_movetext_feed_history_planes() -> None:
    games = Positions.from_games(["1. Nf3 Nf6 2. Ng1 Ng8 3. e4", "1. d4"])
    bits = games.positions.planes("lc0", dtype="bits", games=games.offsets)
    names = tb.plane_names("lc0")
    repeated = names.index("repeated, 0 plies ago")
    assert (bits[:6, repeated] != 0).tolist() == [False, False, False, False, True, False]
    # The second game begins without a history.
    pawns = [names.index(f"own pawn, {plies} plies ago") for plies in [0, 1]]
    assert (bits[6, pawns] != 0).tolist() == [True, False]
    assert Board().legal_count() == 20 and Move(Square.D2, Square.D4) == Move.from_bits(int(games.moves[7]))
