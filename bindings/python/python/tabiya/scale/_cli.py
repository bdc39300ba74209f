# The command line of `python -m tabiya.scale`.
"""Commands, exit codes and messages of `python -m tabiya.scale`.

The exit code is 0 for a final total, and 1 for an incomplete or disputed one. It is 2 for invalid
arguments or input, and 130 after Ctrl-C.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence

from .._tabiya import UnitsError
from ._arguments import Arguments, parse
from ._commands import estimate, export, manifest, sum_results
from ._errors import EngineError, StoreError, UsageError
from ._run import convert, count, ladder

__all__ = ["main"]

_COMMANDS: dict[str, Callable[[Arguments], int]] = {
    "count": count,
    "sum": sum_results,
    "export": export,
    "manifest": manifest,
    "ladder": ladder,
    "estimate": estimate,
    "convert": convert,
}


def main(argv: Sequence[str] | None = None) -> int:
    """Runs the command line, and returns the exit code."""
    arguments = parse(sys.argv[1:] if argv is None else argv)
    try:
        return _COMMANDS[arguments.command](arguments)
    except BrokenPipeError:
        # The reader of the output has gone. Python must not flush into the pipe at its end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except (StoreError, UnitsError, UsageError) as error:
        return _fail(error, 2)
    except OSError as error:
        name = f"{error.filename}: " if error.filename else ""
        # Errors of the extension have no `strerror`.
        return _fail(f"{name}{error.strerror or (error.args or [error])[0]}", 2)
    except EngineError as error:
        return _fail(error, 1)
    except KeyboardInterrupt:
        return 130


def _fail(error: object, code: int) -> int:
    print(f"error: {error}", file=sys.stderr)
    return code
