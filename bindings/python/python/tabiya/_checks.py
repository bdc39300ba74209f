# Checks of arguments: the errors name the argument, what was found and what is expected.
"""Checks of arguments: the errors name the argument, what was found and what is expected."""

from __future__ import annotations

from operator import index

import numpy as np

__all__ = ["MAX_COUNT", "check_choice", "check_flag", "checked_count", "row_number", "type_name"]

MAX_COUNT = 2**63 - 1


def type_name(value: object) -> str:
    """Returns the name of a type for messages, with the module, since classes may share a name."""
    found = type(value)
    module = "" if found.__module__ == "builtins" else f"{found.__module__}."
    return module + found.__qualname__


def check_choice(name: str, value: object, *choices: str) -> None:
    """Checks an argument whose values are texts.

    Raises:
        TypeError: The value is no text.
        ValueError: The value is not among the choices.
    """
    if not isinstance(value, str):
        raise TypeError(f"{name}: {type_name(value)}; expected a str")
    if value not in choices:
        *others, last = (f'"{choice}"' for choice in choices)
        raise ValueError(f"{name}: {value!r}; expected {', '.join(others)} or {last}")


def check_flag(name: str, value: object) -> None:
    """Checks an argument that is true or false.

    Raises:
        TypeError: The value is neither.
    """
    if not isinstance(value, (bool, np.bool_)):
        raise TypeError(f"{name}: {type_name(value)}; expected a bool")


def checked_count(name: str, value: int, least: int) -> int:
    """Returns an argument that is a number, such as that of games."""
    try:
        count = index(value)
    except TypeError:
        raise TypeError(f"{name}: {type_name(value)}; expected an integer") from None
    if not least <= count <= MAX_COUNT:
        raise ValueError(f"{name}: {count}; expected {least} to {MAX_COUNT}")
    return count


def row_number(name: str, value: int, rows: int) -> int:
    """Returns the number of a row, also for a negative one that counts from the end."""
    try:
        return range(rows)[index(value)]
    except TypeError:
        raise TypeError(f"{name}: {type_name(value)}; expected an integer") from None
    except IndexError:
        raise IndexError(f"{name}: {value}; expected {-rows} to {rows - 1}") from None
