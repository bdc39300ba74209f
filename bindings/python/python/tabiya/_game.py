# One game with its variations, comments and glyphs, to read, edit and write.
"""One game with its variations, comments and glyphs."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from ._checks import check_choice, type_name
from ._game_columns import NullableArray
from ._tabiya import Board, GameTree, Move, Position

if TYPE_CHECKING:
    from ._errors import PgnError
    from ._tabiya import BasePosition, Positions

__all__ = ["Game", "GameNode"]

_Style: TypeAlias = Literal["export"] | Literal["reduced"] | Literal["one-line"]
_Place: TypeAlias = Literal["before"] | Literal["after"] | Literal["closing"]


class Game:
    """One game: tag pairs, result, and a tree of moves with comments and glyphs.

    `Games[i]` returns one, and so does `read_pgn`. Edit it by its nodes, and write it with `to_pgn`, or several with
    `write_pgn`. The game is an object of its own: edits do not change the columns.

    >>> game = Game.read_pgn('[White "A"] 1. e4 e5 (1... c5 {Sicilian} 2. Nf3) 2. Nf3 $1 *')
    >>> game.tags["White"], [str(move) for move in game.moves]
    ('A', ['e2e4', 'e7e5', 'g1f3'])
    >>> sicilian = game.nodes[0].children[1]
    >>> sicilian.san(), sicilian.comments, game.nodes[2].nags
    ('c5', ('Sicilian',), (1,))
    >>> sicilian.promote()
    True
    >>> print(game.to_pgn("one-line").splitlines()[2])
    1. e4 c5 { Sicilian } ( 1... e5 2. Nf3! ) 2. Nf3 *
    """

    __slots__ = ("_errors", "_tree")

    def __init__(self, position: BasePosition | None = None) -> None:
        """Creates a game without moves, by default from the start position of chess."""
        self._tree = GameTree(Position() if position is None else position)
        self._errors: list[PgnError] = []

    @staticmethod
    def _of(tree: GameTree, errors: list[PgnError]) -> Game:
        game = Game.__new__(Game)
        game._tree = tree
        game._errors = errors
        return game

    @staticmethod
    def read_pgn(text: str | bytes) -> Game:
        """Reads the first game of a text in PGN; `Games.read_pgn` reads files.

        Errors do not lose what was read: see `errors`.

        Raises:
            PgnError: The start position is invalid.
        """
        tree = GameTree.read(text)
        return Game._of(tree, tree.errors())

    @property
    def tags(self) -> dict[str, str]:
        """The tag pairs, in their order. The first of several with a name counts."""
        tags: dict[str, str] = {}
        for name, value in self._tree.tags():
            tags.setdefault(name, value)
        return tags

    def set_tag(self, name: str, value: str | None) -> None:
        """Sets the value of a tag pair, or removes it with `None`. Line breaks in it become spaces.

        Raises:
            ValueError: The name is invalid, or the tag follows from the start position or the result.
        """
        self._tree.set_tag(name, value)

    @property
    def result(self) -> str:
        """The result: `1-0`, `0-1`, `1/2-1/2`, `0-0` or `*`. You can set it."""
        return self._tree.result

    @result.setter
    def result(self, result: str) -> None:
        self._tree.set_result(result)

    @property
    def root(self) -> GameNode:
        """The start position as a node. Its comments stand before the first move."""
        return GameNode(self, 0)

    @property
    def nodes(self) -> list[GameNode]:
        """The nodes of the main line: one after each move."""
        return [GameNode(self, number) for number in self._tree.main_line().tolist()]

    @property
    def moves(self) -> list[Move | None]:
        """The moves of the main line, with `None` for null moves."""
        moves = self._tree.moves(self._end()._number).tolist()
        return [Move.from_bits(move) if move else None for move in moves]

    @property
    def positions(self) -> Positions:
        """The start position and the position after each move of the main line."""
        return self._end().positions()

    def _end(self) -> GameNode:
        line = self._tree.main_line()
        return GameNode(self, int(line[-1]) if len(line) else 0)

    def board(self) -> Board:
        """Returns a board with the moves of the main line, as `GameNode.board` does."""
        return self._end().board()

    @property
    def errors(self) -> list[PgnError]:
        """The errors of the text, up to 64. An illegal move ends its line, and the rest of it is not in the game."""
        return list(self._errors)

    def merge(self, other: Game) -> None:
        """Adds the moves, comments and glyphs of another game from the same start position.

        Raises:
            ValueError: The start positions differ.
        """
        if not isinstance(other, Game):
            raise TypeError(f"other: {type_name(other)}; expected a tabiya.Game")
        self._tree.merge(other._tree)

    def to_pgn(self, style: _Style = "export", *, errors: Literal["raise", "keep"] = "raise") -> str:
        """Returns the game in PGN.

        The style `export` is the format that the standard defines. `reduced` has the seven tags of the roster and the
        main line, and `one-line` has all moves in one line. The text ends with an empty line.

        A game that was read with errors lacks what followed them. `errors="keep"` writes it nevertheless.

        Raises:
            PgnError: The game was read with an error, with `errors="raise"`.
        """
        check_choice("errors", errors, "raise", "keep")
        if errors == "raise":
            for error in self.errors:
                if error.field != "null_move":
                    raise error
        return self._tree.write(style)

    def __copy__(self) -> Game:
        return Game._of(self._tree.__copy__(), self.errors)

    def __deepcopy__(self, _memo: dict[int, Any]) -> Game:
        return self.__copy__()

    def __reduce__(self) -> tuple[Callable[..., Game], tuple[str, list[PgnError]]]:
        return _restored, (self.to_pgn("one-line", errors="keep"), self.errors)

    def __str__(self) -> str:
        return self.to_pgn(errors="keep")

    def __repr__(self) -> str:
        return f"<Game: {len(self._tree.main_line())} moves, {self.result}>"


class GameNode:
    """A position in a `Game`, after its move. The root is the start position."""

    __slots__ = ("_number", "game")

    game: Game
    """The game of the node."""

    def __init__(self, game: Game, number: int) -> None:
        """Creates the node with a number. `Game` does so."""
        self.game = game
        self._number = number

    def _node(self, number: int) -> GameNode:
        return GameNode(self.game, number)

    def _fields(self) -> dict[str, Any]:
        return self.game._tree.node(self._number)

    @property
    def move(self) -> Move | None:
        """The move that leads to the node; `None` for a null move and at the root."""
        move: Move | None = self._fields()["move"]
        return move

    @property
    def parent(self) -> GameNode | None:
        """The node before the move, or `None` at the root."""
        parent = self._fields()["parent"]
        return None if parent is None else self._node(parent)

    @property
    def children(self) -> list[GameNode]:
        """The nodes after each next move. The first continues the line, and the others begin variations."""
        return [self._node(number) for number in self._fields()["children"]]

    def next(self) -> GameNode | None:
        """Returns the node that continues the line, or `None` at its end."""
        children = self.children
        return children[0] if children else None

    @property
    def comments(self) -> tuple[str, ...]:
        """The comments after the move; at the root, those before the first move."""
        return tuple(self._fields()["comments"])

    @property
    def starting_comments(self) -> tuple[str, ...]:
        """The comments before the first move of a variation."""
        return tuple(self._fields()["starting_comments"])

    @property
    def closing_comments(self) -> tuple[str, ...]:
        """The comments after the parenthesis that ends the variation."""
        return tuple(self._fields()["closing_comments"])

    @property
    def nags(self) -> tuple[int, ...]:
        """The glyphs of the move: 1 is `!`, 2 is `?`."""
        return tuple(self._fields()["nags"])

    @property
    def clock(self) -> int | None:
        """The time left in hundredths of a second, from the comments."""
        clock: int | None = self._fields()["clock"]
        return clock

    @property
    def time(self) -> int | None:
        """The time that the move took in hundredths of a second, from the comments."""
        time: int | None = self._fields()["time"]
        return time

    @property
    def eval(self) -> int | None:
        """The evaluation for White in hundredths of a pawn, from the comments."""
        centipawns: int | None = self._fields()["eval"]
        return centipawns

    @property
    def mate(self) -> int | None:
        """The moves to mate in place of an evaluation, negative if Black mates."""
        mate: int | None = self._fields()["mate"]
        return mate

    @property
    def depth(self) -> int | None:
        """The depth of the search in plies, if the comment has one."""
        depth: int | None = self._fields()["depth"]
        return depth

    def positions(self) -> Positions:
        """Returns the positions from the start to this node."""
        return self.game._tree.positions(self._number)

    @property
    def position(self) -> Position:
        """The position of the node."""
        return self.positions()[-1]

    def ply(self) -> int:
        """Returns the number of moves from the start to this node."""
        return len(self.game._tree.moves(self._number))

    def san(self) -> str:
        """Returns the move in SAN: `--` for a null move, and an empty text at the root."""
        parent = self.parent
        if parent is None:
            return ""
        return "--" if self.move is None else parent.position.san(self.move)

    def board(self) -> Board:
        """Returns a board with the moves that lead to this node, so that repetitions count.

        A board has no null moves: its history begins after the last one.
        """
        bits = self.game._tree.moves(self._number).tolist()
        start = max((ply + 1 for ply, move in enumerate(bits) if move == 0), default=0)
        moves = [Move.from_bits(move) for move in bits[start:]]
        return Board.from_position(self.positions()[start], moves)

    def is_main_line(self) -> bool:
        """Tests whether the node belongs to the main line."""
        return self._number == 0 or bool((self.game._tree.main_line() == self._number).any())

    def add_move(self, move: Move | None) -> GameNode:
        """Returns the node after a move, and adds it as the last variation if there is none.

        `None` stands for a null move.

        Raises:
            IllegalMoveError: The move is illegal.
            ValueError: The node was removed, or a null move leaves a check.
        """
        if move is None:
            return self.add_line([0])
        if not isinstance(move, Move):
            raise TypeError(f"move: {type_name(move)}; expected a tabiya.Move or None")
        return self.add_line([move])

    def add_line(self, moves: Iterable[Move | int | None]) -> GameNode:
        """Adds moves one after the other, as `add_move` does, and returns the last node.

        `moves` may be an array, such as moves of `Games`, in which 0 is a null move; in other iterables, `None` is one.

        Raises:
            IllegalMoveError: A move is illegal. None is added.
        """
        if isinstance(moves, (list, tuple)):
            moves = [0 if move is None else move for move in moves]
        return self._node(self.game._tree.add_moves(self._number, moves))

    def add_comment(self, comment: str, place: _Place = "after") -> None:
        """Adds a comment: `after` the move, `before` it, or after the parenthesis of the variation (`closing`).

        A blank comment is ignored. White space becomes single spaces, and `}` becomes `)`.

        Raises:
            ValueError: The node was removed, or begins no variation and has no such place.
        """
        self.game._tree.add_comment(self._number, comment, place)

    def add_nag(self, nag: int) -> None:
        """Adds a glyph: 1 is `!`, 2 is `?`."""
        self.game._tree.add_nag(self._number, nag)

    def clear_annotations(self) -> None:
        """Removes the comments and glyphs of the node."""
        self.game._tree.clear_annotations(self._number)

    def remove(self) -> None:
        """Removes the node and all that follow it.

        Raises:
            ValueError: The node is the root, or was removed before.
        """
        self.game._tree.remove(self._number)

    def promote(self) -> bool:
        """Exchanges the node with the variation before it. Returns `False` if it is the first."""
        return self.game._tree.promote(self._number)

    def make_main_line(self) -> None:
        """Makes the moves up to this node the main line."""
        self.game._tree.make_main_line(self._number)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, GameNode):
            return NotImplemented
        return self.game is other.game and self._number == other._number

    def __hash__(self) -> int:
        return hash((id(self.game), self._number))

    def __repr__(self) -> str:
        move = self.move
        return f"<GameNode: ply {self.ply()}, {'start' if self.parent is None else move or 'null move'}>"


def _restored(text: str, errors: list[PgnError]) -> Game:
    """Returns a pickled game."""
    return Game._of(GameTree.read(text), errors)


_RESULTS = {1: "1-0", 0: "1/2-1/2", -1: "0-1", -128: "*"}
_DERIVED_TAGS = ("FEN", "SetUp", "Variant", "Result")


def game_of_columns(games: Any, row: int) -> Game:
    """Returns the game that the columns of a row describe."""
    game = Game(games.starts[row])
    for name, column in games.tags.items():
        value = column[row]
        if value is not None and name not in _DERIVED_TAGS and not name.startswith("@"):
            game.set_tag(name, value)
    # A double forfeit has no number.
    is_forfeit = "Result" in games.tags and games.tags["Result"][row] == "0-0"
    game.result = "0-0" if is_forfeit else _RESULTS[int(games.results[row])]
    plies = range(games.offsets[row], games.offsets[row + 1])
    game.root.add_line(games.moves[plies.start : plies.stop])
    game._errors = _errors_of_row(games.errors, row)
    for ply, node in zip(plies, game.nodes):
        comment = games.comments[ply] if games.comments is not None else _comment(games, ply)
        if comment:
            node.add_comment(comment)
    return game


def _errors_of_row(errors: list[PgnError], row: int) -> list[PgnError]:
    """Returns the errors of a row by binary search, since rows are in order and errors without a row follow."""
    first = 0
    end = len(errors)
    while first < end:
        middle = (first + end) // 2
        found = errors[middle].row
        if found is None or found >= row:
            end = middle
        else:
            first = middle + 1
    last = first
    while last < len(errors) and errors[last].row == row:
        last += 1
    return errors[first:last]


def _comment(games: Any, ply: int) -> str:
    """Returns a comment with the selected values of a ply: `[%clk 0:03:00] [%eval 0.2]`."""

    def value(column: NullableArray | None) -> int | None:
        return int(column.values[ply]) if column is not None and column.valid[ply] else None

    parts = []
    for command, column in (("clk", games.clocks), ("emt", games.times)):
        if (found := value(column)) is not None:
            seconds, hundredths = divmod(found, 100)
            fraction = f".{hundredths:02}".rstrip("0") if hundredths else ""
            minutes = f"{seconds // 3600}:{seconds // 60 % 60:02}:{seconds % 60:02}"
            parts.append(f"[%{command} {minutes}{fraction}]")
    depth = value(games.depths)
    searched = "" if depth is None else f",{depth}"
    if (centipawns := value(games.evals)) is not None:
        parts.append(f"[%eval {centipawns / 100:.2f}{searched}]")
    if (mate := value(games.mates)) is not None:
        parts.append(f"[%eval #{mate}{searched}]")
    return " ".join(parts)
