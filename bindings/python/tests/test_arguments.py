# Wrong values of every parameter: no panic, and a message with the parameter's name.
from __future__ import annotations

import importlib
import inspect
import re
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, TypeAlias

import chess
import numpy as np
import pytest
import tabiya as tb
from tabiya import (
    STARTING_FEN, Board, Boards, Game, GameNode, Games, LegalMoves, Move, Position, PositionBuilder, Positions,
    Predecessors, _tabiya, scale,
)  # fmt: skip
from tabiya.scale import ResultFolder, UnitResult, UnitsFile


class Foreign:
    """A class that the package does not know."""


# A `Move` counts as an integer, its bits, as `operator.index` reads it.
WRONG: list[Any] = [
    None, True, -1, 1 << 62, 1 << 80, 1.5, float("nan"), "", "x\0y", "\ud800", "nonsense", b"\xff", [], [None], {},
    {1}, (1, 2, 3), object(), Foreign, Foreign(), print, np.zeros((2, 2)), np.array(["a"]), chess.Move.null(),
    chess.Board(), Positions([Position()]),
]  # fmt: skip

def iter_batches(path: Any, rows: Any, skip_plies: Any, max_score: Any, quiet_only: Any, min_pieces: Any, sample: Any, marked: Any) -> None:
    """Reads a file: `iter_binpack` returns an iterator."""
    list(tb.iter_binpack(path, rows, skip_plies=skip_plies, max_score=max_score, quiet_only=quiet_only, min_pieces=min_pieces, sample=sample, marked=marked))


# Messages about the contents of a text or a file name a field or the path instead.
CONTENT_ERRORS = (tb.FenError, tb.IllegalMoveError, tb.PgnError, OSError, _tabiya.UnitsError, scale.StoreError)

CLASSES = (
    Move, Position, PositionBuilder, Board, Boards, LegalMoves, Positions, Predecessors, Game, GameNode, Games, UnitsFile,
    UnitResult, ResultFolder,
)  # fmt: skip
FUNCTIONS = (
    tb.diagnose, tb.edits, tb.plane_names, tb.policy_labels, tb.write_pgn, iter_batches, tb.write_binpack, _tabiya.edit_example, _tabiya.resolve,
)  # fmt: skip
# Only their constructors: drivers, jobs and engines have no methods with parameters for users.
CONSTRUCTORS = (
    scale.CountOptions, scale.DataJob, scale.Driver, scale.ExecutorEngine, scale.FolderStore, scale.Ledger,
    scale.PgnColumns, scale.PoolEngine, scale.SqliteStore, scale.open_store,
)  # fmt: skip


Call: TypeAlias = tuple[str, Callable[..., Any], dict[str, Any]]
"""The name of a callable, a function that calls it, and valid arguments by name."""


class Calls:
    """A valid call of every public callable."""

    def __init__(self, folder: Path) -> None:
        start, path = Position(), folder / "fens.epd"
        path.write_text(start.fen())
        move, column = start.parse_san("e4"), Positions([start])
        self.units = UnitsFile.split(folder / "two.units", 2)
        self.folder = folder / "results"
        result = self.units.count(0, 3, hash=1 << 16)
        self.objects = [move, start, column.legal_moves(), column, Games.read_pgn(b"1. e4 1-0", texts=True), self.units, result, column.predecessors()]
        self.values: dict[str, Any] = {
            "allow_impossible_checks": False, "backend": None, "batch_games": 5, "bits": move.bits, "board": chess.Board(),
            "castling": "standard", "chess960": False, "claim_draw": False, "clocks": False, "code": "no-push", "comment": "x", "comments": False, "color": True, "column": ["e4"], "columns": [column],
            "content_hash": None, "count": 3, "counts": [(start, 1, 20)], "data": result.to_bytes(), "depth": 1, "dtype": "uint8", "en_passant": "legal",
            "errors": "raise", "evals": False, "exact": False, "fen": None, "fill": "zeros", "filter": None, "findings": False, "flip": False,
            "from_square": 12, "games": None, "hash": 1 << 16, "history": 8, "impossible_checks": False, "index": 0, "key": 0, "lastmove": None, "orientation": None, "promotion": None, "arrows": None, "kind": 1, "labels": [2426], "layout": "az",
            "max_games": 3, "max_positions": None, "memory": None, "move": move, "moves": [move], "nag": 1, "name": "Annotator", "number": 5,
            "offsets": [0, 1], "operations": None, "other": start, "out": None, "parts": [], "piece": tb.Piece.WHITE_PAWN,
            "place": "before",
            "packed": start.packed, "path": path, "piece_type": 1, "plies": 2, "position": start, "positions": [start],
            "progress": None, "records_per_unit": 1000, "result": result, "results": [1], "row": 0, "rows": np.array([0]), "san": "e4", "scores": [1],
            "shredder": False, "source": b"1. e4 *", "square": 12, "squares": [0], "start": 1, "starts": None, "states": "least", "style": "export",
            "tags": [], "target": folder / "out.pgn", "text": "1. e4 *", "texts": False, "threads": 1, "times": False,
            "to_square": 28, "uci": "e2e4", "unit": 0, "units": self.units, "value": None,
        }  # fmt: skip
        executor = ThreadPoolExecutor(1)
        store = scale.FolderStore(folder / "store", self.units, 3)
        self.values |= {
            "create": True, "engine": scale.ExecutorEngine(executor, 1), "executor": executor, "files": [path],
            "folder": folder / "parts", "function": None, "hash_bytes": 1 << 16, "options": None, "part_size": 100,
            "progress": None, "retries": 5, "skips_invalid": False, "store": store, "verify": 0.5, "workers": 1,
        }  # fmt: skip
        self.values |= {"marked": True, "max_score": None, "min_pieces": 0, "quiet_only": False, "sample": None, "skip_plies": 0}
        bullet = folder / "empty.bulletformat"
        bullet.write_bytes(b"")
        # The values of parameters that have another meaning in a callable.
        self.others: dict[str, Any] = {
            "Game.merge.other": Game(), "GameNode.add_line.moves": [Move(52, 36)], "GameNode.add_move.move": Move(52, 36),
            "Games.concat.parts": self.objects[4:5], "Games.from_moves.starts": column, "Games.from_moves.tags": None,
            "Games.to_viriformat.evals": [1], "Positions.to_viriformat.evals": [1], "resolve.results": [result], "write_pgn.games": [Game()],
            "Boards.reset.positions": None, "Positions.legal_mask.rows": [0], "Positions.planes.rows": [0],
            "Positions.from_bulletformat.path": bullet, "Positions.from_fens.column": [start.fen()],
            "Positions.from_binpack.max_positions": 1, "Positions.from_binpack.path": bullet, "iter_batches.path": bullet, "iter_batches.rows": 1, "write_binpack.rows": [],
            "Positions.from_packed.packed": column.packed, "Positions.from_viriformat.path": bullet,
            "Positions.legal_mask.packed": False, "Positions.parse_uci.column": ["e2e4"], "ResultFolder.depth": 3,
            "ResultFolder.path": self.folder, "UnitsFile.count.depth": 3, "UnitsFile.path": folder / "two.units",
            "DataJob.columns": None, "Driver.depth": 3, "FolderStore.depth": 3, "FolderStore.path": folder / "store",
            "Ledger.agreed": None, "Ledger.units": 3, "PgnColumns.tags": ("White",), "SqliteStore.depth": 3,
            "SqliteStore.path": folder / "a.db", "open_store.depth": 3, "open_store.path": folder / "store",
            "UnitsFile.split.path": folder / "other.units", "UnitsFile.write_sample.path": folder / "sample.units",
        }  # fmt: skip

    def all(self) -> Iterator[Call]:
        """Yields a call of each callable."""
        for owner in CLASSES:
            names = [name for name in dir(owner) if name == "__getitem__" or not name.startswith("_")]
            for name in names:
                if callable(getattr(owner, name)):
                    yield self.call(f"{owner.__name__}.{name}", getattr(owner, name), owner)
            if owner not in (GameNode, Games, LegalMoves, Predecessors, UnitResult):
                yield self.call(owner.__name__, owner, owner)
        for function in (*FUNCTIONS, *CONSTRUCTORS):
            yield self.call(function.__name__, function, None)

    def call(self, name: str, function: Callable[..., Any], owner: type | None) -> Call:
        parameters = list(inspect.signature(function).parameters.values())
        has_self = bool(parameters) and parameters[0].name == "self"
        # The keywords of `from_binpack` are those of `iter_binpack`.
        listed = [parameter for parameter in parameters if parameter.kind is not parameter.VAR_KEYWORD]
        names = [parameter.name for parameter in listed[has_self:]]
        arguments = {key: self.others.get(f"{name}.{key}", self.values[key]) for key in names}

        def run(**arguments: Any) -> Any:
            receiver = [self.receiver(owner)] if has_self else []
            if name.endswith("__getitem__"):
                return function(*receiver, *arguments.values())
            found = function(*receiver, **arguments)
            if isinstance(found, scale.SqliteStore):
                found.close()
            return found

        return name, run, arguments

    def receiver(self, owner: type | None) -> Any:
        if owner is Board:
            board = Board()
            for san in ("Nf3", "Nf6", "Ng1", "Ng8"):
                board.push_san(san)
            return board
        if owner is Boards:
            return Boards(1)
        if owner is Game:
            return Game()
        if owner is GameNode:
            return Game.read_pgn("1. Nf3 (1. Nh3) *").root.children[1]
        if owner is PositionBuilder:
            return PositionBuilder(Position())
        if owner is ResultFolder:
            return ResultFolder(self.folder, self.units, 3)
        return next(value for value in self.objects if type(value) is owner)


@pytest.fixture(scope="module")
def calls(tmp_path_factory: pytest.TempPathFactory) -> Calls:
    return Calls(tmp_path_factory.mktemp("arguments"))


def test_valid_calls_succeed(calls: Calls) -> None:
    count = 0
    for _, run, arguments in calls.all():
        run(**arguments)
        count += 1
    assert count > 120


def test_wrong_values_raise_errors_that_name_the_parameter(
    calls: Calls, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Some texts are valid paths.
    monkeypatch.chdir(tmp_path)
    problems, raised = wrong_calls(calls.all())
    assert not problems, "\n".join([f"{len(problems)} of {raised}", *problems])
    assert raised > 3000


def wrong_calls(calls: Iterable[Call]) -> tuple[list[str], int]:
    """Makes calls with wrong values, and returns the problems and the number of errors."""
    problems, raised = [], 0
    for name, run, arguments in calls:
        for parameter, value in ((key, value) for key in arguments for value in WRONG):
            if parameter == "progress" and callable(value):
                continue
            try:
                run(**{**arguments, parameter: value})
            except CONTENT_ERRORS:
                raised += 1
            except (TypeError, ValueError, IndexError, MemoryError) as error:
                raised += 1
                message, shown = str(error), {"key": "index"}.get(parameter, parameter)
                expected = message.partition("; expected ")[2]
                if not message.startswith(f"{shown}: ") or f": {expected};" in message:
                    problems.append(f"{name}({parameter}={value!r}): {type(error).__name__}: {message}")
            except BaseException as error:
                problems.append(f"{name}({parameter}={value!r}): {error!r}")
    return problems, raised


def adapter_calls(name: str) -> Iterator[Call]:
    """Yields valid calls of an adapter's functions and series methods."""
    adapter = importlib.import_module(f"tabiya.{name}")
    values = {
        "batch_games": 5, "clocks": False, "column": ["?"], "comments": False, "connection": None, "errors": "raise", "evals": False,
        "fens": False, "filter": None, "form": "packed", "games": Games.read_pgn(b"1. e4 *"), "notation": "uci",
        "moves": Positions([Position()]).legal_moves(), "per": "game", "positions": Positions([Position()]),
        "source": b"1. e4 *", "tags": [], "threads": 1, "times": False,
    }  # fmt: skip
    for key in adapter.__all__:
        function = getattr(adapter, key)
        if inspect.isfunction(function) and key not in ("to_positions", "register"):
            names = inspect.signature(function).parameters
            yield f"{name}.{key}", function, {key: values[key] for key in names}
    if name in ("polars", "pandas"):
        column = importlib.import_module(name).Series([STARTING_FEN])
        for key in ("positions", "legal_counts", "in_check", "keys", "outcome", "legal_moves"):
            method = getattr(adapter.FenSeries(column), key)
            arguments = {key: values[key] for key in inspect.signature(method).parameters}
            yield f"{name}.FenSeries.{key}", method, arguments
    if name == "duckdb":
        duckdb = importlib.import_module(name)

        def register(**arguments: Any) -> None:
            adapter.register(**{"connection": duckdb.connect(), **arguments})

        yield "duckdb.register", register, {"prefix": "", "errors": "raise", "threads": 1, "tags": []}
        yield "duckdb.register", adapter.register, {"connection": duckdb.connect()}


@pytest.mark.parametrize("name", ["arrow", "polars", "duckdb", "pandas"])
def test_wrong_values_of_adapters_raise_errors_that_name_the_parameter(name: str) -> None:
    for package in ("pyarrow", name):
        pytest.importorskip(package if package != "arrow" else "pyarrow")
    problems, raised = wrong_calls(adapter_calls(name))
    assert not problems, "\n".join([f"{len(problems)} of {raised}", *problems])
    assert raised > 80


def test_values_of_another_type_are_refused(calls: Calls) -> None:
    # Parameters of one type accept nothing else, beside the values that stand for a default.
    strict: dict[str, type | tuple[type, ...]] = {
        "allow_impossible_checks": bool, "castling": str, "chess960": bool, "claim_draw": bool, "data": bytes, "dtype": str,
        "en_passant": str, "errors": str, "exact": bool, "fill": str, "flip": bool, "impossible_checks": bool, "layout": str,
        "move": (Move, str), "other": (Position, Board), "position": (Position, Board), "san": str, "shredder": bool,
        "states": str, "uci": str,
    }  # fmt: skip
    for name, run, arguments in calls.all():
        for parameter in arguments.keys() & strict.keys():
            for value in WRONG:
                if value is None or isinstance(value, strict[parameter]):
                    continue
                with pytest.raises(TypeError, match=re.escape(parameter)):
                    run(**{**arguments, parameter: value})
