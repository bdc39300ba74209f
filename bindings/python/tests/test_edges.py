# Hostile uses: threads, forks, exhausted memory, foreign objects, forged columns.
from __future__ import annotations

import copy
import gzip
import io
import os
import pickle
import re
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import tabiya as tb
from tabiya import Board, Games, Move, Position, Positions, Square, TextArray
from tabiya._games import GameSelection
from tabiya._tabiya import GameReader

PGN = b"".join(b'[White "%d"]\n\n1. e4 e5 2. Nf3 Nc6 1-0\n\n' % number for number in range(20_000))
SOURCES = Path(__file__).parent.parent / "src"


def run(program: str, *arguments: str, **variables: str) -> subprocess.CompletedProcess[str]:
    """Runs a program with all checks of the interpreter, and with variables of the environment."""
    command = [sys.executable, "-X", "dev", "-X", "faulthandler", "-c", program, *arguments]
    environment = {**os.environ, **variables}
    return subprocess.run(command, capture_output=True, text=True, timeout=120, env=environment)


def white_tags(games: Games) -> list[str | None]:
    return games.tags["White"].tolist()


@pytest.mark.parametrize("opened", [io.BytesIO, lambda data: gzip.open(io.BytesIO(gzip.compress(data)))])
def test_rewound_file_is_read_from_its_start(opened: Callable[[bytes], Any]) -> None:
    expected = [str(number) for number in range(20_000)]
    for _ in range(20):
        file = opened(PGN)
        assert white_tags(Games.read_pgn(file, tags=["White"], max_games=5)) == expected[:5]
        file.seek(0)
        assert white_tags(Games.read_pgn(file, tags=["White"])) == expected


def test_closed_iterator_reads_no_further() -> None:
    for _ in range(20):
        file = io.BytesIO(PGN)
        batches = Games.iter_pgn(file, batch_games=5)
        next(batches)
        batches.close()  # type: ignore[attr-defined]
        place = file.tell()
        assert file.tell() == place
        file.close()


def test_reader_threads_end_with_their_calls() -> None:
    threads = len(os.listdir("/proc/self/task")) if os.path.exists("/proc/self/task") else None
    for source in (PGN, io.BytesIO(PGN)):
        Games.read_pgn(source, max_games=1)
        for _ in Games.iter_pgn(source if isinstance(source, bytes) else io.BytesIO(PGN)):
            break
    if threads is not None:
        assert len(os.listdir("/proc/self/task")) == threads


EXITS = {
    "break": "for _ in Games.iter_pgn(file, batch_games=5): break",
    "kept": "kept = Games.iter_pgn(file, batch_games=5); next(kept)",
    "exception": "kept = Games.iter_pgn(file, batch_games=5); next(kept); raise SystemExit(3)",
    "interrupt": "kept = Games.iter_pgn(file, batch_games=5); next(kept); os.kill(os.getpid(), signal.SIGINT)",
}


@pytest.mark.parametrize("ending", EXITS)
def test_interpreter_exits_with_an_open_reader(ending: str, tmp_path: Path) -> None:
    path = tmp_path / "games.pgn.gz"
    path.write_bytes(gzip.compress(PGN * 4))
    program = f"""
import gzip, os, signal, sys
from tabiya import Games
file = gzip.open(sys.argv[1])
{EXITS[ending]}
"""
    codes = {"break": 0, "kept": 0, "exception": 3, "interrupt": -2 if os.name == "posix" else 1}
    for _ in range(8):
        ended = run(program, str(path))
        assert ended.returncode == codes[ending], ended.stderr
        assert "Fatal" not in ended.stderr and "panicked" not in ended.stderr


class Failing:
    """A file whose end is an exception."""

    def __init__(self, error: BaseException) -> None:
        self.error = error
        self.file = io.BytesIO(b"1. e4 * 1. d4 * 1. c4")

    def read(self, size: int) -> bytes:
        if data := self.file.read(size):
            return data
        raise self.error


def test_exception_of_a_file_follows_the_games_before_it() -> None:
    error = KeyError("in the file")
    with pytest.raises(KeyError) as raised:
        Games.read_pgn(Failing(error))
    assert raised.value is error
    batches = Games.iter_pgn(Failing(error))
    assert len(next(batches)) == 2
    with pytest.raises(KeyError):
        next(batches)


def frame(text: bytes) -> bytes:
    """Returns a frame as pzstd writes it, not compressed."""
    block = (1 | len(text) << 3).to_bytes(3, "little") + text
    data = b"\x28\xb5\x2f\xfd\xa0" + len(text).to_bytes(4, "little") + block
    return b"\x50\x2a\x4d\x18\x04\0\0\0" + len(data).to_bytes(4, "little") + data


def test_damaged_frame_costs_a_part_its_games_only(tmp_path: Path) -> None:
    frames = [frame(PGN[start : start + 1000]) for start in range(0, 10_000, 1000)]
    # The type of a block that is reserved.
    frames[5] = frames[5][:21] + bytes([frames[5][21] | 0b110]) + frames[5][22:]
    path = tmp_path / "damaged.pgn.zst"
    path.write_bytes(b"".join(frames))
    whole = white_tags(Games.read_pgn(path, tags=["White"], errors="keep"))
    assert len(whole) > 200
    selection = GameSelection(["White"], False, False, False, None)
    found: list[str | None] = []
    starts = [0, sum(map(len, frames[:5])), path.stat().st_size]
    for part in zip(starts, starts[1:], strict=False):
        reader = GameReader(str(path), selection, errors="keep", part=(*part, None))
        games: Games = Games(("White",), reader.read(10_000))
        assert [error.row for error in games.errors] == [None] * (part[0] > 0)
        assert reader.span is not None
        found += white_tags(games)
        reader = GameReader(str(path), selection, part=(*part, None))
        reader.read(10_000)
        if part[0] > 0:
            with pytest.raises(tb.PgnError, match="Zstandard"):
                reader.read(1)
    assert found == whole


def test_interrupt_of_a_file_is_raised_at_once() -> None:
    with pytest.raises(KeyboardInterrupt):
        next(Games.iter_pgn(Failing(KeyboardInterrupt())))
    reader = GameReader(Failing(KeyboardInterrupt()), GameSelection([], False, False, False, None))
    with pytest.raises(KeyboardInterrupt):
        reader.read(10)
    # The call would wait forever if the thread still waited for bytes.
    with pytest.raises(ValueError, match="closed"):
        reader.read(10)


def test_shared_board_never_panics() -> None:
    board, errors = Board(), list[BaseException]()
    stop = threading.Event()

    def attempt(work: Callable[[], object]) -> None:
        while not stop.is_set():
            try:
                work()
            except tb.IllegalMoveError:
                pass
            except BaseException as error:
                errors.append(error)
                return

    def write() -> None:
        board.push_san("Nf3")
        board.push_uci("g8f6")
        while board.move_stack:
            try:
                board.pop()
            except IndexError:
                break

    readers: list[Callable[[], object]] = [
        lambda: pickle.loads(pickle.dumps(board)),
        lambda: Positions([board, board]),
        lambda: (board == board, board == board.copy(), board.outcome(claim_draw=True)),
        lambda: (board.legal_moves, board.piece_map(), str(board), repr(board), board.to_chess()),
    ]
    threads = [threading.Thread(target=attempt, args=(work,)) for work in [write, write, *readers]]
    for thread in threads:
        thread.start()
    stop.wait(3)
    stop.set()
    for thread in threads:
        thread.join()
    assert not errors, errors


def test_comparison_with_foreign_objects_is_left_to_them() -> None:
    class Equal:
        def __eq__(self, other: object) -> bool:
            return True

        __hash__ = None  # type: ignore[assignment]

    objects = [
        Position(), Board(), Positions(), Positions().legal_moves(), Positions().predecessors(), Move(Square.E2, Square.E4),
    ]  # fmt: skip
    for value in objects:
        assert (value == 5) is False and (value != 5) is True and (value == None) is False  # noqa: E711
        assert value == Equal() and Equal() == value
        assert value.__eq__(5) is NotImplemented


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_forked_child_cannot_use_a_reader() -> None:
    program = f"""
import os, sys
from tabiya import Games
data = b"1. e4 e5 1-0 " * 10_000
batches = Games.iter_pgn(data, batch_games=2)
next(batches)
child = os.fork()
if child == 0:
    try:
        next(batches)
    except RuntimeError as error:
        del batches
        os._exit(7 if "fork" in str(error) else 8)
    os._exit(9)
_, status = os.waitpid(child, 0)
assert os.waitstatus_to_exitcode(status) == 7, status
assert sum(map(len, batches)) > 0
"""
    ended = run(program)
    assert ended.returncode == 0, ended.stderr


# Operations on `column`, 100,000 start positions; `moves` has one move per row. A thread cannot start in less
# than 32 MB, because its stack is memory, too.
MEMORY_CALLS = [
    "Positions([start] * 1_000_000)",
    "Positions.from_fens(fens)",
    "Positions.from_fens(fens, errors='mask')",
    "Positions.from_fens(np.array(fens))",
    "Positions.from_packed(packed)",
    "Positions.from_games(['1. e4 e5 2. Nf3'] * 100_000)",
    "Positions.concat([column] * 10)",
    "column.packed",
    "column.fens()",
    "column.legal_moves()",
    "column.legal_moves(threads=2)",
    "column.legal_counts()",
    "column.legal_mask('az')",
    "column.planes('lc0')",
    "column.planes('az', games=np.array([0, 100_000]))",
    "column.policy(moves, 'lc0')",
    "column.moves_from_policy(labels, 'lc0', errors='mask')",
    "column.legal_mask('az', rows=np.arange(100_000))",
    "column.planes('az', rows=np.arange(100_000))",
    "Boards(100_000)",
    "Boards(column)",
    "boards.push(moves, errors='mask')",
    "boards.positions",
    "boards.outcomes()",
    "boards.planes('az')",
    "boards.reset()",
    "boards.games()",
    "column.keys()",
    "column.see(moves)",
    "column.see(moves, errors='mask')",
    "column.san(moves)",
    "column.san(moves, errors='mask')",
    "column.uci(moves)",
    "column.after(moves)",
    "column.after(moves, errors='mask')",
    "column.successors()",
    "column.predecessors()",
    "column.predecessors(states='all', threads=2)",
    "column.predecessors().text()",
    "column.unique()",
    "column.unique(exact=True)",
    "column.parse_san(['e4'] * 100_000)",
    "column[::2]",
    "column[np.ones(100_000, bool)]",
    "column[np.arange(100_000)]",
    "legal.uci()",
    "legal.san()",
    "legal.policy('lc0')",
    "Games.read_pgn(pgn, tags=['White']).positions()",
    "Game.read_pgn(text)",
    "game.to_pgn()",
    "game.positions",
    "game.__copy__()",
    "Game().root.add_line(line)",
    "Game().merge(game)",
    "column.to_bulletformat(labels, labels)",
    "column.to_viriformat(moves, labels, np.arange(100_001), labels)",
    "column.pieces()",
    "column.attacks(labels)",
    "column.material()",
    "diagnose([(start, 3, 8898)])",
]


@pytest.mark.skipif(not os.path.exists("/proc/self/statm"), reason="needs the limits of Linux")
@pytest.mark.parametrize("call", MEMORY_CALLS)
def test_exhausted_memory_raises_memory_error(call: str) -> None:
    program = f"""
import resource
import numpy as np
from tabiya import Boards, Game, Games, Position, Positions, diagnose
start = Position()
column = Positions([start]) [np.zeros(100_000, int)]
fens, packed, legal = column.fens(), column.packed, column.legal_moves()
moves = legal.moves[legal.offsets[:-1]]
labels, boards = np.zeros(100_000, int), Boards(column)
text = "1. " + "Nf3 Nf6 Ng1 Ng8 " * 50_000
game, line = Game.read_pgn(text), np.zeros(200_000, np.uint16)
pgn = b'[White "A"]\\n1. e4 e5 *\\n' * 100_000
def limit(bytes):
    with open("/proc/self/statm") as file:
        used = int(file.read().split()[0]) * resource.getpagesize()
    resource.setrlimit(resource.RLIMIT_AS, (used + bytes, -1))
failures = 0
for megabytes in {(32, 48, 64, 128) if "threads" in call or "read_pgn" in call else (0, 1, 2, 4, 8, 16, 32, 64, 128)}:
    limit(megabytes << 20)
    try:
        {call}
    except MemoryError:
        failures += 1
    except (RuntimeError, BlockingIOError):
        # The system refuses another thread.
        failures += 1
    finally:
        resource.setrlimit(resource.RLIMIT_AS, (-1, -1))
{call}
print(failures)
"""
    # Otherwise, a thread may reserve 64 MiB of addresses, all that are left, so that the next one cannot start: that ends
    # the process within the standard library of Rust.
    ended = run(program, MALLOC_ARENA_MAX="1")
    assert ended.returncode == 0, ended.stderr[-2000:]


class Lying:
    """A sequence that promises more items than it has."""

    def __init__(self, *items: object) -> None:
        self.items = items

    def __len__(self) -> int:
        return 2**62

    def __getitem__(self, index: int) -> object:
        return self.items[index]

    def __iter__(self) -> Iterator[object]:
        return iter(self.items)


def test_length_of_a_sequence_is_not_trusted() -> None:
    column, move = Positions([Position()]), Position().parse_san("e4")
    lying: Any = Lying(column, column)
    assert len(Positions.concat(lying)) == 2
    assert len(Positions(Lying(Position(), Position()))) == 2  # type: ignore[arg-type]
    assert Board.from_position(Position(), Lying(move)).move_stack == [move]  # type: ignore[arg-type]
    assert Positions.from_fens(Lying(Position().fen())) == column  # type: ignore[call-overload]
    assert column.san(Lying(move)).tolist() == ["e4"]  # type: ignore[call-overload]
    tags: Any = Lying("White")
    assert white_tags(Games.read_pgn(b'[White "A"] *', tags=tags)) == ["A"]


def test_equality_follows_the_repetition_rule() -> None:
    for fen in [Position().fen(), "4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1"]:
        assert Position(Position(fen).fen()) == Position(fen)
    pushed = Position().after(Position().parse_san("e4"))
    same = Position(pushed.fen())
    assert same == pushed and hash(same) == hash(pushed) and not same.same_fen(pushed)
    assert Positions([same]) == Positions([pushed])
    assert hash(Positions([same])) == hash(Positions([pushed]))
    assert len({same, pushed}) == 1 and pushed.same_fen(pickle.loads(pickle.dumps(pushed)))
    with_ep = Position("4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1")
    assert with_ep != Position("4k3/8/8/8/3pP3/8/8/4K3 b - - 0 1")


def test_moves_of_a_column_have_many_forms() -> None:
    column = Positions([Position()] * 3)
    moves = [Position().parse_san(san) for san in ("e4", "d4", "Nf3")]
    bits = [move.bits for move in moves]
    forms: list[Any] = [
        np.array(bits, np.uint16),
        np.array(bits, np.int64),
        np.array(bits, ">u2"),
        np.array(bits, object),
        np.array(moves, object),
        np.array([*bits, 0], np.uint16)[:-1][::1],
        np.repeat(np.array(bits, np.uint16), 2)[::2],
        bits,
        moves,
        tuple(moves),
        iter(moves),
    ]
    pandas = pytest.importorskip("pandas")
    polars = pytest.importorskip("polars")
    forms += [pandas.Series(bits), pandas.Series(moves), polars.Series(bits)]
    for form in forms:
        assert column.san(form).tolist() == ["e4", "d4", "Nf3"], form
    for wrong in ([70_000] * 3, np.array([-1, 0, 0]), ["e4"] * 3, "e4", 5, [1.5] * 3, np.zeros(3), [None] * 3):
        with pytest.raises((TypeError, ValueError), match="moves"):
            column.san(wrong)


def test_forged_texts_are_refused_by_arrow() -> None:
    arrow = pytest.importorskip("tabiya.arrow")
    data, valid = np.frombuffer(b"abc", np.uint8), np.ones(2, np.bool_)
    for offsets in ([0, 1, 1 << 40], [0, 3, 1], [-5, 1, 3], [0, 1]):
        games = Games.read_pgn(b"1. e4 * 1. d4 *", tags=["White"])
        games.tags["White"] = TextArray(np.array(offsets), data, valid)
        with pytest.raises(ValueError):
            arrow.from_games(games)
    games = Games.read_pgn(b"1. e4 * 1. d4 *")
    games.offsets = np.array([0, 1, 1 << 40])
    with pytest.raises(ValueError):
        arrow.from_games(games)


def test_conversion_from_python_chess_keeps_chess960() -> None:
    chess = pytest.importorskip("chess")
    for board in (chess.Board(chess960=True), chess.Board("4k3/8/8/8/8/8/8/4K3 w - - 0 1", chess960=True)):
        position, ours = Position.from_chess(board), Board.from_chess(board)
        push = position.legal_moves[0]
        ours.push(push)
        for value in (
            position,
            position.after(push),
            position.mirror(),
            ours,
            ours.copy(),
            copy.deepcopy(ours),
            ours.position,
            ours.root(),
            Board.from_position(position),
            pickle.loads(pickle.dumps(position)),
            pickle.loads(pickle.dumps(ours)),
        ):
            assert value.is_chess960 and value.to_chess().chess960
    standard = Position.from_chess(chess.Board())
    assert not standard.is_chess960 and not standard.to_chess().chess960
    assert Position.chess960(518).to_chess().chess960


def test_sources_neither_borrow_nor_compare_to_none() -> None:
    # A borrow can panic, and a comparison that yields None is false in Python.
    for path in SOURCES.glob("*.rs"):
        text = path.read_text()
        assert not re.search(r"\.borrow(_mut)?\(\)", text), path
        assert not re.search(r"fn __(eq|ne|lt|le|gt|ge)__[^{]*Option<bool>", text), path
