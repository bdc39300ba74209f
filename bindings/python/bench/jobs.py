# The jobs of the comparison, for each library.
"""Jobs on columns of positions, written as a user of each library would.

Each library gets the same positions. Its boards are created before the time is taken, unless the job reads FENs.
"""

from __future__ import annotations

import copy
import importlib
import io
import random
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

import chess
import chess.pgn
import numpy as np
import tabiya as tb

Job = Callable[[], object]

FEN = "FEN column → positions"
MOVES = "legal moves of a column"
COUNTS = "legal counts"
MASK = "policy mask of the legal moves"
BITS = "planes as bits"
BYTES = "planes as `uint8`"
BITBOARDS = "planes as bits, from bitboards"
UNPACKED = "planes as `uint8`, from bitboards"
SAN = "SAN column → moves"
DECODE = "policy labels → legal moves"
LOCKSTEP = "self-play in lockstep, a move of a game"
READ = "PGN with comments, a game"
BOARD = "one board: list, push, pop"

# The rows of BOARD, and how often each makes and takes back all moves of the position: one board is in use for
# a while, and stays in the cache.
BOARD_ROWS, BOARD_REPEATS = 100, 10

# The numbers of games and moves of LOCKSTEP: each game goes on until it ends, and then begins again.
LOCKSTEP_GAMES, LOCKSTEP_PLIES = 1000, 60

# The number of games of READ.
READ_GAMES = 500

# What a time counts, in jobs other than those of a column.
UNITS = {
    BOARD: BOARD_ROWS * BOARD_REPEATS,
    LOCKSTEP: LOCKSTEP_GAMES * LOCKSTEP_PLIES,
    READ: READ_GAMES,
}


@dataclass(frozen=True)
class Sample:
    """Positions, each with the SAN of its first legal move, and texts of games."""

    fens: list[str]
    san: list[str]
    games: list[str]

    def head(self, rows: int) -> Sample:
        """Returns the first rows."""
        return Sample(self.fens[:rows], self.san[:rows], self.games)


def uci_labels() -> dict[str, int]:
    """Returns the labels of the `uci` layout."""
    return {text: label for label, text in enumerate(tb.policy_labels("uci"))}


def walk(boards: Iterable[tb.Board]) -> None:
    """Lists the moves of each board, and makes and takes back each."""
    for board in boards:
        for _ in range(BOARD_REPEATS):
            for move in board.legal_moves:
                board.push(move)
                board.pop()


def play_in_lockstep(count: int) -> None:
    """Plays random games with `tabiya.Boards`."""
    boards, generator = tb.Boards(count), np.random.default_rng(0)
    for _ in range(LOCKSTEP_PLIES):
        legal = boards.legal_moves()
        counts = np.diff(legal.offsets)
        picks = (generator.random(count) * counts).astype(np.int64)
        boards.push(legal.moves[legal.offsets[:-1] + picks])
        boards.reset(boards.outcomes().terminations != 0)


def tabiya_jobs(sample: Sample) -> dict[str, Job]:
    """Returns the jobs of this package."""
    positions, rows = tb.Positions.from_fens(sample.fens), len(sample.fens)
    packed = np.zeros((rows, 246), np.uint8)
    bits, cells = np.zeros((rows, 18), np.uint64), np.zeros((rows, 18, 8, 8), np.uint8)
    fens, san = np.array(sample.fens), np.array(sample.san)
    boards = [tb.Board(fen) for fen in sample.fens[:BOARD_ROWS]]
    labels = positions.policy(positions.parse_san(san), "uci")
    text = "".join(sample.games).encode()

    def read_games() -> object:
        options: dict[str, Any] = {"clocks": True, "evals": True, "comments": True}
        return tb.Games.read_pgn(text, errors="keep", threads=1, **options)

    def planes_as_bits() -> object:
        return positions.planes("simple", dtype="bits", out=bits)

    def planes_as_bytes() -> object:
        return positions.planes("simple", out=cells)

    return {
        FEN: lambda: tb.Positions.from_fens(fens),
        MOVES: lambda: positions.legal_moves(),
        COUNTS: lambda: positions.legal_counts(),
        MASK: lambda: positions.legal_mask("uci", packed=True, out=packed),
        BITS: planes_as_bits,
        BYTES: planes_as_bytes,
        BITBOARDS: planes_as_bits,
        UNPACKED: planes_as_bytes,
        SAN: lambda: positions.parse_san(san),
        DECODE: lambda: positions.moves_from_policy(labels, "uci"),
        LOCKSTEP: lambda: play_in_lockstep(LOCKSTEP_GAMES),
        READ: read_games,
        BOARD: lambda: walk(boards),
    }


def piece_planes(boards: list[chess.Board]) -> object:
    """Fills planes square by square, from the map of the pieces."""
    planes = np.zeros((len(boards), 18, 64), np.uint8)
    for row, board in enumerate(boards):
        for square, piece in board.piece_map().items():
            planes[row, (0 if piece.color else 6) + piece.piece_type - 1, square] = 1
        planes[row, 12] = board.turn
        for index, rook in enumerate([chess.BB_H1, chess.BB_A1, chess.BB_H8, chess.BB_A8]):
            planes[row, 13 + index] = bool(board.castling_rights & rook)
        if board.ep_square is not None:
            planes[row, 17, board.ep_square] = 1
    return planes


def bitboard_planes(boards: list[chess.Board]) -> np.ndarray[Any, np.dtype[np.uint64]]:
    """Fills planes from the bitboards that python-chess keeps."""
    planes = np.zeros((len(boards), 18), np.uint64)
    full = chess.BB_ALL
    for row, board in enumerate(boards):
        white, black = board.occupied_co[True], board.occupied_co[False]
        pieces = (board.pawns, board.knights, board.bishops, board.rooks, board.queens, board.kings)
        rights, ep_square = board.castling_rights, board.ep_square
        planes[row] = (
            *[pieces & white for pieces in pieces],
            *[pieces & black for pieces in pieces],
            full if board.turn else 0,
            full if rights & chess.BB_H1 else 0,
            full if rights & chess.BB_A1 else 0,
            full if rights & chess.BB_H8 else 0,
            full if rights & chess.BB_A8 else 0,
            0 if ep_square is None else 1 << ep_square,
        )
    return planes


def unpack(planes: np.ndarray[Any, np.dtype[np.uint64]]) -> object:
    """Expands bits to bytes."""
    return np.unpackbits(planes.view(np.uint8), bitorder="little").reshape(-1, 18, 8, 8)


def python_chess_jobs(sample: Sample) -> dict[str, Job]:
    """Returns the jobs of python-chess."""
    boards = [chess.Board(fen) for fen in sample.fens]
    labels = uci_labels()

    def mask() -> object:
        mask = np.zeros((len(boards), len(labels)), bool)
        for row, board in enumerate(boards):
            mask[row, [labels[move.uci()] for move in board.legal_moves]] = True
        return mask

    first = [board.parse_san(text) for board, text in zip(boards, sample.san, strict=True)]
    texts, numbers = tb.policy_labels("uci"), [labels[move.uci()] for move in first]

    def decode() -> object:
        moves = [chess.Move.from_uci(texts[number]) for number in numbers]
        return [move in board.legal_moves for move, board in zip(moves, boards, strict=True)]

    def play() -> None:
        generator, games = random.Random(0), [chess.Board() for _ in range(LOCKSTEP_GAMES)]
        for _ in range(LOCKSTEP_PLIES):
            for board in games:
                board.push(generator.choice(list(board.legal_moves)))
                if board.outcome():
                    board.reset()

    def walk_boards() -> None:
        for board in boards[:BOARD_ROWS]:
            for _ in range(BOARD_REPEATS):
                # The moves are generated one by one, so that the board must not change meanwhile.
                for move in list(board.legal_moves):
                    board.push(move)
                    board.pop()

    return {
        FEN: lambda: [chess.Board(fen) for fen in sample.fens],
        MOVES: lambda: [list(board.legal_moves) for board in boards],
        COUNTS: lambda: [board.legal_moves.count() for board in boards],
        MASK: mask,
        BITS: lambda: piece_planes(boards),
        BYTES: lambda: piece_planes(boards),
        BITBOARDS: lambda: bitboard_planes(boards),
        UNPACKED: lambda: unpack(bitboard_planes(boards)),
        SAN: lambda: [board.parse_san(text) for board, text in zip(boards, sample.san, strict=True)],
        DECODE: decode,
        LOCKSTEP: play,
        READ: lambda: [chess.pgn.read_game(io.StringIO(text)) for text in sample.games],
        BOARD: walk_boards,
    }


def bulletchess_jobs(sample: Sample) -> dict[str, Job]:
    """Returns the jobs of bulletchess."""
    library: Any = importlib.import_module("bulletchess")
    utils: Any = importlib.import_module("bulletchess.utils")
    boards = [library.Board.from_fen(fen) for fen in sample.fens]
    labels = {library.Move.from_uci(text): label for text, label in uci_labels().items()}

    def mask() -> object:
        mask = np.zeros((len(boards), len(labels)), bool)
        for row, board in enumerate(boards):
            mask[row, [labels[move] for move in board.legal_moves()]] = True
        return mask

    def walk_boards() -> None:
        for board in boards[:BOARD_ROWS]:
            for _ in range(BOARD_REPEATS):
                for move in board.legal_moves():
                    board.apply(move)
                    board.undo()

    return {
        FEN: lambda: [library.Board.from_fen(fen) for fen in sample.fens],
        MOVES: lambda: [board.legal_moves() for board in boards],
        COUNTS: lambda: [utils.count_moves(board) for board in boards],
        MASK: mask,
        SAN: lambda: [library.Move.from_san(text, board) for board, text in zip(boards, sample.san, strict=True)],
        BOARD: walk_boards,
    }


def chessmg_jobs(sample: Sample) -> dict[str, Job]:
    """Returns the jobs of chessmg. It does not take back moves."""
    library: Any = importlib.import_module("chessmg")
    boards = [library.ChessMoveGenerator(fen) for fen in sample.fens]
    return {
        FEN: lambda: [library.ChessMoveGenerator(fen) for fen in sample.fens],
        MOVES: lambda: [board.legal_moves() for board in boards],
        COUNTS: lambda: [board.perft(1) for board in boards],
    }


def cozy_chess_jobs(sample: Sample) -> dict[str, Job]:
    """Returns the jobs of cozy-chess-py. It takes back a move by a copy of the board."""
    library: Any = importlib.import_module("cozy_chess")
    boards = [library.Board.from_fen(fen, False) for fen in sample.fens]

    def walk_boards() -> None:
        for board in boards[:BOARD_ROWS]:
            for _ in range(BOARD_REPEATS):
                for move in board.generate_moves():
                    copy.copy(board).play_unchecked(move)

    return {
        FEN: lambda: [library.Board.from_fen(fen, False) for fen in sample.fens],
        MOVES: lambda: [board.generate_moves() for board in boards],
        COUNTS: lambda: [len(board.generate_moves()) for board in boards],
        BOARD: walk_boards,
    }


def esca_jobs(sample: Sample) -> dict[str, Job]:
    """Returns the jobs of esca."""
    library: Any = importlib.import_module("esca")
    positions = [library.Position.from_fen(fen) for fen in sample.fens]
    games = [library.Game.from_fen(fen) for fen in sample.fens[:BOARD_ROWS]]

    def walk_games() -> None:
        for game in games:
            for _ in range(BOARD_REPEATS):
                for move in game.legal_moves():
                    game.play(move)
                    game.undo()

    return {
        FEN: lambda: [library.Position.from_fen(fen) for fen in sample.fens],
        MOVES: lambda: [position.legal_moves() for position in positions],
        COUNTS: lambda: [len(position.legal_moves()) for position in positions],
        SAN: lambda: [position.parse_san(text) for position, text in zip(positions, sample.san, strict=True)],
        BOARD: walk_games,
    }


def rust_pgn_reader_jobs(sample: Sample) -> dict[str, Job]:
    """Returns the jobs of rust-pgn-reader-python-binding, which reads texts that are already divided into games."""
    library: Any = importlib.import_module("rust_pgn_reader_python_binding")
    pyarrow: Any = importlib.import_module("pyarrow")
    texts = pyarrow.chunked_array([sample.games])
    return {READ: lambda: library.parse_games(texts, num_threads=1, store_comments=True)}


# The libraries by the names of their packages, with the greatest numbers of their rows.
LIBRARIES: dict[str, tuple[Callable[[Sample], dict[str, Job]], int]] = {
    "tabiya": (tabiya_jobs, 100_000),
    "chess": (python_chess_jobs, 2_000),
    "bulletchess": (bulletchess_jobs, 20_000),
    "chessmg": (chessmg_jobs, 5_000),
    "cozy-chess-py": (cozy_chess_jobs, 5_000),
    "esca": (esca_jobs, 5_000),
    "rust-pgn-reader-python-binding": (rust_pgn_reader_jobs, 1),
}
