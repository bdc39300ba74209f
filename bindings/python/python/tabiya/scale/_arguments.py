# The arguments of `python -m tabiya.scale`.
"""The arguments of the command line."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import Literal

__all__ = ["Arguments", "parse"]

_EPILOG = """\
The exit code is 0 for a final total, 1 for an incomplete or disputed one, 2 for invalid input, and
130 after Ctrl-C. The same command resumes a count that was stopped or killed."""


class Arguments(argparse.Namespace):
    """All arguments of all commands. A command reads those that it declares."""

    command: str
    depth: int
    depths: list[int]
    units: str
    store: str
    stores: list[str]
    local: int | None
    scheduler: str | None
    engine: Literal["dask", "processes"] | None
    patience: float
    hash: int
    no_hash: bool
    threads: int
    verify: float
    retries: int
    manifest: str | None
    json: bool
    out: str | None
    rows: Literal["units", "results"]
    records: int
    block: int
    seed: int
    folder: str
    files: list[str]
    part_size: int
    skip_invalid: bool
    function: str | None
    tags: str | None
    clocks: bool
    times: bool
    evals: bool
    filter: str | None


def parse(argv: Sequence[str]) -> Arguments:
    """Parses arguments. A number in place of a command stands for `count`.

    Invalid arguments end the process with exit code 2.
    """
    parser = argparse.ArgumentParser(
        prog="python -m tabiya.scale",
        description="Count perft on many machines.",
        epilog=_EPILOG,
    )
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    count = commands.add_parser("count", help="count all units; `count` may be omitted")
    _add_count(count)
    count.add_argument("--store", required=True, help="SQLite file, or folder of result files")
    count.add_argument("--manifest", metavar="FILE", help="write a manifest of the final count")
    _add_run(count)
    ladder = commands.add_parser("ladder", help="count each shallower depth, and compare")
    _add_count(ladder)
    ladder.add_argument("--folder", required=True, help="folder of one store per depth")
    _add_run(ladder)
    for name, text in [
        ("sum", "add the results of stores"),
        ("export", "write results as Parquet"),
        ("manifest", "describe a count as JSON"),
    ]:
        command = commands.add_parser(name, help=text)
        _add_count(command)
        command.add_argument("--stores", "--store", required=True, nargs="+", metavar="STORE")
        if name == "sum":
            command.add_argument("--json", action="store_true", help="print a JSON object")
        else:
            command.add_argument("--out", metavar="FILE", required=name == "export")
        if name == "export":
            command.add_argument("--rows", choices=["units", "results"], default="units")
    convert = commands.add_parser("convert", help="convert FEN, EPD or PGN files to Parquet")
    convert.add_argument("files", nargs="+", metavar="FILE", help="file of FEN or EPD lines, or PGN")
    convert.add_argument("--out", required=True, metavar="FOLDER", help="folder of the parts")
    convert.add_argument("--part-size", type=_size, default=16 << 20, metavar="SIZE", help="16M")
    convert.add_argument("--skip-invalid", action="store_true", help="skip invalid lines; cut games")
    convert.add_argument("--function", metavar="MODULE:FUNCTION", help="positions to table")
    convert.add_argument("--tags", metavar="NAMES", help="tags of games, such as White,Black")
    convert.add_argument("--clocks", action="store_true", help="clocks of games")
    convert.add_argument("--times", action="store_true", help="times of moves")
    convert.add_argument("--evals", action="store_true", help="evaluations of moves")
    convert.add_argument("--filter", metavar="CONDITION", help="games such as 'WhiteElo >= 2400'")
    _add_engine(convert)
    _add_estimate(commands.add_parser("estimate", help="estimate the cost from a sample"))
    words = list(argv)
    if words and words[0].isdecimal():
        words.insert(0, "count")
    return parser.parse_args(words, Arguments())


def _add_count(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("depth", type=_natural, metavar="DEPTH", help="plies below the root")
    parser.add_argument("--units", required=True, metavar="FILE", help="units file")


def _add_run(parser: argparse.ArgumentParser) -> None:
    table = parser.add_mutually_exclusive_group()
    table.add_argument(
        "--hash", type=_size, default=64 << 20, metavar="SIZE", help="hash table of a call; 64M"
    )
    table.add_argument("--no-hash", action="store_true", help="count without a hash table")
    parser.add_argument("--threads", type=_positive, default=1, metavar="N", help="per call")
    parser.add_argument(
        "--verify", type=_fraction, default=0.0, metavar="FRACTION", help="count a sample twice"
    )
    _add_engine(parser)


def _add_engine(parser: argparse.ArgumentParser) -> None:
    where = parser.add_mutually_exclusive_group(required=True)
    where.add_argument("--local", type=_positive, metavar="N", help="start N workers here")
    where.add_argument("--scheduler", metavar="ADDRESS", help="use a Dask scheduler: tcp://…")
    parser.add_argument("--engine", choices=["dask", "processes"], help="engine of --local")
    parser.add_argument(
        "--patience", type=_seconds, default=60.0, metavar="S", help="wait for a lost scheduler"
    )
    parser.add_argument("--retries", type=_natural, default=5, metavar="N", help="of a failed unit")
    parser.add_argument("--json", action="store_true", help="print JSON lines")


def _add_estimate(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--units", required=True, metavar="FILE", help="units file")
    parser.add_argument(
        "--depths", required=True, nargs="+", type=_natural, metavar="DEPTH", help="depths to cost"
    )
    parser.add_argument("--records", type=_positive, default=100, metavar="N", help="sample; 100")
    parser.add_argument(
        "--block", type=_positive, default=1, metavar="N", help="consecutive records at a time; 1"
    )
    parser.add_argument("--seed", type=_natural, default=0, metavar="N", help="of the sample")
    parser.add_argument("--hash", type=_size, default=64 << 20, metavar="SIZE")
    parser.add_argument("--no-hash", action="store_true", help="count without a hash table")
    parser.add_argument("--threads", type=_positive, default=1, metavar="N")
    parser.add_argument("--json", action="store_true", help="print JSON lines")


def _natural(text: str) -> int:
    if not text.isascii() or not text.isdecimal() or len(text) > 18:
        raise argparse.ArgumentTypeError(f"{text!r}; expected a number")
    return int(text)


def _positive(text: str) -> int:
    value = _natural(text)
    if not 1 <= value <= 100_000:
        raise argparse.ArgumentTypeError(f"{text}; expected 1 to 100000")
    return value


def _number(text: str, least: float, most: float) -> float:
    try:
        value = float(text)
    except ValueError:
        value = float("nan")
    if not least <= value <= most:
        raise argparse.ArgumentTypeError(f"{text!r}; expected {least:g} to {most:g}")
    return value


def _fraction(text: str) -> float:
    return _number(text, 0, 1)


def _seconds(text: str) -> float:
    return _number(text, 0, 1e9)


def _size(text: str) -> int:
    """Parses a number of bytes, with a suffix as in `tabiya perft --hash`."""
    digits, shift = text, 0
    if text and text[-1].upper() in "KMGT":
        digits, shift = text[:-1], 10 * (1 + "KMGT".index(text[-1].upper()))
    value = _natural(digits) << shift
    if not 1 <= value < 1 << 50:
        raise argparse.ArgumentTypeError(f"{text}; expected a size such as 512M")
    return value
