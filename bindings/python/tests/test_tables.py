# Tables with a row per game or per move: Arrow, Polars, DuckDB, pandas.
from __future__ import annotations

import gzip
import importlib
from pathlib import Path
from typing import Any

import chess.pgn
import numpy as np
import pytest
import tabiya as tb
from tabiya import Games

pa = pytest.importorskip("pyarrow")
from tabiya import arrow  # noqa: E402

SAMPLE = Path(__file__).parent / "data" / "lichess.pgn"
SELECTION: dict[str, Any] = {"tags": ["White", "TimeControl"], "clocks": True, "evals": True}
NAMES = ["game", "ply", "san", "uci", "clock", "time_spent", "eval", "mate", "depth", "fen"]
SPECIAL = b"""[White "A"] [TimeControl "60+1.5"]

1. e4 {[%clk 0:01:00]} -- {[%clk 0:01:00]} 2. d4 {[%clk 0:00:58]} d5 {[%clk 0:01:02]} 3. Ke3 *

[White "B"] [FEN "4k3/8/8/8/8/8/4P3/4K3 b - - 3 9"]

*

[White "C"] [FEN "4k3/8/8/8/8/8/4P3/4K3 b - - 3 9"]

9... Kd8 {[%clk 0:01:00] [%emt 0:00:02]} 10. e4 Kd7 {[%clk 0:00:30]} 1-0
"""


@pytest.fixture(scope="module")
def reference() -> list[dict[str, Any]]:
    """The rows of the sample, as python-chess reads them."""
    rows: list[dict[str, Any]] = []
    with SAMPLE.open() as file:
        game, number = chess.pgn.read_game(file), 0
        while game is not None:
            increment = float(game.headers["TimeControl"].partition("+")[2])
            for ply, node in enumerate(game.mainline()):
                clock, before = node.clock(), node.parent.parent.clock() if ply > 1 else None  # type: ignore
                score = node.eval()
                white = score.white() if score else None
                rows.append({
                    "game": number, "ply": ply, "san": node.san(), "uci": node.uci(),
                    "clock": None if clock is None else round(100 * clock),
                    "time_spent": None if before is None or clock is None
                    else round(100 * (before - clock + increment)),
                    "eval": white.score() if white else None, "mate": white.mate() if white else None,
                    "depth": None, "fen": node.parent.board().fen(),
                    "White": game.headers["White"],
                })  # fmt: skip
            game, number = chess.pgn.read_game(file), number + 1
    return rows


def test_moves_have_the_rows_of_python_chess(reference: list[dict[str, Any]]) -> None:
    games = Games.read_pgn(SAMPLE, **SELECTION)
    table = arrow.from_moves(games, tags=["White"], fens=True, threads=2)
    table.validate(full=True)
    assert table.column_names == [*NAMES, "White"]
    assert sum(row["time_spent"] is not None for row in reference) > 100
    assert min(row["time_spent"] or 0 for row in reference) == 0, "no player was given time"
    assert table.to_pylist() == reference
    types = {"game": "int64", "san": "string", "uci": "string", "fen": "string", "White": "large_string"}
    assert all(str(table[name].type) == types.get(name, "int32") for name in table.column_names)


def test_columns_of_moves_follow_the_selection() -> None:
    plain = Games.read_pgn(SAMPLE)
    assert arrow.from_moves(plain).column_names == ["game", "ply", "san", "uci"]
    clocks = Games.read_pgn(SAMPLE, clocks=True)
    assert "time_spent" not in arrow.from_moves(clocks).column_names
    times = Games.read_pgn(SAMPLE, times=True)
    assert arrow.from_moves(times)["time_spent"].null_count == len(times.moves)
    empty = arrow.from_moves(Games.read_pgn(b"", **SELECTION), fens=True)
    assert empty.column_names == NAMES and len(empty) == 0
    with pytest.raises(ValueError, match="tags: Black; expected a tag that was selected"):
        arrow.from_moves(plain, tags=["Black"])
    with pytest.raises(ValueError, match="tag SAN: the name of another column"):
        arrow.from_moves(Games.read_pgn(b"", tags=["SAN"]), tags=["SAN"])


def test_null_moves_errors_and_start_positions_have_their_rows() -> None:
    games = Games.read_pgn(SPECIAL, errors="keep", times=True, **SELECTION)
    table = arrow.from_moves(games, fens=True)
    assert table["game"].to_pylist() == [0, 0, 0, 0, 2, 2, 2]
    assert table["ply"].to_pylist() == [0, 1, 2, 3, 0, 1, 2]
    assert table["san"].to_pylist() == ["e4", "--", "d4", "d5", "Kd8", "e4", "Kd7"]
    assert table["uci"].to_pylist() == ["e2e4", "0000", "d2d4", "d7d5", "e8d8", "e2e4", "d8d7"]
    # The second player was given time, and the third game has no increment.
    assert table["time_spent"].to_pylist() == [None, None, 350, None, 200, None, None]
    board = chess.Board("4k3/8/8/8/8/8/4P3/4K3 b - - 3 9")
    assert table["fen"][4].as_py() == board.fen()
    assert table["fen"][2].as_py() == "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 1 2"
    only = arrow.from_moves(Games.read_pgn(b"1. -- *"))
    assert only.select(["san", "uci"]).to_pylist() == [{"san": "--", "uci": "0000"}]


@pytest.mark.parametrize(
    ("control", "expected"),
    [
        ("180+2", 500), ("180", 300), ("10+0.1", 310), ("0+1", 400), ("1/86400", None), ("40/7200+30", None),
        ("-", None), ("?", None), ("", None), ("180+2:60", None), ("180+-2", None), ("9" * 400, None),
        ("180+٣", None), ("*180", None),
    ],
)  # fmt: skip
def test_increment_is_that_of_the_time_control(control: str, expected: int | None) -> None:
    clocks = " ".join(f"{move} {{[%clk 0:03:0{9 - ply}]}}" for ply, move in enumerate(["e4", "e5", "Nf3", "Nc6"]))
    pgn = f'[TimeControl "{control}"]\n\n{clocks} *'.replace("0:03:07", "0:03:06")
    games = Games.read_pgn(pgn.encode(), clocks=True, tags=["TimeControl"])
    assert arrow.from_moves(games)["time_spent"].to_pylist()[2] == expected


def test_changed_games_are_refused() -> None:
    games = Games.read_pgn(b"1. e4 *")
    games.moves = np.array([1], np.uint16)
    with pytest.raises(tb.IllegalMoveError, match="row 0"):
        arrow.from_moves(games)


def frames(table: Any) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = table.to_dicts()
    return rows


@pytest.mark.parametrize("batch_games", [1, 3, 100])
def test_polars_scan_has_the_tables_of_arrow(
    batch_games: int, reference: list[dict[str, Any]]
) -> None:
    pl = pytest.importorskip("polars")
    from tabiya import polars

    moves = polars.scan_pgn(SAMPLE, per="move", fens=True, batch_games=batch_games, **SELECTION)
    schema = moves.collect_schema()
    assert schema.names() == [*NAMES, "White", "TimeControl"]
    engines: list[Any] = ["in-memory", "streaming"]
    for engine in engines:
        found = moves.drop("TimeControl").collect(engine=engine)
        assert frames(found) == reference
    assert moves.collect().schema == schema
    for names in [["fen"], ["time_spent"], ["mate", "game"], ["White", "san"], ["uci", "clock", "ply"]]:
        rows = [{name: row[name] for name in names} for row in reference]
        assert frames(moves.select(names).collect()) == rows
        assert frames(moves.select(names).head(7).collect()) == rows[:7]
        assert frames(moves.head(50).filter(pl.col("ply") > 40).select(names).collect()) == [
            row for row, whole in zip(rows[:50], reference, strict=False) if whole["ply"] > 40
        ]
    assert moves.select(pl.len()).collect().item() == len(reference)
    assert moves.head(0).collect().is_empty()
    checks = moves.filter(pl.col("san").str.contains("+", literal=True)).select("uci").collect()
    assert checks["uci"].to_list() == [row["uci"] for row in reference if "+" in row["san"]]

    games = Games.read_pgn(SAMPLE, **SELECTION)
    notations: list[Any] = ["bits", "uci", "san"]
    for notation in notations:
        scan = polars.scan_pgn(SAMPLE, notation=notation, batch_games=batch_games, **SELECTION)
        assert scan.collect().equals(polars.from_games(games, notation))
        assert scan.collect().schema == scan.collect_schema()
        assert frames(scan.select("evals").head(2).collect()) == frames(
            polars.from_games(games).select("evals").head(2)
        )
    assert frames(polars.from_moves(games, tags=["White"], fens=True)) == reference


def test_polars_scan_decodes_what_the_query_needs(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("polars")
    from tabiya import polars

    calls: list[dict[str, Any]] = []
    read = Games.iter_pgn

    def iter_pgn(source: Any, **arguments: Any) -> Any:
        calls.append(arguments)
        return read(source, **arguments)

    scan = polars.scan_pgn(SAMPLE, per="move", **SELECTION)
    monkeypatch.setattr(Games, "iter_pgn", iter_pgn)
    for names, tags, clocks, evals in [
        (["san"], [], False, False), (["White"], ["White"], False, False), (["clock"], [], True, False),
        (["time_spent"], ["TimeControl"], True, False), (["depth"], [], False, True),
    ]:  # fmt: skip
        scan.select(names).collect()
        call = calls.pop()
        assert (call["tags"], call["clocks"], call["evals"]) == (tags, clocks, evals), names
    polars.scan_pgn(SAMPLE, tags=["White"]).select("White").head(2).collect()
    assert calls.pop()["max_games"] == 2


def test_polars_scan_without_columns_has_rows() -> None:
    polars, scan = pytest.importorskip("polars"), pytest.importorskip("tabiya.polars").scan_pgn
    pgn = b"1. e4 {a} e5 {b c} * 1. d4 * 1. c4 d5 {d} *"
    for per, rows in (("game", 3), ("move", 5)):
        frame = scan(pgn, per=per, comments=True)
        assert frame.with_row_index().select("index").collect().height == rows
        assert frame.select(polars.int_range(polars.len())).collect().height == rows
        assert frame.select(polars.len()).collect().item() == rows
    assert scan(pgn, comments=True).collect()["comments"].to_list() == [["a", "b c"], [None], [None, "d"]]
    moves = scan(pgn, per="move", comments=True).collect()
    assert moves["comment"].to_list() == ["a", "b c", None, None, "d"]


def test_columns_of_nulls_alone_are_read() -> None:
    polars, pandas = pytest.importorskip("polars"), pytest.importorskip("pandas")
    importlib.import_module("tabiya.polars")
    importlib.import_module("tabiya.pandas")
    nulls = polars.Series([None, None], dtype=polars.Null).tabiya.legal_counts(errors="mask")
    assert nulls.to_list() == [None, None]
    assert len(pandas.Series([], dtype=object).tabiya.legal_counts()) == 0
    assert pandas.Series([None], dtype=object).tabiya.legal_counts(errors="mask").isna().all()


def test_polars_scan_reports_errors(tmp_path: Path) -> None:
    pl = pytest.importorskip("polars")
    from tabiya import polars

    # Old versions of Polars make exceptions of their own from the text.
    kinds = (tb.PgnError, OSError, pl.exceptions.ComputeError)
    with pytest.raises(kinds, match='row 1: move: "e5": not a legal move'):
        polars.scan_pgn(b"1. e4 * 1. e5 *").collect()
    assert polars.scan_pgn(b"1. e4 * 1. e5 *", errors="skip").collect().height == 1
    path = tmp_path / "games.pgn.gz"
    path.write_bytes(gzip.compress(b"1. e4 *\n\n" * 100_000)[:-100])
    with pytest.raises(kinds, match="truncated"):
        polars.scan_pgn(path).collect()
    missing = polars.scan_pgn(tmp_path / "none.pgn")
    with pytest.raises(kinds, match="none.pgn"):
        missing.collect()
    assert polars.scan_pgn(b"", **SELECTION).collect().height == 0
    selected = polars.scan_pgn(SAMPLE, tags=["White"], filter='White = "none"')
    assert selected.collect().height == 0


def test_scan_arguments_are_checked_before_reading() -> None:
    pytest.importorskip("polars")
    from tabiya import polars

    scan: Any = polars.scan_pgn
    cases: list[tuple[dict[str, Any], type[Exception], str]] = [
        ({"source": 3}, TypeError, "source: int; expected a path or bytes"),
        ({"source": open}, TypeError, "source: builtin_function_or_method; expected"),
        ({"per": "ply"}, ValueError, "per: 'ply'; expected"),
        ({"notation": "lan"}, ValueError, "notation: 'lan'; expected"),
        ({"tags": "White"}, TypeError, "tags: str; expected"),
        ({"tags": ["moves"]}, ValueError, "tag moves: the name of another column"),
        ({"filter": "A ="}, ValueError, "filter: byte 3"),
        ({"errors": "none"}, ValueError, "errors: 'none'; expected"),
        ({"batch_games": 0}, ValueError, "batch_games: 0; expected"),
        ({"threads": -1}, ValueError, "threads: -1"),
    ]
    for arguments, kind, message in cases:
        with pytest.raises(kind, match=message):
            scan(**{"source": SAMPLE, **arguments})


def test_duckdb_reads_pgn_in_sql(tmp_path: Path) -> None:
    duckdb = pytest.importorskip("duckdb")
    from tabiya.duckdb import TAGS, register

    connection = register(duckdb.connect())
    games = Games.read_pgn(SAMPLE, tags=TAGS)
    expected = arrow.from_games(games, "san")
    found = connection.execute("FROM read_pgn($1)", [str(SAMPLE)])
    assert [column[0] for column in found.description] == expected.column_names
    assert found.fetchall() == [tuple(row.values()) for row in expected.to_pylist()]
    query = f"SELECT White, count(*) FROM read_pgn('{SAMPLE}') GROUP BY White ORDER BY White"
    names = sorted(set(games.tags["White"].tolist()), key=str)
    assert connection.execute(query).fetchall() == [
        (name, games.tags["White"].tolist().count(name)) for name in names
    ]
    query = f"SELECT White FROM read_pgn('{SAMPLE}', filter := 'WhiteElo >= 1500')"
    selected = Games.read_pgn(SAMPLE, tags=["White"], filter="WhiteElo >= 1500")
    assert connection.execute(query).fetchall() == [(name,) for name in selected.tags["White"]]
    assert connection.execute("FROM read_pgn(NULL)").fetchall() == []

    path = tmp_path / "it's.pgn"
    path.write_bytes(b"1. e4 *")
    query = "SELECT moves FROM read_pgn($1)"
    assert connection.execute(query, [str(path)]).fetchall() == [(["e4"],)]
    path.write_bytes(b"1. d4 -- 2. e5 *")
    with pytest.raises(duckdb.Error, match='row 0: move: "e5": not a legal move'):
        connection.execute(query, [str(path)]).fetchall()
    register(connection, prefix='try "', errors="mask", tags=["White"])
    query = 'SELECT moves, error, "White" FROM "try ""read_pgn"($1)'
    ((moves, error, white),) = connection.execute(query, [str(path)]).fetchall()
    assert moves == ["d4", "--"] and white is None and error.startswith("move: ")
    path.write_bytes(gzip.compress(b"1. e4 *\n\n" * 100_000)[:-100])
    for call in [f"FROM read_pgn('{tmp_path}/none.pgn')", "FROM read_pgn('x', filter := 'A =')"]:
        with pytest.raises(duckdb.Error, match="none.pgn|x|filter: byte 3"):
            connection.execute(call).fetchall()
    with pytest.raises(duckdb.Error, match="truncated"):
        connection.execute("SELECT count(*) FROM read_pgn($1)", [str(path)]).fetchall()
    with pytest.raises(ValueError, match="tag moves: the name of another column"):
        register(duckdb.connect(), tags=["moves"])


def test_duckdb_relation_reads_anew_in_batches(reference: list[dict[str, Any]]) -> None:
    duckdb = pytest.importorskip("duckdb", minversion="1.5")
    from tabiya.duckdb import read_pgn

    connection = duckdb.connect()
    for batch_games in [1, 1000]:
        moves = read_pgn(
            SAMPLE, connection=connection, per="move", fens=True, batch_games=batch_games, **SELECTION
        )
        expected = [(row["san"], row["time_spent"], row["fen"]) for row in reference]
        for _ in range(2):
            assert moves.project("san, time_spent, fen").fetchall() == expected
        query = "SELECT count(*), max(game) FROM moves WHERE ply = 0"
        assert connection.sql(query).fetchall() == [(reference[-1]["game"] + 1, reference[-1]["game"])]
        assert connection.sql("SELECT san FROM moves LIMIT 1").fetchall() == [(reference[0]["san"],)]
    games = read_pgn(SAMPLE, tags=["White"])
    assert games.columns == ["start_fen", "outcome", "moves", "error", "White"]
    invalid = read_pgn(b"1. e4 * 1. e5 *", connection=connection)
    with pytest.raises(duckdb.Error, match='row 1: move: "e5": not a legal move'):
        invalid.fetchall()
    assert len(read_pgn(b"1. e4 * 1. e5 *", connection=connection, errors="keep").fetchall()) == 2
    assert read_pgn(b"", connection=connection).fetchall() == []
    with pytest.raises(TypeError, match="connection: int; expected a connection of DuckDB"):
        read_pgn(b"", connection=3)  # type: ignore[arg-type]


def test_old_duckdb_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    duckdb = pytest.importorskip("duckdb")
    from tabiya.duckdb import read_pgn

    monkeypatch.setattr(duckdb, "__version__", "1.4.4")
    with pytest.raises(NotImplementedError, match="duckdb 1.4.4: expected version 1.5"):
        read_pgn(b"1. e4 *")


def test_pandas_accessor_agrees_with_positions(positions: tb.Positions) -> None:
    pd = pytest.importorskip("pandas")
    import tabiya.pandas  # noqa: F401

    fens = positions.fens(en_passant="fen")
    series = pd.Series(fens, index=range(5, 5 + len(fens)), name="fen")
    assert series.tabiya.positions(threads=2) == positions
    moves = positions.legal_moves()
    rows = [slice(start, end) for start, end in zip(moves.offsets[:-1], moves.offsets[1:], strict=True)]
    names = ["ongoing", *(rule.name.lower() for rule in tb.Termination)]
    expected: dict[str, tuple[str, list[Any]]] = {
        "legal_counts": ("UInt16", positions.legal_counts().tolist()),
        "in_check": ("boolean", positions.in_check().tolist()),
        "keys": ("UInt64", positions.keys().tolist()),
        "outcome": ("category", [names[value] for value in positions.outcome()]),
        "legal_moves": ("object", [moves.moves[row].tolist() for row in rows]),
    }
    for name, (dtype, values) in expected.items():
        found = getattr(series.tabiya, name)(threads=2)
        assert str(found.dtype) == dtype and found.tolist() == values, name
        assert found.name == "fen" and found.index.equals(series.index), name
        assert getattr(series[:0].tabiya, name)().tolist() == []
    for notation in ["uci", "san"]:
        texts = getattr(moves, notation)()
        found = series.tabiya.legal_moves(notation)
        assert found.tolist() == [texts[row].tolist() for row in rows]


def test_pandas_rows_without_position_are_missing() -> None:
    pd = pytest.importorskip("pandas")
    import tabiya.pandas  # noqa: F401

    series = pd.Series([tb.STARTING_FEN, None, "?", tb.STARTING_FEN])
    for name in ["legal_counts", "in_check", "keys", "outcome", "legal_moves"]:
        found = getattr(series.tabiya, name)(errors="mask")
        assert found.isna().tolist() == [False, True, True, False], name
        with pytest.raises(tb.FenError, match="placement: .*; in '\\?'"):
            getattr(series.tabiya, name)()
    found, valid = series.tabiya.positions(errors="mask")
    assert len(found) == 2 and valid.tolist() == [True, False, False, True]
    with pytest.raises(tb.FenError, match="row 1: fen: null"):
        series.tabiya.positions()
    with pytest.raises(ValueError, match="errors: 'ignore'; expected"):
        series.tabiya.keys(errors="ignore")
    with pytest.raises(ValueError, match="notation: 'lan'; expected"):
        series[:1].tabiya.legal_moves("lan")


def test_pandas_frames_have_the_tables_of_arrow(reference: list[dict[str, Any]]) -> None:
    pytest.importorskip("pandas")
    from tabiya import pandas

    games = Games.read_pgn(SAMPLE, **SELECTION)
    moves = pandas.from_moves(games, tags=["White"], fens=True, threads=2)
    assert moves.astype(object).where(moves.notna(), None).to_dict("records") == reference
    assert str(moves["clock"].dtype) == "int32[pyarrow]"
    found, table = pandas.from_games(games, "san"), arrow.from_games(games, "san")
    assert found.columns.tolist() == table.column_names
    assert [list(row) for row in found["moves"]] == table["moves"].to_pylist()
    assert found["White"].tolist() == table["White"].to_pylist()
