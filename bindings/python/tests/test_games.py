# Games from files in PGN: the columns are those of python-chess.
from __future__ import annotations

import gzip
import io
import os
import pickle
import signal
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import chess
import chess.pgn
import numpy as np
import pytest
import tabiya as tb
from tabiya import Games, PgnError, Positions

SAMPLE = Path(__file__).parent / "data" / "lichess.pgn"
TAGS = ["White", "WhiteElo", "Annotator"]


@pytest.fixture(scope="module")
def reference() -> list[chess.pgn.Game]:
    """The games of the sample, as python-chess reads them."""
    games: list[chess.pgn.Game] = []
    with SAMPLE.open() as file:
        while (game := chess.pgn.read_game(file)) is not None:
            games.append(game)
    return games


@pytest.fixture(scope="module")
def games() -> Games:
    return Games.read_pgn(SAMPLE, tags=TAGS, clocks=True, times=True, evals=True)


def test_moves_are_those_of_python_chess(games: Games, reference: list[chess.pgn.Game]) -> None:
    rows = games.positions()
    before = rows.positions[np.flatnonzero(rows.moves) - 1]
    expected = [move.uci() for game in reference for move in game.mainline_moves()]
    assert before.uci(games.moves).tolist() == expected
    lengths = [sum(1 for _ in game.mainline_moves()) for game in reference]
    assert np.diff(games.offsets).tolist() == lengths and len(games) == len(reference)
    ends = rows.positions[rows.offsets[1:] - 1]
    boards = [game.end().board() for game in reference]
    assert ends.fens(en_passant="fen") == [board.fen(en_passant="fen") for board in boards]


def test_clocks_and_evals_are_those_of_python_chess(
    games: Games, reference: list[chess.pgn.Game]
) -> None:
    nodes = [node for game in reference for node in game.mainline()]
    assert games.clocks and games.times and games.evals and games.mates
    for ply, node in enumerate(nodes):
        clock = node.clock()
        assert games.clocks.valid[ply] == (clock is not None)
        assert games.clocks.values[ply] == round((clock or 0) * 100)
        score = node.eval()
        white = score.white() if score else None
        centipawns, mate = (white.score(), white.mate()) if white else (None, None)
        assert games.evals.valid[ply] == (centipawns is not None)
        assert games.evals.values[ply] == (centipawns or 0)
        assert games.mates.valid[ply] == (mate is not None)
        assert games.mates.values[ply] == (mate or 0)
    assert games.evals.valid.any() and games.mates.valid.any()
    assert not games.times.valid.any() and len(games.times.valid) == len(nodes)


def test_tags_and_results_are_those_of_python_chess(
    games: Games, reference: list[chess.pgn.Game]
) -> None:
    for name in TAGS:
        assert games.tags[name].tolist() == [game.headers.get(name) for game in reference]
    codes = {"1-0": 1, "1/2-1/2": 0, "0-1": -1, "*": -128}
    assert games.results.tolist() == [codes[game.headers["Result"]] for game in reference]


def test_text_offsets_find_each_game(games: Games) -> None:
    text = SAMPLE.read_bytes()
    for start, length in zip(games.text_offsets, games.text_lengths, strict=True):
        assert text[start:].startswith(b"[Event ")
        assert text[start : start + length].count(b"[Event ") == 1


@pytest.mark.parametrize("threads", [1, 2])
def test_sources_have_the_same_games(tmp_path: Path, games: Games, threads: int) -> None:
    text = SAMPLE.read_bytes()
    packed = tmp_path / "games.pgn.gz"
    packed.write_bytes(gzip.compress(text))
    sources: list[Any] = [str(SAMPLE), SAMPLE, text, io.BytesIO(text), packed, packed.read_bytes()]
    for source in sources:
        check_equal(Games.read_pgn(source, tags=TAGS, threads=threads), games)
    with gzip.open(packed) as file:
        check_equal(Games.read_pgn(file, tags=TAGS, threads=threads), games)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="the system has no pipes with names")
def test_pipe_is_read(tmp_path: Path, games: Games) -> None:
    path = tmp_path / "pipe"
    os.mkfifo(path)
    writer = threading.Thread(target=path.write_bytes, args=[SAMPLE.read_bytes()])
    writer.start()
    check_equal(Games.read_pgn(path, tags=TAGS), games)
    writer.join()


def check_equal(found: Games, expected: Games) -> None:
    assert found.moves.tolist() == expected.moves.tolist()
    assert found.offsets.tolist() == expected.offsets.tolist()
    assert found.starts == expected.starts
    assert found.results.tolist() == expected.results.tolist()
    for name in TAGS:
        assert found.tags[name].tolist() == expected.tags[name].tolist()


def test_batches_join_to_all_games(games: Games) -> None:
    for size in [1, 3, 7, 100]:
        batches = list(Games.iter_pgn(SAMPLE, batch_games=size, tags=TAGS, clocks=True))
        assert [len(batch) for batch in batches[:-1]] == [size] * (len(batches) - 1)
        assert np.concatenate([batch.moves for batch in batches]).tolist() == games.moves.tolist()
        names = [name for batch in batches for name in batch.tags["White"]]
        assert names == games.tags["White"].tolist()
        clocks = [batch.clocks.values for batch in batches if batch.clocks]
        assert games.clocks and np.concatenate(clocks).tolist() == games.clocks.values.tolist()
    batches = list(Games.iter_pgn(SAMPLE, batch_games=2, max_games=5))
    assert [len(batch) for batch in batches] == [2, 2, 1]
    assert len(Games.read_pgn(SAMPLE, max_games=3)) == 3
    assert len(Games.read_pgn(SAMPLE, max_games=0)) == 0


def test_values_that_are_not_selected_are_absent() -> None:
    games = Games.read_pgn(SAMPLE)
    assert games.tags == {}
    assert (games.clocks, games.times, games.evals, games.mates) == (None,) * 4


def test_filter_selects_games(games: Games) -> None:
    elos = [int(elo or 0) for elo in games.tags["WhiteElo"]]
    found = Games.read_pgn(SAMPLE, tags=["WhiteElo"], filter="WhiteElo >= 1500")
    assert found.tags["WhiteElo"].tolist() == [str(elo) for elo in elos if elo >= 1500]
    assert 0 < len(found) < len(games)


ERRORS = b"""[White "A"] 1. e4 e5 2. Ke3 Nc6 1-0
[FEN "8/8/8/8/8/8/8/8 w - - 0 1"] 1. e4 0-1
[White "B"] 1. d4 -- *
[FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 3 9"] 9. e4 1/2-1/2
"""


def test_errors_are_masked_with_the_moves_before() -> None:
    games = Games.read_pgn(ERRORS, tags=["White"], errors="mask")
    assert games.offsets.tolist() == [0, 2, 2, 4, 5]
    assert games.moves[3] == 0, "a null move"
    assert games.valid.tolist() == [False, False, False, True]
    assert games.results.tolist() == [1, -1, -128, 0]
    assert games.starts[3].fen() == "4k3/8/8/8/8/8/4P3/4K3 w - - 3 9"
    found = [(error.row, error.field, error.ply) for error in games.errors]
    assert found == [(0, "move", 2), (1, "fen", 0), (2, "null_move", 1)]
    for error, text in zip(games.errors, [b"Ke3", b"[FEN", b"--"], strict=True):
        assert error.offset is not None and ERRORS[error.offset :].startswith(text)
    batches = list(Games.iter_pgn(ERRORS, batch_games=2, errors="mask"))
    assert [[error.row for error in batch.errors] for batch in batches] == [[0, 1], [0]]


def test_errors_are_raised_with_their_place() -> None:
    with pytest.raises(PgnError, match="row 0: move: .Ke3.: not a legal move.*; at byte 24, ply 2"):
        Games.read_pgn(ERRORS)
    batches = Games.iter_pgn(b"1. e4 * 1. d4 * 1. e5 *", batch_games=2)
    assert len(next(batches)) == 2
    with pytest.raises(PgnError) as raised:
        next(batches)
    assert (raised.value.row, raised.value.ply, raised.value.offset) == (2, 0, 19)
    copy = pickle.loads(pickle.dumps(raised.value))
    assert str(copy) == str(raised.value) and copy.offset == 19


POLICIES = b"1. e4 *\n\n1. e4 e5 2. Ke3 d6 *\n\n1. e4 (1. e5) d5 *\n"
"""The file of a test of the program: an error of the main line, and one of a variation."""


@pytest.mark.parametrize(
    ("policies", "lengths", "rows"),
    [(("skip",), [1, 2], [None]), (("keep", "mask"), [1, 2, 2], [1])],
)
def test_games_with_errors_are_left_out_or_kept(
    policies: list[Any], lengths: list[int], rows: list[int | None]
) -> None:
    for policy in policies:
        games = Games.read_pgn(POLICIES, errors=policy, findings=True)
        assert np.diff(games.offsets).tolist() == lengths
        found = [(error.row, error.field, error.ply, error.offset) for error in games.errors]
        assert found == [(row, "move", 2, 21) for row in rows]
        assert games.valid.tolist() == [row not in rows for row in range(len(games))]
        assert games.findings and games.finding_counts == {"move": 2}
        assert sorted(finding.offset or 0 for finding in games.findings) == [21, 41]
        batches = list(Games.iter_pgn(POLICIES, errors=policy, batch_games=1))
        assert sum(len(batch.errors) for batch in batches) == 1
        assert sum(map(len, batches)) == len(lengths)


def test_reading_stops_before_a_game_with_an_error() -> None:
    for policy in ["stop", "raise"]:
        batches = Games.iter_pgn(POLICIES, errors=policy)  # type: ignore[arg-type]
        assert len(next(batches)) == 1, "the games before the error"
        calls: list[Callable[[], Games]] = [
            lambda: next(batches),
            lambda: Games.read_pgn(POLICIES),
        ]
        for call in calls:
            with pytest.raises(PgnError) as raised:
                call()
            error = raised.value
            assert (error.row, error.field, error.ply, error.offset) == (1, "move", 2, 21)
        assert len(Games.read_pgn(POLICIES, max_games=1)) == 1


def test_games_left_out_at_the_end_are_reported() -> None:
    text = b"1. e5 * 1. d5 -- *"
    batches = list(Games.iter_pgn(text, errors="skip", findings=True, batch_games=2))
    assert [len(batch) for batch in batches] == [0]
    assert [(error.row, error.offset) for error in batches[0].errors] == [(None, 3), (None, 11)]
    assert [finding.row for finding in batches[0].findings or []] == [None, None]


KINDS: dict[str, tuple[bytes, int | None, int]] = {
    "start position": (b'[FEN "x"]\n\n1. e4 *', None, 0),
    "variant": (b'[Variant "Atomic"]\n\n1. e4 *', None, 0),
    "move": (b"1. e5 *", 0, 3),
    "parenthesis": (b"1. e4 e5 (1... c5 *", 2, 9),
    "tag": (b'[White "A"]\n[White "B"]\n\n1. e4 *', None, 12),
    "comment": (b"1. e4 { lost", 1, 6),
    "waiver": (b'[FEN "4k3/8/8/8/8/8/8/4K3 w K - 0 1"]\n\n1. Ke2 *', None, 0),
    "null move": (b"1. e4 -- *", 1, 6),
    "result": (b'[Result "1-0"]\n\n1. e4 0-1', None, 0),
    "text": (b"1. e4 ~ *", None, 6),
    "encoding": (b"1. e4 { \0 } *", None, 8),
    "termination": (b'[White "C"]\n\n1. e4', None, 18),
}
"""A game of each kind, with the number of moves before the finding, and its offset."""


def test_findings_have_each_kind() -> None:
    assert [*KINDS, "damage"] == list(tb.FINDING_KINDS)
    for kind, (text, ply, offset) in KINDS.items():
        games = Games.read_pgn(text, errors="keep", findings=True)
        assert games.findings is not None and games.finding_counts is not None
        assert games.finding_counts[kind] == 1, (kind, games.findings)
        (finding,) = [finding for finding in games.findings if finding.kind == kind]
        assert (finding.row, finding.ply, finding.offset) == (0, ply, offset)
        before = text[:offset]
        line, column = before.count(b"\n") + 1, offset - before.rfind(b"\n")
        assert (finding.line, finding.column) == (line, column) and finding.message
        assert pickle.loads(pickle.dumps(games)).findings == games.findings
        plain = Games.read_pgn(text, errors="keep")
        assert plain.findings is None and plain.finding_counts is None
    members = [gzip.compress(b"1. e4 *\n\n")] * 2
    for policy in ["keep", "skip"]:
        damaged: Games = read(b"garbage".join(members), errors=policy, findings=True)
        assert len(damaged) == 2 and damaged.findings is not None
        (finding,) = damaged.findings
        assert (finding.row, finding.kind, finding.offset) == (None, "damage", None)
        assert finding.message in damaged.errors[0].reason


def test_findings_have_their_lines_in_every_batch() -> None:
    text = b'[White "A"]\n\n1. e4 ~ *\n\n' * 1000
    expected = [(row, 4 * row + 3, 7) for row in range(1000)]
    games = Games.read_pgn(text, findings=True)
    found = [(finding.row, finding.line, finding.column) for finding in games.findings or []]
    assert found == expected
    batches = Games.iter_pgn(text, findings=True, batch_games=7, threads=2)
    lines = [(finding.line, finding.column) for batch in batches for finding in batch.findings or []]
    assert lines == [place[1:] for place in expected]
    selected = Games.read_pgn(text + b"\n1. d4 ~ *", findings=True, filter='White != "A"')
    assert [finding.line for finding in selected.findings or []] == [4002]


def test_null_moves_are_moves() -> None:
    for sign in [b"--", b"Z0", b"null", b"@@@@", b"0000"]:
        games = Games.read_pgn(b"1. e4 " + sign + b" 2. d4 d5 * 1. c4 *")
        assert games.moves.tolist().count(0) == 1 and games.valid.tolist() == [False, True]
        rows = games.positions()
        assert rows.offsets.tolist() == [0, 5, 7]
        after = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 1 2"
        assert rows.positions[2].fen() == after
    games.moves = np.array([0], np.uint16)
    games.starts = Positions.from_fens(["4k3/8/8/8/7b/8/8/4K3 w - - 0 1"])
    games.offsets = np.array([0, 1])
    with pytest.raises(tb.IllegalMoveError, match="row 0: move: null move in check"):
        games.positions()


read: Any = Games.read_pgn
"""The function, for arguments of other types."""


@pytest.mark.parametrize(
    ("call", "kind", "message"),
    [
        (lambda: read("/none.pgn"), FileNotFoundError, "No such file.*none.pgn"),
        (lambda: read("."), OSError, "directory|regular"),
        (lambda: read(b"PK\3\4"), PgnError, "format zip: not supported"),
        (lambda: read(b"", filter="A ="), ValueError, "filter: byte 3"),
        (lambda: read(b"", errors="none"), ValueError, "errors: 'none'; expected skip, keep .*stop"),
        (lambda: Games.iter_pgn(b"", errors=read(b"")), TypeError, "errors: tabiya.*Games; expected a str"),
        (lambda: read(b"", tags="White"), TypeError, "tags: str; expected"),
        (lambda: read(b"", tags=["A", "A"]), ValueError, "expected different names"),
        (lambda: read(b"", max_games=-1), ValueError, "max_games: -1"),
        (lambda: read(b"", threads=-1), ValueError, "threads: -1"),
        (lambda: Games.iter_pgn(b"", batch_games=0), ValueError, "batch_games: 0"),
        (lambda: read(3), TypeError, "source: int; expected a path"),
        (lambda: read(io.StringIO("1. e4 *")), TypeError, "read: str; expected bytes"),
    ],
)
def test_invalid_arguments_have_their_exceptions(
    call: Callable[[], Any], kind: type[Exception], message: str
) -> None:
    with pytest.raises(kind, match=message):
        call()


def test_games_before_the_end_of_a_truncated_file_are_returned(tmp_path: Path) -> None:
    text = b"".join(b"[White \"%d\"]\n\n1. e4 e5 *\n\n" % index for index in range(20_000))
    path = tmp_path / "games.pgn.gz"
    path.write_bytes(gzip.compress(text)[:-1000])
    batches = Games.iter_pgn(path, batch_games=1000, tags=["White"])
    names: list[str | None] = []
    with pytest.raises(PgnError, match="file: .*games.pgn.gz: truncated"):
        for batch in batches:
            names.extend(batch.tags["White"])
    assert len(names) > 10_000 and names == [str(index) for index in range(len(names))]
    with pytest.raises(PgnError, match="truncated"):
        Games.read_pgn(path)
    games = Games.read_pgn(path, tags=["White"], errors="mask")
    assert games.tags["White"].tolist() == names and games.valid.all()
    assert [(error.field, error.row) for error in games.errors] == [("file", None)]


def test_games_around_bytes_after_a_member_are_returned() -> None:
    members = [gzip.compress(b'[White "%d"]\n\n1. e4 *\n\n' % index) for index in range(3)]
    games = Games.read_pgn(b"garbage".join(members), tags=["White"], errors="mask")
    assert games.tags["White"].tolist() == ["0", "1", "2"]
    assert [(error.field, error.row) for error in games.errors] == [("file", None)] * 2
    assert games.valid.all()
    batches = list(Games.iter_pgn(b"garbage".join(members), batch_games=1, errors="mask"))
    assert sum(len(batch) for batch in batches) == 3
    assert sum(len(batch.errors) for batch in batches) == 2
    with pytest.raises(PgnError, match="no header of a gzip member"):
        Games.read_pgn(b"garbage".join(members))


def test_exception_of_a_reader_is_raised() -> None:
    class Broken:
        def read(self, size: int) -> bytes:
            raise KeyError("broken")

    with pytest.raises(KeyError, match="broken"):
        Games.read_pgn(Broken())


class Endless:
    """A file that never ends, of which the length that was read is known."""

    def __init__(self) -> None:
        self.read_bytes = 0

    def read(self, size: int) -> bytes:
        line = b"1. e4 e5 2. Nf3 *\n"
        start = self.read_bytes % len(line)
        self.read_bytes += size
        return (line * (size // len(line) + 2))[start : start + size]


def test_endless_file_is_read_in_batches_of_bounded_memory() -> None:
    source = Endless()
    batches = Games.iter_pgn(source, batch_games=1000, threads=2)
    assert len(next(batches)) == 1000
    # The threads wait after some chunks of 4 MiB.
    time.sleep(1)
    assert source.read_bytes < 64 << 20
    batches.close()  # type: ignore[attr-defined]
    time.sleep(0.5)
    end = source.read_bytes
    time.sleep(0.2)
    assert source.read_bytes == end


@pytest.mark.parametrize("suffix", ["pgn", "pgn.gz"])
def test_progress_counts_the_bytes_of_the_file(tmp_path: Path, games: Games, suffix: str) -> None:
    path = tmp_path / f"games.{suffix}"
    text = SAMPLE.read_bytes()
    path.write_bytes(gzip.compress(text) if suffix.endswith("gz") else text)
    sources: list[Any] = [path, str(path), path.read_bytes(), io.BytesIO(path.read_bytes())]
    for source in sources:
        sizes: list[int] = []
        check_equal(Games.read_pgn(source, tags=TAGS, progress=sizes.append), games)
        assert sum(sizes) == path.stat().st_size and all(size > 0 for size in sizes)
    sizes = []
    batches = list(Games.iter_pgn(path, batch_games=2, progress=sizes.append))
    assert sum(map(len, batches)) == len(games) and sum(sizes) == path.stat().st_size
    Games.iter_pgn(path, progress=sizes.append)
    for _ in Games.iter_pgn(path, batch_games=1, progress=sizes.append):
        break
    with pytest.raises(FileNotFoundError, match="none.pgn"):
        Games.read_pgn(tmp_path / "none.pgn", progress=sizes.append)
    with pytest.raises(TypeError, match="source: int; expected a path"):
        Games.iter_pgn(3, progress=sizes.append)  # type: ignore[arg-type]


def test_progress_fits_a_progress_bar(games: Games) -> None:
    tqdm = pytest.importorskip("tqdm")
    with tqdm.tqdm(total=SAMPLE.stat().st_size, unit="B", file=io.StringIO()) as bar:
        check_equal(Games.read_pgn(SAMPLE, tags=TAGS, progress=bar.update), games)
        assert bar.n == bar.total


@pytest.mark.parametrize("kind", [RuntimeError, KeyboardInterrupt])
def test_exception_of_progress_ends_the_reading(tmp_path: Path, kind: type[BaseException]) -> None:
    path = tmp_path / "games.pgn"
    path.write_bytes(b"1. e4 e5 2. Nf3 *\n" * 2_000_000)
    calls: list[int] = []

    def progress(size: int) -> None:
        calls.append(size)
        if len(calls) == 3:
            raise kind("no more")

    threads = os.listdir("/proc/self/task") if os.path.exists("/proc/self/task") else None
    with pytest.raises(kind, match="no more"):
        Games.read_pgn(path, progress=progress)
    calls.clear()
    batches = Games.iter_pgn(path, batch_games=1000, progress=progress)
    with pytest.raises(kind, match="no more"):
        for batch in batches:
            assert len(batch)
    assert len(calls) == 3 and list(batches) == []
    if threads is not None:
        assert sorted(os.listdir("/proc/self/task")) == sorted(threads)


def test_ctrl_c_ends_a_call() -> None:
    timer = threading.Timer(0.5, signal.raise_signal, [signal.SIGINT])
    timer.start()
    start, source = time.monotonic(), Endless()
    with pytest.raises(KeyboardInterrupt):
        Games.read_pgn(source)
    assert time.monotonic() - start < 30
    # The games of a fast source leave time for signals.
    assert source.read_bytes < 2 << 30
    timer.join()


def test_games_are_pickled(games: Games) -> None:
    copy = pickle.loads(pickle.dumps(games))
    check_equal(copy, games)
    assert repr(copy) == repr(games) and len(copy.errors) == 0


def test_positions_of_changed_moves_are_refused(games: Games) -> None:
    copy = Games.read_pgn(b"1. e4 *")
    copy.moves = np.array([1], np.uint16)
    with pytest.raises(tb.IllegalMoveError, match="row 0"):
        copy.positions()
    copy.offsets = np.array([0, 5])
    with pytest.raises(ValueError, match="moves: 1 values; expected 5"):
        copy.positions()
    assert not games.moves.flags.writeable


def test_rows_have_the_form_of_movetext_columns() -> None:
    rows = Games.read_pgn(b"1. e4 e5 * 1. d4 *").positions(threads=2)
    expected = Positions.from_games(["1. e4 e5", "1. d4"])
    assert rows.positions == expected.positions
    assert rows.moves.tolist() == expected.moves.tolist()
    assert rows.offsets.tolist() == expected.offsets.tolist()


def test_engine_comments_are_read_for_white() -> None:
    pgn = b"1. e4 {+0.31/20 1.3s} e5 {-0.28/19 0.9s} 2. Nf3 {book} Nc6 {+M3/8 0.1s} *"
    games = Games.read_pgn(pgn, times=True, evals=True)
    assert games.evals and games.mates and games.depths and games.times
    assert games.evals.values[games.evals.valid].tolist() == [31, 28]
    assert games.mates.values[games.mates.valid].tolist() == [-2]
    assert games.depths.valid.tolist() == [True, True, False, True]
    assert games.times.values.tolist() == [130, 90, 0, 10]


def test_table_of_arrow_has_the_columns(games: Games) -> None:
    pytest.importorskip("pyarrow")
    from tabiya import arrow

    invalid = Games.read_pgn(ERRORS, tags=["White"], errors="mask")
    for chosen in [games, invalid, Games.read_pgn(b"")]:
        table = arrow.from_games(chosen)
        table.validate(full=True)
        assert table.num_rows == len(chosen)
        for name, tag in chosen.tags.items():
            assert table[name].to_pylist() == tag.tolist()
        moves = [moves for row in table["moves"].to_pylist() for moves in row]
        assert moves == chosen.moves.tolist()
        assert [error is None for error in table["error"].to_pylist()] == chosen.valid.tolist()
    table = arrow.from_games(games, "san")
    assert table["moves"][0].as_py()[:2] == ["e4", "e5"] and table["outcome"][0].as_py() == -1
    mates = [mate for row in table["mates"].to_pylist() for mate in row]
    assert games.mates and sum(mate is not None for mate in mates) == games.mates.valid.sum()
    nulls = Games.read_pgn(b"1. e4 -- 2. d4 -- * 1. c4 *")
    for notation, sign in [("uci", "0000"), ("san", "--")]:
        moves = arrow.from_games(nulls, notation)["moves"].to_pylist()  # type: ignore[arg-type]
        assert [len(row) for row in moves] == [4, 1] and moves[0][1::2] == [sign] * 2
    starts = arrow.from_games(invalid)["start_fen"].to_pylist()
    is_invalid = [error.field in ("fen", "variant") for error in invalid.errors]
    assert sum(start is None for start in starts) == sum(is_invalid)
    for name in ["outcome", "Moves", "Error"]:
        with pytest.raises(ValueError, match=f"tag {name}: the name of another column"):
            arrow.from_games(Games.read_pgn(b"", tags=[name]))
    assert "Result" in arrow.from_games(Games.read_pgn(b"", tags=["Result"])).column_names
