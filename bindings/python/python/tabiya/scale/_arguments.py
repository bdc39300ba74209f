# Checks of the arguments of public functions.
"""Checks of arguments. Each error names the parameter: `workers: 0; expected 1 to 100000`."""

from __future__ import annotations

import os
from collections.abc import Sequence
from math import inf
from numbers import Integral, Real
from typing import Any, cast

from .._tabiya import UnitsFile

# A result has a byte for the depth.
MAX_DEPTH = 255
_NAMES: dict[Any, str] = {Integral: "an integer", Real: "a number"}


def check(name: str, value: Any, kind: Any, least: float = -inf, most: float = inf) -> None:
    """Checks the type of an argument, and the range of a number."""
    # A bool is no number, and a text is no sequence.
    is_other = isinstance(value, {Integral: bool, Real: bool, Sequence: str}.get(kind, ()))
    if is_other or not isinstance(value, kind):
        expected = _NAMES.get(kind) or getattr(kind, "__name__", kind)
        raise TypeError(f"{name}: {type(value).__name__}; expected {expected}")
    if kind in _NAMES and not least <= value <= most:
        raise ValueError(f"{name}: {value}; expected {least:g} to {most:g}")


def check_path(name: str, value: Any) -> str:
    """Returns a path as text, or raises an error if the system has no such paths."""
    path: Any = value
    if isinstance(value, os.PathLike):
        path = os.fspath(cast("os.PathLike[str]", value))
    check(name, path, str)
    try:
        encoded = os.fsencode(path)
    except UnicodeEncodeError:
        encoded = b"\0"
    if b"\0" in encoded:
        raise ValueError(f"{name}: {path!r}; expected a path")
    return str(path)


def check_depth(units: Any, depth: Any) -> None:
    check("units", units, UnitsFile)
    check("depth", depth, Integral)
    if not units.plies <= depth <= MAX_DEPTH:
        expected = f"{units.plies}, the ply of the units file, to {MAX_DEPTH}"
        raise ValueError(f"depth: {depth}; expected {expected}")
