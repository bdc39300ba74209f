# One game with variations, comments and glyphs: read, edited and written, compared with python-chess.
from __future__ import annotations

import copy
import io
import os
import pickle
import threading
from pathlib import Path
from typing import Any

import chess.pgn
import numpy as np
import pytest
import tabiya as tb
from tabiya import Boards, Game, GameNode, Games, Move, Position, Positions, Square

FILE = Path(__file__).parent / "data" / "lichess.pgn"

# Variations within variations, comments at every place, glyphs as signs and as numbers.
ANNOTATED = """[Event "Test"]
[White "A"]
[WhiteElo "2400"]
[Result "1-0"]

{Before} 1. e4! {Best} {by test} e5 ({or} 1... c5 $10 {Sicilian} 2. Nf3 (2. c3?! d5 (2... e5)) 2... d6 {done})
2. Nf3 $1 $14 Nc6 3. Bb5 {[%clk 0:01:30.5] [%eval 0.25,20]} a6 {[%eval #-3]} 1-0
"""


def read_chess(text: str) -> chess.pgn.Game:
    game = chess.pgn.read_game(io.StringIO(text))
    assert game is not None
    return game


def described(node: chess.pgn.GameNode) -> Any:
    """Returns a node of python-chess and all after it."""
    move = None if isinstance(node, chess.pgn.Game) else node.san()
    comment, starting = as_text(node.comment), as_text(node.starting_comment)
    return move, comment, starting, sorted(node.nags), [described(child) for child in node.variations]


def as_text(comment: str | list[str]) -> str:
    """Returns comments without line breaks, which a writer inserts."""
    return " ".join((comment if isinstance(comment, str) else " ".join(comment)).split())


def described_here(node: GameNode) -> Any:
    """Returns a node and all after it, as `described` does."""
    move = None if node.parent is None else node.san()
    comment, starting = " ".join(node.comments), " ".join(node.starting_comments)
    return move, comment, starting, sorted(node.nags), [described_here(child) for child in node.children]


def split_games(path: Path) -> list[str]:
    games = Games.read_pgn(path, texts=True)
    return [games.text(row).decode() for row in range(len(games))]


@pytest.mark.parametrize("text", [ANNOTATED, *split_games(FILE)])
def test_game_equals_that_of_python_chess(text: str) -> None:
    game, expected = Game.read_pgn(text), read_chess(text)
    assert described_here(game.root) == described(expected)
    assert [str(move) for move in game.moves] == [move.uci() for move in expected.mainline_moves()]
    assert (
        game.tags == {name: expected.headers[name] for name in game.tags} and game.result == expected.headers["Result"]
    )
    assert game.board().fen() == expected.end().board().fen()
    written = read_chess(game.to_pgn())
    assert described(written) == described(expected)
    for style in ("export", "one-line"):
        assert described_here(Game.read_pgn(game.to_pgn(style)).root) == described(expected)
    reduced = read_chess(game.to_pgn("reduced"))
    assert list(reduced.mainline_moves()) == list(expected.mainline_moves()) and not reduced.comment


def test_values_of_comments_are_those_of_the_columns() -> None:
    game = Game.read_pgn(ANNOTATED)
    bishop, pawn = game.nodes[4:]
    assert (bishop.clock, bishop.eval, bishop.depth, bishop.mate) == (9050, 25, 20, None)
    assert (pawn.clock, pawn.eval, pawn.mate) == (None, None, -3)
    games = Games.read_pgn(FILE, clocks=True, evals=True, comments=True, texts=True)
    for row, game in enumerate(games):
        plies = slice(*games.offsets[row : row + 2])
        clocks, evals = games.clocks, games.evals
        assert clocks is not None and evals is not None and games.comments is not None
        for name, column in (("clock", clocks), ("eval", evals)):
            expected = [
                int(value) if valid else None
                for value, valid in zip(column.values[plies], column.valid[plies], strict=True)
            ]
            assert [getattr(node, name) for node in game.nodes] == expected
        texts = games.comments.tolist()[plies]
        assert texts == [" ".join(node.comments) or None for node in game.nodes]


def test_comments_after_moves_are_a_column() -> None:
    games = Games.read_pgn(ANNOTATED.encode(), comments=True)
    expected = ["Best by test", None, None, None, "[%clk 0:01:30.5] [%eval 0.25,20]", "[%eval #-3]"]
    assert games.comments is not None and games.comments.tolist() == expected
    assert Games.read_pgn(ANNOTATED.encode()).comments is None


def test_nodes_are_edited() -> None:
    game = Game.read_pgn("1. e4 e5 2. Nf3 *")
    knight = game.nodes[2]
    french = game.nodes[0].add_move(Position(game.nodes[0].position.fen()).parse_san("e6"))
    assert french.san() == "e6" and not french.is_main_line() and french.ply() == 2
    assert game.nodes[0].add_move(french.move) == french, "a move exists once"
    french.add_comment("French")
    french.add_comment("or", "before")
    french.add_nag(5)
    game.result = "1/2-1/2"
    game.set_tag("White", "B")
    expected = '[White "B"]\n\n1. e4 e5 ( { or } 1... e6!? { French } ) 2. Nf3 1/2-1/2\n\n'
    assert game.to_pgn("one-line") == expected
    assert french.promote() and game.nodes[1] == french and knight not in game.nodes
    knight.make_main_line()
    assert game.nodes[2] == knight
    french.clear_annotations()
    assert not french.comments and not french.nags
    french.remove()
    with pytest.raises(ValueError, match="node: removed"):
        french.add_nag(1)
    game.set_tag("White", None)
    # The comment before the variation stands before the main line since the promotion.
    assert game.to_pgn("one-line") == "\n1. e4 { or } 1... e5 2. Nf3 1/2-1/2\n\n"


def test_invalid_edits_change_nothing() -> None:
    game = Game.read_pgn("1. e4 e5 *")
    before = str(game)
    with pytest.raises(tb.IllegalMoveError, match="illegal"):
        game.nodes[-1].add_move(Move(Square.E4, Square.E6))
    for edit, match in [
        (lambda: game.set_tag("FEN", "x"), "name: "),
        (lambda: game.set_tag("a b", "x"), "name: "),
        (lambda: game.nodes[0].add_comment("x", "closing"), "place: "),
        (lambda: game.root.remove(), "root: "),
        (lambda: game.merge(Game(Position("4k3/8/8/8/8/8/8/4K3 w - - 0 1"))), "other: "),
        (lambda: setattr(game, "result", "2-0"), "result: "),
    ]:
        with pytest.raises(ValueError, match=match):
            edit()
    assert str(game) == before


def test_merged_games_have_the_moves_of_both() -> None:
    game = Game.read_pgn("1. e4 e5 *")
    game.merge(Game.read_pgn("1. e4 c5 {x} *"))
    assert game.to_pgn("one-line").strip() == "1. e4 e5 ( 1... c5 { x } ) *"
    game.merge(game)
    assert len(game.nodes[0].children) == 2


def test_null_moves_begin_the_history_of_a_board() -> None:
    game = Game.read_pgn("1. e4 -- 2. d4 d5 *")
    assert game.moves[1] is None and game.nodes[1].san() == "--"
    assert [str(move) for move in game.board().move_stack] == ["d2d4", "d7d5"]
    assert game.positions.fens()[-1] == game.board().fen()
    other = Game()
    other.root.add_line([game.moves[0]]).add_move(None)
    assert other.nodes[1].move is None
    with pytest.raises(tb.PgnError, match="Ke3"):
        Game.read_pgn("1. e4 e5 2. Ke3 *").to_pgn()
    assert game.to_pgn("one-line").strip() == "1. e4 -- 2. d4 d5 *"


def test_errors_have_their_row_and_place() -> None:
    text = b"1. e4 * 1. e4 (1. d4 Ke7) e5 2. Ke3 Nc6 *"
    game = Games.read_pgn(text, errors="keep", texts=True)[1]
    assert [(error.row, error.ply, text[error.offset :][:3]) for error in game.errors] == [
        (1, 1, b"Ke7"),
        (1, 2, b"Ke3"),
    ]
    with pytest.raises(tb.PgnError, match="row 1: move"):
        game.to_pgn()
    assert len(game.moves) == 2 and game.to_pgn(errors="keep").strip().endswith("1. e4 ( 1. d4 ) 1... e5 *")


def test_copies_are_independent() -> None:
    game = Game.read_pgn(ANNOTATED)
    for other in (copy.copy(game), copy.deepcopy(game), pickle.loads(pickle.dumps(game))):
        assert str(other) == str(game)
        other.nodes[0].remove()
        assert len(game.nodes) == 6


def test_unordinary_texts_are_read() -> None:
    assert len(Game.read_pgn("").nodes) == 0 and Game.read_pgn(b"").result == "*"
    latin = Game.read_pgn('[White "M\xfcller"] 1. e4 {gr\xfcn} *'.encode("latin-1"))
    assert latin.tags["White"] == "Müller" and latin.nodes[0].comments == ("grün",)
    # The depth of variations is not limited, and nothing recurses.
    deep = Game.read_pgn("1. e4 e5 " + "(1... c5 " * 20_000 + ")" * 20_000 + " *")
    assert str(deep)
    with pytest.raises(tb.PgnError, match="fen"):
        Game.read_pgn('[FEN "8/8/8/8/8/8/8/8 w - - 0 1"] 1. e4 *')
    assert repr(Game()) == "<Game: 0 moves, *>" and repr(Game().root) == "<GameNode: ply 0, start>"


def columns_of(games: Games) -> Any:
    """Returns the columns of games as lists per game."""
    rows = []
    for row in range(len(games)):
        plies = slice(*games.offsets[row : row + 2])
        optional = (games.clocks, games.evals, games.mates)
        values = [(column.values[plies].tolist(), column.valid[plies].tolist()) for column in optional if column]
        comments = games.comments.tolist()[plies] if games.comments is not None else None
        tags = {name: column[row] for name, column in games.tags.items()}
        start, result = games.starts[row].fen(), int(games.results[row])
        errors = [(error.field, error.ply, error.offset) for error in games.errors if error.row == row]
        found = [finding[1:] for finding in games.findings or [] if finding.row == row]
        place = int(games.text_offsets[row]), int(games.text_lengths[row])
        rows.append((games.moves[plies].tolist(), values, comments, tags, start, result, errors, found, place))
    return rows


def read_all(**options: Any) -> Games:
    text = (
        FILE.read_bytes()
        + b'\n[White "X"]\n\n1. e4 e5 2. Ke3 *\n\n[FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]\n\n1. e4 {x} *'
    )
    return Games.read_pgn(
        text,
        tags=["White", "WhiteElo"],
        clocks=True,
        evals=True,
        comments=True,
        texts=True,
        findings=True,
        errors="keep",
    )


def test_selected_and_joined_games_keep_their_columns() -> None:
    games = read_all()
    count, rows = len(games), columns_of(games)
    mask = np.arange(count) % 3 == 1
    for index in (slice(2, 7, 2), slice(None, None, -1), mask, [0, -1, 0], np.array([], int), mask.tolist()):
        selected = games[index]
        expected = [rows[row] for row in np.arange(count)[index]]
        assert columns_of(selected) == expected
        assert [str(game) for game in selected] == [str(games[row]) for row in np.arange(count)[index].tolist()]
    halves = [games[: count // 2], games[count // 2 :]]
    assert columns_of(Games.concat(halves)) == rows
    assert columns_of(Games.concat([games[:0], games])) == rows
    assert games[count - 2].errors[0].row == count - 2
    for index in (count, -count - 1):
        with pytest.raises(IndexError, match="index: "):
            games[index]
    with pytest.raises(ValueError, match="different columns"):
        Games.concat([games, Games.read_pgn(b"1. e4 *")])


def test_finding_offsets_divide_the_findings_by_row() -> None:
    games = read_all()
    offsets, findings = games.finding_offsets, games.findings
    assert offsets is not None and findings is not None and Games.read_pgn(b"").finding_offsets is None
    for row in range(len(games)):
        assert {finding.row for finding in findings[offsets[row] : offsets[row + 1]]} <= {row}
    assert offsets[-1] == sum(finding.row is not None for finding in findings) > 0


@pytest.mark.parametrize("texts", [False, True])
def test_written_games_read_back(texts: bool, tmp_path: Path) -> None:
    options: Any = {"tags": ["White", "WhiteElo"], "clocks": True, "evals": True}
    games = Games.read_pgn(FILE, texts=texts, **options)
    for style in ("export", "one-line", *(["as-read"] if texts else [])):
        games.write_pgn(tmp_path / "games.pgn", style)
        again = Games.read_pgn(tmp_path / "games.pgn", **options)
        assert [row[:6] for row in columns_of(again)] == [row[:6] for row in columns_of(games)]
    if texts:
        assert (tmp_path / "games.pgn").read_bytes() == FILE.read_bytes()
    else:
        with pytest.raises(ValueError, match="texts: not selected"):
            games.write_pgn(io.BytesIO(), "as-read")


@pytest.mark.parametrize("texts", [False, True])
def test_file_is_replaced_when_all_games_are_written(texts: bool, tmp_path: Path) -> None:
    path, text = tmp_path / "games.pgn", b"1. e4 *\n\n1. e4 e5 2. Ke3 Nc6 *\n\n1. d4 *\n\n"
    path.write_bytes(text)
    games = Games.read_pgn(path, errors="keep", texts=texts)
    with pytest.raises(tb.PgnError, match="row 1: move"):
        games.write_pgn(path)
    if not texts:
        with pytest.raises(ValueError, match="texts: not selected"):
            games.write_pgn(path, "as-read")
    assert path.read_bytes() == text and [found.name for found in tmp_path.iterdir()] == ["games.pgn"]
    assert [len(game.errors) for game in games] == [0, 1, 0]
    with pytest.raises(tb.PgnError, match="Ke3"):
        games[1].to_pgn()
    with pytest.raises(tb.PgnError, match="Ke3"):
        pickle.loads(pickle.dumps(games[1])).to_pgn()
    games.write_pgn(path, errors="keep")
    assert np.diff(Games.read_pgn(path).offsets).tolist() == [1, 2, 1]


@pytest.mark.skipif(os.name == "nt", reason="needs pipes, links and permissions of Unix")
def test_pipes_links_and_permissions_survive_writing(tmp_path: Path) -> None:
    games = Games.read_pgn(b"1. e4 *", texts=True)
    path, link, pipe = tmp_path / "games.pgn", tmp_path / "link.pgn", tmp_path / "pipe"
    path.write_bytes(b"old")
    path.chmod(0o640)
    link.symlink_to(path)
    (tmp_path / "games.pgn.part").write_bytes(b"of another program")
    games.write_pgn(link, "as-read")
    assert link.is_symlink() and path.read_bytes() == b"1. e4 *" and path.stat().st_mode & 0o777 == 0o640
    assert (tmp_path / "games.pgn.part").read_bytes() == b"of another program"
    os.mkfifo(pipe)
    found: list[bytes] = []
    reader = threading.Thread(target=lambda: found.append(pipe.read_bytes()))
    reader.start()
    games.write_pgn(pipe, "as-read")
    reader.join()
    assert found == [b"1. e4 *"] and pipe.is_fifo()


def test_texts_of_any_order_stay_divided() -> None:
    texts = [b"1. e4 e5", b"1. d4 d5 *\n", b'[White "A"]\n1. c4 c5', b'[White "B"]\r\n\r\n1. f4 {1-0}\r\n', b"1. g3 1-0\n\n"]
    for order in ([0, 1, 2, 3, 4], [4, 3, 2, 1, 0], [0, 0, 2, 2, 3, 3, 1]):
        games = Games.concat(Games.read_pgn(texts[number], texts=True) for number in order)
        file = io.BytesIO()
        games.write_pgn(file, "as-read")
        again = Games.read_pgn(file.getvalue())
        assert again.moves.tolist() == games.moves.tolist() and again.offsets.tolist() == games.offsets.tolist()


def test_double_forfeits_and_invalid_starts_are_kept() -> None:
    text = b'[Result "0-0"]\n\n1. e4 0-0\n\n[White "A"]\n[FEN "8/8/8/8/8/8/8/8 w - - 0 1"]\n\n1. e4 *\n\n1. d4 *'
    for texts in (False, True):
        games = Games.read_pgn(text, texts=texts, tags=["Result", "White"], errors="keep")
        assert [game.result for game in games] == ["0-0", "*", "*"]
        assert games[1].errors[0].field == "fen" and games[1].tags["White"] == "A"
        file = io.BytesIO()
        games.write_pgn(file, errors="keep")
        assert file.getvalue().count(b"0-0\n") == 1 and len(Games.read_pgn(file.getvalue())) == 3


def test_long_games_take_linear_time() -> None:
    text = "1. " + "Nf3 Nf6 Ng1 Ng8 " * 5_000 + "*"
    game = Game.read_pgn(text)
    assert len(game.moves) == 20_000 and len(game.nodes) == 20_000
    nulls = Game()
    # If each null move replayed the game, this would take minutes.
    nulls.root.add_line([0] * 200_000)
    assert all(move is None for move in nulls.moves)
    before = len(nulls.nodes)
    with pytest.raises(tb.IllegalMoveError):
        nulls.root.add_line([None, nulls.positions[1].legal_moves[0], None, Move("e2", "e4"), Move("e4", "e5"), None, None])
    assert len(nulls.nodes) == before and len(nulls.root.children) == 1, "nothing was added"


def test_columns_of_games_are_read_only() -> None:
    games = read_all()
    boards = Boards(2)
    for found in (games, games[1:3], Games.concat([games, games]), Games.from_moves(*boards.games())):
        arrays: list[Any] = [found.moves, found.offsets, found.results, found.text_offsets, found.text_lengths]
        arrays += [column.data for column in found.tags.values()]
        arrays += [column.values for column in (found.clocks, found.evals) if column is not None]
        assert not any(array.flags.writeable for array in arrays)


def test_texts_are_selected_like_games() -> None:
    games = read_all()
    texts = games.comments
    assert texts is not None
    listed = texts.tolist()
    rows = np.random.default_rng(2).integers(0, len(texts), 50)
    for index in (slice(3, 90, 7), slice(None, None, -1), rows, rows.tolist(), np.arange(len(texts)) % 5 == 0, []):
        expected = np.array(listed, object)[np.zeros(0, int) if isinstance(index, list) and not index else index].tolist()
        assert texts[index].tolist() == expected
    with pytest.raises(IndexError, match="index: "):
        texts[len(texts)]


def test_edited_games_are_written() -> None:
    games = list(read_all()[:3])
    games[1].nodes[0].add_comment("EDITED")
    file = io.BytesIO()
    tb.write_pgn(games, file)
    assert file.getvalue().count(b"EDITED") == 1 and len(Games.read_pgn(file.getvalue())) == 3


def test_reports_without_a_row_follow_the_others() -> None:
    first = Games.read_pgn(b"1. e4 e5 2. Ke3 * 1. d4 *", errors="skip", findings=True)
    second = Games.read_pgn(b"1. e4 (1. d4 *\n\n1. c4 *", errors="keep", findings=True)
    games = Games.concat([first, second])
    assert games.findings is not None and games.finding_offsets is not None
    rows = [finding.row for finding in games.findings]
    assert rows == sorted(rows, key=lambda row: (row is None, row)) and rows[-1] is None
    for row in range(len(games)):
        start, end = games.finding_offsets[row : row + 2]
        assert {finding.row for finding in games.findings[start:end]} <= {row}


def test_games_with_errors_are_written_on_request(tmp_path: Path) -> None:
    games = read_all()
    with pytest.raises(tb.PgnError, match="Ke3"):
        games.write_pgn(tmp_path / "games.pgn")
    file = io.BytesIO()
    games.write_pgn(file, errors="keep")
    assert len(Games.read_pgn(file.getvalue())) == len(games)


def test_played_games_become_games() -> None:
    boards = Boards(3)
    boards.push([Move(Square.E2, Square.E4)] * 3)
    games = Games.from_moves(*boards.games(), results=[1, 0, -128], tags={"White": ["A", "Ü", None]})
    assert [game.to_pgn("one-line") for game in games] == [
        '[White "A"]\n\n1. e4 1-0\n\n', '[White "Ü"]\n\n1. e4 1/2-1/2\n\n', "\n1. e4 *\n\n",
    ]  # fmt: skip
    assert games.valid.all() and len(games.positions().positions) == 6
    starts, moves, offsets = boards.games()
    with pytest.raises(tb.IllegalMoveError, match="row 0"):
        Games.from_moves(starts, moves[::-1] + 1, offsets)
    for wrong_offsets in ([0, 1, 2, 2], [1, 1, 2, 3]):
        with pytest.raises(ValueError, match="(moves|offsets): "):
            Games.from_moves(starts, moves, np.array(wrong_offsets))
    for tags in ({"a b": ["x"] * 3}, {"FEN": ["x"] * 3}, {"White": ["\ud800"] * 3}):
        with pytest.raises(ValueError):
            Games.from_moves(starts, moves, offsets, tags=tags)
    for wrong, match in [({"results": [1, 2, 3]}, "results: 2"), ({"results": [1]}, "results: 1 values"),
                         ({"tags": {"White": ["A"]}}, "tags: White: 1 values")]:  # fmt: skip
        with pytest.raises(ValueError, match=match):
            Games.from_moves(starts, moves, offsets, **wrong)


def test_written_training_formats_read_back(tmp_path: Path) -> None:
    games = Games.read_pgn(FILE)
    evals = np.arange(len(games.moves)) % 500 - 250
    games.to_viriformat(evals).tofile(tmp_path / "games.vf")
    again = Positions.from_viriformat(tmp_path / "games.vf")
    assert again.moves.tolist() == games.moves.tolist() and again.evals.tolist() == evals.tolist()
    assert again.offsets.tolist() == games.offsets.tolist() and again.results.tolist() == games.results.tolist()
    positions = Positions([position for position in again.positions if position.turn])
    scores = np.arange(len(positions)) - 100
    results = scores % 3 - 1
    positions.to_bulletformat(scores, results).tofile(tmp_path / "rows.bullet")
    rows = Positions.from_bulletformat(tmp_path / "rows.bullet")
    assert rows.scores.tolist() == scores.tolist() and rows.results.tolist() == results.tolist()
    assert [row.fen().split()[0] for row in rows.positions] == [row.fen().split()[0] for row in positions]
    black = again.positions[1:2]
    assert not black[0].turn
    black.to_bulletformat([30], [1]).tofile(tmp_path / "rows.bullet")
    flipped = Positions.from_bulletformat(tmp_path / "rows.bullet")
    assert (flipped.scores.tolist(), flipped.results.tolist()) == ([-30], [-1])
    assert flipped.positions[0].fen().split()[0] == black[0].mirror().fen().split()[0]


def test_lines_of_epd_equal_those_of_python_chess(tmp_path: Path) -> None:
    position, board = Position(), chess.Board()
    moves = [position.parse_san("d4"), position.parse_san("e4")]
    best = [chess.Move.from_uci("d2d4"), chess.Move.from_uci("e2e4")]
    line = position.epd(bm=moves, id="first", ce=30)
    assert chess.Board().set_epd(line) == {"bm": best, "id": "first", "ce": 30}
    assert line == board.epd(bm=best, id="first", ce=30)
    after = position.after(moves[1])
    assert position.epd(pv=[moves[1], after.parse_san("e5")]).endswith(" pv e4 e5;")
    with pytest.raises(ValueError, match="illegal"):
        position.epd(bm=after.parse_san("e5"))
    column = Positions([position, after])
    lines = column.epds({"id": ["a", None], "bm": [moves, after.legal_moves[:1]]})
    assert lines[0] == position.epd(id="a", bm=moves) and " id " not in lines[1]
    (tmp_path / "lines.epd").write_text("\n".join(lines))
    assert Positions.from_epd(tmp_path / "lines.epd") == column
    with pytest.raises(ValueError, match="operations: id: 1 values; expected 2"):
        column.epds({"id": ["a"]})
    with pytest.raises(ValueError, match="operations: row 1: "):
        column.epds({"bm": [moves, moves]})
    assert column.epds({"ce": np.array([1, -2])})[1].endswith(" ce -2;")
    # The values of a sorted frame follow the order of its rows, not its index.
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame({"id": ["b", "a"]}).sort_values("id")
    assert [line.split('"')[1] for line in column.epds({"id": frame["id"]})] == ["a", "b"]

    class Changing(list[str]):
        def __iter__(self) -> Any:
            operations["c9"] = ["x", "y"]
            return super().__iter__()

    operations: dict[str, Any] = {"id": Changing(["a", "b"])}
    assert len(column.epds(operations)) == 2
