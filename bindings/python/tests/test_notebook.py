# HTML for notebooks: small boards, tables of games, and text that is escaped.
from __future__ import annotations

from html.parser import HTMLParser
from pathlib import Path

import chess.pgn
from tabiya import Games, Position, Positions
from tabiya._notebook import games_html, positions_html

SAMPLE = Path(__file__).parent / "data" / "lichess.pgn"


class Page(HTMLParser):
    """The tags and texts of a page. Tags must be closed in order."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[str] = []
        self.texts: list[tuple[str, str]] = []
        self.feed(page)
        self.close()
        assert not self.open

    def handle_starttag(self, tag: str, attrs: object) -> None:
        self.open.append(tag)
        self.tags.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.texts.append((self.open[-1] if self.open else "", data))

    def of(self, tag: str) -> list[str]:
        return [text for name, text in self.texts if name == tag]


def test_positions_are_small_boards_with_their_rows() -> None:
    positions = Games.read_pgn(SAMPLE).positions().positions
    page = Page(positions_html(positions))
    assert page.of("title") == positions[:8].fens()
    assert page.of("figcaption") == [str(row) for row in range(8)]
    assert page.of("p") == [f"{len(positions):,} positions, {len(positions) - 8:,} not shown"]
    html = positions_html(Positions([Position()]))
    assert html.count('<svg xmlns="http://www.w3.org/2000/svg" width="160" viewBox=') == 1
    assert Page(html).of("p") == ["1 positions"]
    assert Page(positions_html(Positions([]))).tags == ["div", "p"]


def test_games_are_a_table_of_tags_and_first_moves() -> None:
    games = Games.read_pgn(SAMPLE, tags=["White", "Annotator"])
    page = Page(games._repr_html_())
    assert page.of("th") == ["row", "White", "Annotator", "result", "plies", "moves"]
    assert page.tags.count("tr") == 1 + min(len(games), 10)
    expected: list[str] = []
    with SAMPLE.open() as file:
        for row in range(min(len(games), 10)):
            game = chess.pgn.read_game(file)
            assert game is not None
            nodes = list(game.mainline())
            moves = [node.san() for node in nodes[:10]] + ["…"] * (len(nodes) > 10)
            headers = game.headers
            expected += [str(row), headers["White"], headers["Result"], str(len(nodes)), " ".join(moves)]
    assert page.of("td") == expected
    many = games_html(Games.read_pgn(b"1. e4 * " * 1200))
    assert Page(many).of("p") == ["1,200 games, 1,190 not shown"] and len(many) < 2000


def test_texts_of_tags_are_escaped() -> None:
    name = "<script>alert('x')</script>&"
    pgn = '[White "%s"]\n[Black "%s"]\n\n1. e4 -- 2. d4 1/2-1/2' % (name, "<" * 500)
    page = Page(games_html(Games.read_pgn(pgn.encode(), tags=["White", "<b>", "Black"])))
    assert set(page.tags) == {"div", "table", "tr", "th", "td", "p"}
    assert page.of("td")[1] == name and page.of("th")[2] == "<b>"
    assert page.of("td")[-3:] == ["1/2-1/2", "3", "e4 -- d4"]
    assert max(map(len, page.of("td"))) < 100
    invalid = Games.read_pgn(b"1. e5 * 1. d4 *", errors="keep")
    assert Page(games_html(invalid)).of("td") == ["0", "*", "0", "1", "*", "1", "d4"]
    assert Page(games_html(Games.read_pgn(b""))).of("p") == ["0 games"]
