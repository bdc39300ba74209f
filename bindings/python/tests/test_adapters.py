# Adapters: Polars, Arrow, DuckDB, and bits that a device expands.
from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import tabiya as tb
from tabiya import Positions, Termination

MATE = "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1"
ROWS = [tb.STARTING_FEN, None, MATE, "?", "8/8/8/8/8/k7/r7/K7 w - - 0 1"]
VALID = [True, False, True, False, True]
RESULTS: dict[str, list[Any]] = {
    "legal_counts": [20, None, 0, None, 1],
    "in_check": [False, None, True, None, True],
    "outcome": ["ongoing", None, "checkmate", None, "ongoing"],
}


def names_of(outcomes: np.ndarray[Any, Any]) -> list[str]:
    return [Termination(value).name.lower() if value else "ongoing" for value in outcomes.tolist()]


def uci_of(positions: Positions) -> list[list[str]]:
    moves = positions.legal_moves()
    return [part.tolist() for part in np.split(moves.uci(), moves.offsets[1:-1])]


@pytest.fixture(scope="module")
def fens(positions: Positions) -> list[str]:
    return positions.fens(en_passant="fen")


def test_polars_methods_agree_with_positions(positions: Positions, fens: list[str]) -> None:
    pl = pytest.importorskip("polars")
    pytest.importorskip("pyarrow")
    import tabiya.polars  # noqa: F401

    expected = {
        "legal_counts": (pl.UInt16, positions.legal_counts().tolist()),
        "in_check": (pl.Boolean, positions.in_check().tolist()),
        "keys": (pl.UInt64, positions.keys().tolist()),
        "outcome": (pl.Enum, names_of(positions.outcome())),
        "legal_moves": (pl.List(pl.UInt16), [m.tolist() for m in np.split(
            positions.legal_moves().moves, positions.legal_moves().offsets[1:-1])]),
    }
    series, frame = pl.Series("fen", fens), pl.DataFrame({"fen": fens})
    assert series.tabiya.positions() == positions
    for name, (dtype, values) in expected.items():
        found = getattr(series.tabiya, name)(threads=2)
        assert (found.name, found.dtype, found.to_list()) == ("fen", dtype, values), name
        expr = getattr(pl.col("fen").tabiya, name)()
        for columns in [frame.select(expr), frame.lazy().select(expr).collect()]:
            assert columns["fen"].dtype == dtype and columns["fen"].to_list() == values, name
        lazy = frame.lazy().select(expr)
        assert lazy.collect_schema()["fen"] == dtype, name
        assert lazy.collect(engine="streaming")["fen"].to_list() == values, name
    found = frame.select(pl.col("fen").tabiya.legal_moves("uci"))["fen"]
    assert found.dtype == pl.List(pl.String) and found.to_list() == uci_of(positions)
    assert series[:1].tabiya.legal_moves("san").to_list()[0] == (
        positions[:1].legal_moves().san().tolist()
    )


def test_polars_rows_without_position_are_null() -> None:
    pl = pytest.importorskip("polars")
    pytest.importorskip("pyarrow")
    import tabiya.polars  # noqa: F401

    series = pl.Series("fen", ROWS)
    expr = pl.col("fen").tabiya
    for name, values in RESULTS.items():
        assert getattr(series.tabiya, name)(errors="mask").to_list() == values, name
        found = series.to_frame().select(getattr(expr, name)(errors="mask"))
        assert found["fen"].to_list() == values, name
        with pytest.raises(tb.FenError, match="placement: .*; in '\\?'"):
            getattr(series.tabiya, name)()
        with pytest.raises(pl.exceptions.ComputeError, match="placement: .*; in '\\?'"):
            series.to_frame().select(getattr(expr, name)())
        # A null is no error.
        assert getattr(series[:3].tabiya, name)().to_list() == values[:3], name
        assert getattr(series[:0].tabiya, name)().to_list() == [], name
    keys = series.tabiya.keys(errors="mask")
    assert keys.is_null().to_list() == [not valid for valid in VALID]
    lists = series.tabiya.legal_moves("san", errors="mask").to_list()
    assert [lists[0][0], *lists[1:]] == ["a4", None, [], None, ["Kb1"]]
    found, valid = series.tabiya.positions(errors="mask")
    assert len(found) == 3 and valid.tolist() == VALID
    with pytest.raises(tb.FenError, match="row 1: fen: null"):
        series.tabiya.positions()
    with pytest.raises(ValueError, match='errors: "?\'ignore\'; expected "raise"'):
        series.tabiya.keys(errors="ignore")
    with pytest.raises(ValueError, match="notation: 'lan'"):
        series[:1].tabiya.legal_moves("lan")


def test_polars_groups_are_mapped() -> None:
    pl = pytest.importorskip("polars")
    pytest.importorskip("pyarrow")
    import tabiya.polars  # noqa: F401

    frame = pl.DataFrame({"game": [1, 1, 2], "fen": [tb.STARTING_FEN, MATE, MATE]})
    found = frame.group_by("game").agg(pl.col("fen").tabiya.legal_counts().sum()).sort("game")
    assert found["fen"].to_list() == [20, 0]


def test_arrow_positions_round_trip(positions: Positions, fens: list[str]) -> None:
    pa = pytest.importorskip("pyarrow")
    from tabiya import arrow

    packed = arrow.from_positions(positions)
    assert packed.type == pa.binary(28) and len(packed) == len(positions)
    packed.validate(full=True)
    assert packed[3].as_py() == positions.packed[3].tobytes()
    texts = arrow.from_positions(positions, "fen")
    assert texts.type == pa.string() and texts.to_pylist() == positions.fens()
    chunked = pa.chunked_array([packed[:5], packed[5:5], packed[5:]])
    for column in [packed, chunked, pa.array(fens), pa.array(fens, pa.large_string())]:
        assert arrow.to_positions(column, threads=2) == positions
        found, valid = arrow.to_positions(column, errors="mask")
        assert found == positions and valid.all()
    assert arrow.to_positions(packed[7:20]) == positions[7:20]
    assert len(arrow.to_positions(packed[:0])) == 0
    assert len(arrow.to_positions(pa.chunked_array([], pa.binary(28)))) == 0
    with pytest.raises(ValueError, match="form: 'epd'"):
        arrow.from_positions(positions, "epd")  # type: ignore[arg-type]


def test_arrow_rows_without_position_are_reported() -> None:
    pa = pytest.importorskip("pyarrow")
    from tabiya import arrow

    start = Positions([tb.Position()])
    row, other = start.packed[0].tobytes(), bytes([255]) * 28
    array = pa.array([row, None, other, row], pa.binary(28))
    chunked = pa.chunked_array([array[:1], array[1:]])
    for column in [array, chunked]:
        found, valid = arrow.to_positions(column, errors="mask")
        assert valid.tolist() == [True, False, False, True]
        assert found == Positions.concat([start, start])
        with pytest.raises(tb.FenError, match="row 1: packed: null; expected 28 bytes"):
            arrow.to_positions(column)
    filled = pa.chunked_array([array[:1], array[2:]])
    with pytest.raises(tb.FenError) as caught:
        arrow.to_positions(filled)
    assert (caught.value.field, caught.value.row) == ("packed", 1)
    # The bytes below a null are a position here.
    bitmap = pa.py_buffer(bytes([0b10]))
    hidden = pa.Array.from_buffers(pa.binary(28), 2, [bitmap, pa.py_buffer(row + row)])
    found, valid = arrow.to_positions(hidden, errors="mask")
    assert len(found) == 1 and valid.tolist() == [False, True]
    found, valid = arrow.to_positions(pa.array(ROWS), errors="mask")
    assert len(found) == 3 and valid.tolist() == VALID
    with pytest.raises(TypeError, match="expected strings"):
        arrow.to_positions(pa.array([bytes(27)], pa.binary(27)))


def test_arrow_legal_moves_share_memory(positions: Positions) -> None:
    pa = pytest.importorskip("pyarrow")
    from tabiya import arrow

    moves = positions.legal_moves()
    lists = arrow.from_legal_moves(moves)
    lists.validate(full=True)
    assert lists.type == pa.large_list(pa.uint16()) and len(lists) == len(positions)
    assert lists.values.buffers()[1].address == moves.moves.ctypes.data
    assert lists.buffers()[1].address == moves.offsets.ctypes.data
    for row in [0, 1, len(positions) - 1]:
        assert lists[row].as_py() == [move.bits for move in moves[row]]
    assert arrow.from_legal_moves(moves, "uci").to_pylist() == uci_of(positions)
    assert arrow.from_legal_moves(moves, "san").values.to_pylist() == moves.san().tolist()
    assert len(arrow.from_legal_moves(positions[:0].legal_moves())) == 0
    # The array keeps the memory.
    del moves
    assert lists.values.to_pylist() == positions.legal_moves().moves.tolist()
    with pytest.raises(ValueError, match="notation: 'lan'"):
        arrow.from_legal_moves(positions.legal_moves(), "lan")  # type: ignore[arg-type]


def test_duckdb_functions_agree_with_positions(positions: Positions, fens: list[str]) -> None:
    duckdb = pytest.importorskip("duckdb")
    pa = pytest.importorskip("pyarrow")
    from tabiya.duckdb import register

    connection = duckdb.connect()
    assert register(connection, threads=2) is connection
    connection.register("games", pa.table({"row": range(len(fens)), "fen": fens}))
    query = "SELECT legal_count(fen), in_check(fen), zobrist(fen), outcome(fen), legal_moves(fen)"
    found = connection.execute(f"{query} FROM games ORDER BY row").fetchall()
    expected = [
        positions.legal_counts().tolist(),
        positions.in_check().tolist(),
        positions.keys().tolist(),
        names_of(positions.outcome()),
        uci_of(positions),
    ]
    assert found == list(zip(*expected, strict=True))
    types = connection.execute(f"DESCRIBE {query} FROM games").fetchall()
    assert [column[1] for column in types] == [
        "USMALLINT", "BOOLEAN", "UBIGINT", "VARCHAR", "VARCHAR[]"
    ]


def test_duckdb_rows_without_position_are_null() -> None:
    duckdb = pytest.importorskip("duckdb")
    pa = pytest.importorskip("pyarrow")
    from tabiya.duckdb import register

    connection = register(duckdb.connect())
    register(connection, prefix="try_", errors="mask")
    connection.register("games", pa.table({"row": range(5), "fen": ROWS}))
    columns = {"legal_count": "legal_counts", "in_check": "in_check", "outcome": "outcome"}
    for name, method in columns.items():
        query = f"SELECT try_{name}(fen) FROM games ORDER BY row"
        assert connection.execute(query).fetchall() == [(value,) for value in RESULTS[method]]
        query = f"SELECT {name}(fen) FROM games WHERE row < 3 ORDER BY row"
        assert connection.execute(query).fetchall() == [(value,) for value in RESULTS[method][:3]]
        with pytest.raises(duckdb.InvalidInputException, match="placement: .*; in '\\?'"):
            connection.execute(f"SELECT {name}(fen) FROM games").fetchall()
    query = "SELECT try_legal_moves(fen), try_zobrist(fen) IS NULL FROM games ORDER BY row"
    found = connection.execute(query).fetchall()
    assert [lists for lists, _ in found[1:]] == [None, [], None, ["a1b1"]]
    assert [is_null for _, is_null in found] == [not valid for valid in VALID]
    with pytest.raises(ValueError, match="errors: 'ignore'"):
        register(connection, prefix="other_", errors="ignore")  # type: ignore[arg-type]


def test_long_invalid_text_is_cut_in_message() -> None:
    pl = pytest.importorskip("polars")
    from tabiya.polars import FenSeries

    with pytest.raises(tb.FenError) as caught:
        FenSeries(pl.Series(["?" * 10_000])).keys()
    assert len(str(caught.value)) < 300 and str(caught.value).endswith("…")


def expand(packed: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """The operation of the recipes: the bits of each byte, lowest first."""
    return (packed[..., None] >> np.arange(8, dtype=np.uint8)) & 1


@pytest.mark.parametrize("layout", ["lc0", "az", "simple"])
def test_expanded_planes_equal_planes(positions: Positions, layout: Any) -> None:
    bits = positions.planes(layout, dtype="bits").astype("<u8", copy=False)
    rows = bits.view(np.uint8).reshape(*bits.shape, 8)
    names = tb.plane_names(layout)
    counts = [index for index, name in enumerate(names) if name.endswith("count")]
    found = expand(rows).astype(np.uint16)
    numbers = rows[:, counts, 0] + rows[:, counts, 1].astype(np.uint16) * 256
    assert (numbers == bits[:, counts]).all()
    found[:, counts] = np.minimum(numbers, 255)[..., None, None]
    assert (found == positions.planes(layout, dtype="uint8")).all()


@pytest.mark.parametrize("layout", ["lc0", "az", "uci"])
def test_expanded_masks_equal_masks(positions: Positions, layout: Any) -> None:
    packed = positions.legal_mask(layout, packed=True)
    labels = len(tb.policy_labels(layout))
    found = expand(packed).reshape(len(positions), -1)
    assert not found[:, labels:].any()
    assert (found[:, :labels].astype(bool) == positions.legal_mask(layout)).all()
