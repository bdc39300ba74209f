# Columns of text of all kinds, and files.
from __future__ import annotations

import struct
from pathlib import Path
from typing import Any

import chess
import numpy as np
import pytest
import tabiya as tb
import tabiya._columns
from tabiya import Move, Position, Positions, Square


def check(column: Any, expected: Positions) -> None:
    assert Positions.from_fens(column) == expected
    assert Positions.from_fens(column, threads=2) == expected


def test_texts_of_python_and_numpy_are_read(positions: Positions) -> None:
    fens = positions.fens(en_passant="fen")
    encoded = [fen.encode() for fen in fens]
    for column in [fens, tuple(fens), iter(fens), encoded]:
        assert Positions.from_fens(column) == positions
    for array in [np.array(fens), np.array(encoded), np.array(fens, object)]:
        check(array, positions)
        check(array[::2], positions[::2])
    swapped = np.array(fens)
    check(swapped.astype(swapped.dtype.newbyteorder()), positions)
    strings = np.dtypes.StringDType() if hasattr(np.dtypes, "StringDType") else object
    check(np.array(fens, strings), positions)
    found, valid = Positions.from_fens([fens[0], "\ud800"], errors="mask")
    assert found == positions[:1] and valid.tolist() == [True, False]
    for array in [["\ud800"], np.array(["♔"]), np.array([""]), np.array([b"\xff"])]:
        with pytest.raises(tb.FenError, match="row 0"):
            Positions.from_fens(array)
    with pytest.raises(ValueError, match="dimensions"):
        Positions.from_fens(np.array([fens[:2]]))


def test_strings_of_arrow_are_read(positions: Positions) -> None:
    pa = pytest.importorskip("pyarrow")
    fens = positions.fens(en_passant="fen")
    for kind in [pa.string(), pa.large_string(), pa.string_view(), pa.binary(), pa.large_binary()]:
        array = pa.array(fens, kind)
        check(array, positions)
        check(array[3:20], positions[3:20])
        check(pa.chunked_array([array[:5], array[5:]]), positions)
        nulls = pa.array([fens[0], None, fens[1]], kind)
        found, valid = Positions.from_fens(nulls, errors="mask")
        assert found == positions[:2] and valid.tolist() == [True, False, True]
        found, valid = Positions.from_fens(nulls[1:], errors="mask")
        assert found == positions[1:2] and valid.tolist() == [False, True]
        with pytest.raises(tb.FenError, match="row 1: fen: null"):
            Positions.from_fens(nulls)
    with pytest.raises(TypeError, match="expected strings"):
        Positions.from_fens(pa.array([1, 2]))


def test_columns_of_polars_are_read(positions: Positions) -> None:
    pl = pytest.importorskip("polars")
    fens = positions.fens(en_passant="fen")
    series = pl.Series("fen", fens)
    check(series, positions)
    check(series[10:], positions[10:])
    check(pl.DataFrame({"fen": fens})["fen"], positions)
    found, valid = Positions.from_fens(pl.Series([fens[0], None, "x"]), errors="mask")
    assert found == positions[:1] and valid.tolist() == [True, False, False]


def test_series_of_pandas_are_read(positions: Positions) -> None:
    pd = pytest.importorskip("pandas")
    fens = positions.fens(en_passant="fen")
    for dtype in ["str", "string", object]:
        series = pd.Series(fens, dtype=dtype)
        check(series, positions)
        check(series[::3], positions[::3])
        for null in [None, float("nan"), pd.NA]:
            nulls = pd.Series([fens[0], null, "x"], dtype=None if dtype == "str" else dtype)
            found, valid = Positions.from_fens(nulls, errors="mask")
            assert found == positions[:1] and valid.tolist() == [True, False, False]
            with pytest.raises(tb.FenError, match="row 1: fen: null"):
                Positions.from_fens(nulls)


def test_invalid_buffers_of_arrow_are_nulls(monkeypatch: pytest.MonkeyPatch) -> None:
    data = np.frombuffer(b"abc", np.uint8)
    long_view = np.frombuffer(struct.pack("<i4sii", 13, b"", 0, 0), np.uint8).reshape(1, 16)
    far_view = np.frombuffer(struct.pack("<i4sii", 3, b"", 7, 9), np.uint8).reshape(1, 16)
    chunks = [
        ("offsets", data, np.array([0, 9]), None, 0),
        ("offsets", data, np.array([-1, 2], np.int32), None, 0),
        ("offsets", data, np.array([2, 1]), None, 0),
        ("offsets", data, np.array([0, 1]), np.zeros(0, np.uint8), 3),
        ("views", long_view, [data], None, 0),
        ("views", long_view, [], None, 0),
    ]
    for chunk in chunks:
        monkeypatch.setattr(tb._columns, "chunks", lambda _, chunk=chunk: iter([chunk]))
        with pytest.raises(tb.FenError, match="row 0: fen: null"):
            Positions.from_fens(object())  # type: ignore[call-overload]
    # A short text is in the view itself.
    monkeypatch.setattr(tb._columns, "chunks", lambda _: iter([("views", far_view, [], None, 0)]))
    with pytest.raises(tb.FenError, match="row 0: placement"):
        Positions.from_fens(object())  # type: ignore[call-overload]


def test_moves_of_arrow_are_read() -> None:
    pa = pytest.importorskip("pyarrow")
    positions = Positions([Position()] * 3)
    sans = pa.chunked_array([pa.array(["e4", "Nf3"]), pa.array(["d4"])])
    moves = positions.parse_san(sans)
    assert positions.uci(moves).tolist() == ["e2e4", "g1f3", "d2d4"]


def test_games_are_read_as_movetext() -> None:
    texts = ["1. e4 e5 2. Nf3 Nc6 *", "", "1. d4 d5"]
    games = Positions.from_games(texts)
    assert games.offsets.tolist() == [0, 5, 6, 9]
    assert len(games.positions) == len(games.moves) == 9
    board, row = chess.Board(), 0
    for san in ["e4", "e5", "Nf3", "Nc6"]:
        assert games.positions[row].fen() == board.fen()
        board.push_san(san)
        row += 1
        assert Move.from_bits(int(games.moves[row])).uci() == board.peek().uci()
    assert games.moves[games.offsets[:-1]].tolist() == [0, 0, 0]
    start = Positions.from_fens(["4k3/8/8/8/8/8/4P3/4K3 b - - 0 30"])
    other = Positions.from_games(["30... Ke7 31. e4"], start, threads=2)
    assert other.positions[2].fen() == "8/4k3/8/8/4P3/8/8/4K3 b - - 0 31"
    with pytest.raises(tb.IllegalMoveError) as caught:
        Positions.from_games(["1. e4", "1. e4 e4"])
    assert (caught.value.row, caught.value.field) == (1, "san")
    valid_games, valid = Positions.from_games(["1. e4", "1. e4 e4", None, "d4"], errors="mask")
    assert valid.tolist() == [True, False, False, True]
    assert valid_games.offsets.tolist() == [0, 2, 4]
    assert valid_games.positions == Positions.from_games(["e4", "d4"]).positions
    assert valid_games.moves.tolist() == Positions.from_games(["e4", "d4"]).moves.tolist()
    with pytest.raises(ValueError, match="starts"):
        Positions.from_games(["e4", "d4"], Positions([Position()]))


def test_file_of_epd_lines_is_read(tmp_path: Path) -> None:
    path = tmp_path / "suite.epd"
    lines = [
        "# a comment",
        'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - id "start";',
        "",
        "4k3/8/8/8/8/8/8/4K3 w - - 3 9 ;D1 5",
    ]
    path.write_text("\r\n".join(lines))
    positions = Positions.from_epd(path)
    assert positions.fens() == [tb.STARTING_FEN, "4k3/8/8/8/8/8/8/4K3 w - - 3 9"]
    assert Positions.from_epd(str(path)) == positions
    path.write_text("\n".join([*lines, "8/8 w - -"]))
    with pytest.raises(tb.FenError) as caught:
        Positions.from_epd(path)
    assert (caught.value.field, caught.value.row) == ("epd", 4)
    reason = "placement: found 2 ranks; expected 8"
    assert (caught.value.reason, str(caught.value).count("placement")) == (reason, 1)
    found, valid = Positions.from_epd(path, errors="mask")
    assert found == positions and valid.tolist() == [True, True, False]
    for wrong in [tmp_path / "missing", tmp_path]:
        with pytest.raises(OSError) as expected:
            open(wrong)
        with pytest.raises(OSError) as error:
            Positions.from_epd(wrong)
        assert type(error.value) is type(expected.value)
        assert error.value.errno == expected.value.errno
        assert str(error.value) == str(expected.value)
    with pytest.raises(ValueError, match="path: .*; expected the path of a file"):
        Positions.from_epd("a\0b")


CASES = Path(__file__).parents[3] / "tests" / "data" / "cases"


def test_positions_of_any_source_are_read() -> None:
    counts = {
        "epd/other-operations.epd": 4,
        "epd/escaped-quotes.epd": 1,
        "fen/lines-with-operations.txt": 4,
        "fen/tabs.fen": 1,
        "fen/byte-order-mark.fen": 1,
    }
    for name, count in counts.items():
        path = CASES / name
        positions = Positions.from_epd(path)
        lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
        assert len(positions) == len(lines) == count
        assert Positions.from_fens(lines) == positions
        assert [Position(line) for line in lines] == list(positions)


@pytest.mark.parametrize("text", [" {}", "{}\n", "{}\r\n", "\t{}\u00a0", "\ufeff{}", "{} bm e4;"])
def test_text_around_fen_is_ignored(text: str) -> None:
    text = text.format(tb.STARTING_FEN)
    assert Position(text) == Position()
    assert Positions.from_fens([text, text.replace(" ", "\t")]) == Positions([Position()] * 2)
    # A second line is not.
    with pytest.raises(tb.FenError):
        Positions.from_fens([f"{tb.STARTING_FEN}\n{text}"])


def viriformat_start(result: int) -> bytes:
    """The start position as an entry of viriformat, by its specification."""
    occupied = 0xFFFF_0000_0000_FFFF
    ranks = [[6, 1, 2, 4, 5, 2, 1, 6], [0] * 8, [8] * 8, [14, 9, 10, 12, 13, 10, 9, 14]]
    codes = [code for rank in ranks for code in rank]
    nibbles = bytes(low | high << 4 for low, high in zip(codes[::2], codes[1::2], strict=True))
    return struct.pack("<Q16sBBHhBB", occupied, nibbles, 64, 0, 1, 0, result, 0)


def viriformat_move(start: Square, end: Square, evaluation: int) -> bytes:
    return struct.pack("<Hh", start | end << 6, evaluation)


def test_file_in_viriformat_is_read(tmp_path: Path) -> None:
    path = tmp_path / "games.viri"
    moves = viriformat_move(Square.E2, Square.E4, 25) + viriformat_move(Square.E7, Square.E5, -30)
    path.write_bytes(viriformat_start(2) + moves + bytes(4) + viriformat_start(0) + bytes(4))
    games = Positions.from_viriformat(path)
    assert list(games.positions) == [Position(), Position().after(Move(Square.E2, Square.E4))]
    assert games.positions.uci(games.moves).tolist() == ["e2e4", "e7e5"]
    assert games.evals.tolist() == [25, -30] and games.offsets.tolist() == [0, 2, 2]
    assert games.results.tolist() == [1, -1]
    path.write_bytes(viriformat_start(1) + bytes(4) + viriformat_start(1)[:20])
    with pytest.raises(tb.FenError) as caught:
        Positions.from_viriformat(path)
    assert (caught.value.field, caught.value.row) == ("viriformat", 1)


def test_file_in_bulletformat_is_read(tmp_path: Path) -> None:
    path = tmp_path / "rows.bullet"
    # Kings on e1 and e8, a pawn on e2: codes 5, 0 and 13.
    occupied = 1 << 4 | 1 << 12 | 1 << 60
    codes = bytes([5 | 0 << 4, 13]) + bytes(14)
    row = struct.pack("<Q16shBBBxxx", occupied, codes, -80, 2, 4, 4)
    path.write_bytes(row * 2)
    rows = Positions.from_bulletformat(path)
    assert rows.positions.fens() == ["4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"] * 2
    assert rows.scores.tolist() == [-80, -80] and rows.results.tolist() == [1, 1]
    assert rows.scores.dtype == np.int16 and rows.results.dtype == np.int8
    path.write_bytes(row + bytes(32))
    with pytest.raises(tb.FenError) as caught:
        Positions.from_bulletformat(path)
    assert (caught.value.field, caught.value.row) == ("bulletformat", 1)
    kept, valid = Positions.from_bulletformat(path, errors="mask")
    assert valid.tolist() == [True, False] and kept.scores.tolist() == [-80]
    assert kept.positions == rows.positions[:1] and kept.results.tolist() == [1]
    path.write_bytes(row[:31])
    with pytest.raises(tb.FenError, match="multiple of 32"):
        Positions.from_bulletformat(path)
