# Layouts of other packages: lczerolens, without torch, and recorded results of pgx.
"""The layouts of Leela Chess Zero and Pgx as these projects compute them.

`lczerolens` depends on torch only for its arrays. Its modules for labels and planes run on a small
subclass of NumPy's array instead, so that its own code is the reference.
"""

from __future__ import annotations

import importlib
import importlib.util
import json
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

DATA = Path(__file__).parent / "data"


class Tensor(np.ndarray[Any, Any]):
    """An array with the methods of a tensor that lczerolens calls."""

    def fill_(self, value: float) -> None:
        self.fill(value)

    def flip(self, axis: int) -> Any:
        return np.flip(self, axis)

    def repeat(self, *counts: Any) -> Any:  # type: ignore[override]
        return np.tile(np.asarray(self), counts).view(Tensor)

    def to(self, dtype: Any) -> Any:
        return self.astype(dtype)


def _torch() -> ModuleType:
    torch: Any = ModuleType("torch")
    torch.Tensor, torch.float32, torch.long, torch.bool = Tensor, np.float32, np.int64, np.bool_
    torch.zeros = lambda shape, dtype: np.zeros(shape, dtype).view(Tensor)
    torch.tensor = lambda values, dtype=None: np.array(values, dtype).view(Tensor)
    return torch


def lczerolens() -> tuple[Any, Any]:
    """Returns the modules `input` and `policy` of lczerolens, or skips the test."""
    found = importlib.util.find_spec("lczerolens")
    if found is None:
        pytest.skip("lczerolens is not installed")
    package = ModuleType("lczerolens")
    package.__path__ = list(found.submodule_search_locations or [])
    replaced = {name: sys.modules.get(name) for name in ["torch", "lczerolens"]}
    sys.modules.update({"torch": _torch(), "lczerolens": package})
    try:
        name = "lczerolens._codec"
        return importlib.import_module(f"{name}.input"), importlib.import_module(f"{name}.policy")
    finally:
        for name, module in replaced.items():
            if module is None:
                del sys.modules[name]
            else:
                sys.modules[name] = module


def pgx_games() -> list[list[dict[str, Any]]]:
    """Returns games with the labels and planes of Pgx, which `pgx_examples.py` recorded."""
    games: list[list[dict[str, Any]]] = json.loads((DATA / "pgx.json").read_text())["games"]
    return games


def uci_labels() -> list[str]:
    """The moves of the layout `uci`, by the rules that its documentation states."""
    import chess

    texts = []
    for square in chess.SQUARES:
        for piece in ["Q", "N"]:
            board = chess.BaseBoard.empty()
            board.set_piece_at(square, chess.Piece.from_symbol(piece))
            targets = board.attacks(square)
            texts += [chess.square_name(square) + chess.square_name(target) for target in targets]
    for start, end in ["21", "78"]:
        for index, file in enumerate("abcdefgh"):
            for step in [0, -1, 1]:
                if 0 <= index + step < 8:
                    squares = f"{file}{start}{'abcdefgh'[index + step]}{end}"
                    texts += [squares + piece for piece in "qrbn"]
    return texts
