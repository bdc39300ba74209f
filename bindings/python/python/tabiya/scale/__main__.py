# The command line of `python -m tabiya.scale`.
"""Counts of perft on many machines.

The exit code is 0 for a final total, 1 for an incomplete or disputed one, 2 for invalid input, and
130 after Ctrl-C. The same command resumes a count that was stopped or killed.
"""

from __future__ import annotations

import contextlib
import importlib
import importlib.util
import json
import os
import re
import signal
import sys
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Callable, Generator, Sequence
from typing import Any

from .. import scale
from . import _report
from ._arguments import MAX_DEPTH, check_depth
from ._runner import Progress, duration

_MIN_BLOCKS = 20


def _number(least: float, most: float, kind: Callable[[str], Any] = int) -> Callable[[str], Any]:
    def parse(text: str) -> Any:
        with contextlib.suppress(ValueError):
            is_text = text.isascii() and (kind is float or text.isdecimal())
            if is_text and least <= kind(text) <= most:
                return kind(text)
        shown = text if text.isdecimal() else repr(text)
        raise ArgumentTypeError(f"{shown}; expected {least:.15g} to {most:.15g}")

    return parse


def _size(text: str) -> int:
    """Parses a number of bytes, with a suffix as in `tabiya perft --hash`."""
    match = re.fullmatch("([0-9]{1,16})([KMGT]?)", text.upper())
    value = int(match[1]) << 10 * " KMGT".index(match[2] or " ") if match else 0
    if not 1 <= value < 1 << 50:
        raise ArgumentTypeError(f"{text}; expected a size such as 512M")
    return value


def _function(text: str) -> Any:
    module, _, function = text.partition(":")
    try:
        return getattr(importlib.import_module(module), function)
    except (ImportError, AttributeError, ValueError) as error:
        raise ArgumentTypeError(f"{error}; expected MODULE:FUNCTION") from error


_NATURAL = _number(0, 10**15)
_POSITIVE = _number(1, 100_000)

# What `add_argument` needs for each option, or for that of one command.
_OPTIONS: dict[str, dict[str, Any]] = {
    "plies": {"type": _number(0, MAX_DEPTH), "metavar": "PLIES", "help": "depth of the split"},
    "depth": {"type": _NATURAL, "metavar": "DEPTH", "help": "plies below the root"},
    "files": {"nargs": "+", "metavar": "FILE", "help": "file of FEN or EPD lines, or PGN"},
    "--units": {"required": True, "metavar": "FILE", "help": "units file"},
    "--store": {"required": True, "help": "SQLite file, or folder of result files"},
    "--stores": {"required": True, "nargs": "+", "metavar": "STORE", "help": "one or several"},
    "--folder": {"required": True, "help": "folder of one store per depth"},
    "--out": {"required": True, "metavar": "PATH", "help": "new file, or folder of parts"},
    "manifest --out": {"metavar": "FILE", "help": "file instead of the standard output"},
    "--manifest": {"metavar": "FILE", "help": "write a manifest of the final count"},
    "--fen": {"help": "root instead of the start position"},
    "--memory": {"type": _size, "metavar": "SIZE", "help": "limit of memory, such as 4G"},
    "split --records": {"type": _POSITIVE, "default": 1000, "metavar": "N", "help": "of a unit"},
    "--records": {"type": _POSITIVE, "default": 100, "metavar": "N", "help": "sample; 100"},
    "--depths": {"required": True, "nargs": "+", "type": _number(0, MAX_DEPTH), "metavar": "DEPTH"},
    "--block": {"type": _POSITIVE, "default": 1, "metavar": "N", "help": "records at a time; 1"},
    "--seed": {"type": _NATURAL, "default": 0, "metavar": "N", "help": "of the sample"},
    "--hash": {"type": _size, "default": 64 << 20, "metavar": "SIZE", "help": "of a call; 64M"},
    "--no-hash": {"dest": "hash", "action": "store_const", "help": "count without a hash table"},
    "--threads": {"type": _POSITIVE, "default": 1, "metavar": "N", "help": "of a call"},
    "--verify": {"type": _number(0, 1, float), "default": 0.0, "help": "share to count twice"},
    "--local": {"type": _POSITIVE, "metavar": "N", "help": "start N workers here"},
    "--scheduler": {"metavar": "ADDRESS", "help": "use a Dask scheduler: tcp://…"},
    "--engine": {"choices": ["dask", "processes"], "help": "engine of --local"},
    "--patience": {"type": _number(0, 1e9, float), "default": 60.0, "help": "seconds to reconnect"},
    "--retries": {"type": _NATURAL, "default": 5, "metavar": "N", "help": "of a failed unit"},
    "--json": {"action": "store_true", "help": "print JSON lines"},
    "--rows": {"choices": ["units", "results"], "default": "units"},
    "--part-size": {"type": _size, "default": 16 << 20, "metavar": "SIZE", "help": "16M"},
    "--skip-invalid": {"action": "store_true", "help": "skip invalid lines; cut games"},
    "--function": {"type": _function, "metavar": "MODULE:FUNCTION", "help": "to a table"},
    "--tags": {"default": "", "metavar": "NAMES", "help": "of games, such as White,Black"},
    "--clocks": {"action": "store_true", "help": "clocks of games"},
    "--times": {"action": "store_true", "help": "times of moves"},
    "--evals": {"action": "store_true", "help": "evaluations of moves"},
    "--filter": {"metavar": "CONDITION", "help": "games such as 'WhiteElo >= 2400'"},
}
# Of each pair, a command takes one option.
_PAIRS = {"--no-hash": "--hash", "--scheduler": "--local"}


def _parser() -> ArgumentParser:
    description, _, rest = (__doc__ or "").partition("\n\n")
    parser = ArgumentParser("python -m tabiya.scale", description=description, epilog=rest)
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for name, (function, options) in _COMMANDS.items():
        command = commands.add_parser(name, help=function.__doc__)
        groups: dict[str, Any] = {}
        for option in options.split():
            if option in _PAIRS.values():
                is_required = option == "--local"
                groups[option] = command.add_mutually_exclusive_group(required=is_required)
            group = groups.get(_PAIRS.get(option, option), command)
            group.add_argument(option, **_OPTIONS.get(f"{name} {option}", _OPTIONS[option]))
    return parser


def main(argv: Sequence[str] | None = None) -> int:
    """Runs the command line, and returns the exit code. A number stands for `count`."""
    words = list(sys.argv[1:] if argv is None else argv)
    if words and words[0].isdecimal():
        words.insert(0, "count")
    arguments = _parser().parse_args(words)
    try:
        return int(_COMMANDS[arguments.command][0](arguments))
    except BrokenPipeError:
        # The reader of the output has gone. Python must not flush into the pipe at its end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except (scale.StoreError, ValueError) as error:
        return _fail(error, 2)
    except ModuleNotFoundError as error:
        return _fail(f"no package {error.name}; expected those of `tabiya[scale]`", 2)
    except OSError as error:
        name = f"{error.filename}: " if error.filename else ""
        # Errors of the extension have no `strerror`.
        return _fail(f"{name}{error.strerror or (error.args or [error])[0]}", 2)
    except scale.EngineError as error:
        return _fail(error, 1)
    except KeyboardInterrupt:
        return 130


def _fail(error: object, code: int) -> int:
    print(f"error: {error}", file=sys.stderr)
    return code


def _split(arguments: Namespace) -> int:
    """Writes the units file of a tree."""
    out: str = arguments.out
    if os.path.lexists(out):
        raise ValueError(f"--out: {out} exists; expected the path of a new file")
    units = scale.UnitsFile.split(
        out,
        arguments.plies,
        fen=arguments.fen,
        records_per_unit=arguments.records,
        memory=arguments.memory,
    )
    positions = f"{units.records} unique positions ({units.paths} paths)"
    print(f"wrote {positions} in {len(units)} units to {out}")
    return 0


def _count(arguments: Namespace) -> int:
    """Counts all units to a depth."""
    progress = Progress(json_lines=arguments.json)
    units = _units(arguments)
    with _engine(arguments, progress) as engine:
        driver, code = _fill_store(arguments, units, engine, progress)
        report = driver.report()
    if arguments.manifest and driver.is_final():
        manifest = _report.manifest_of(units, arguments.depth, driver.ledger)
        _report.write_manifest(manifest, arguments.manifest)
    progress.result(report, _report.report_lines(report))
    if code != 0:
        print(f"Resume: {arguments.store} is valid; run the same command again", file=sys.stderr)
    return code


def _units(arguments: Namespace) -> scale.UnitsFile:
    # Workers open the file by its path, and have another working directory.
    units = scale.UnitsFile(os.path.abspath(arguments.units))
    check_depth(units, arguments.depth)
    return units


def _fill_store(
    arguments: Namespace, units: scale.UnitsFile, engine: scale.Engine, progress: Progress
) -> tuple[scale.Driver, int]:
    options = scale.CountOptions(
        arguments.hash, arguments.threads, arguments.verify, arguments.retries
    )
    with contextlib.closing(scale.open_store(arguments.store, units, arguments.depth)) as store:
        driver = scale.Driver(units, arguments.depth, store, engine, options, progress)
        for where, reason in driver.refused:
            progress.warn(f"{where}: {reason}; counted again")
        return driver, _run(driver)


def _run(job: scale.Driver | scale.DataJob) -> int:
    """Runs a job, which Ctrl-C and SIGTERM end. A second signal ends the process at once."""

    def stop(number: int, frame: object) -> None:
        if job.is_stopped:
            raise KeyboardInterrupt
        job.stop()

    code = 0
    old = {number: signal.signal(number, stop) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        job.run()
    except (scale.EngineError, scale.StoreError) as error:
        code = _fail(error, 1)
    finally:
        for number, handler in old.items():
            signal.signal(number, handler)
    if job.is_final():
        return code
    return 130 if job.is_stopped else 1


@contextlib.contextmanager
def _engine(arguments: Namespace, progress: Progress) -> Generator[scale.Engine, None, None]:
    engine: scale.Engine
    retries: int = arguments.retries
    has_dask = importlib.util.find_spec("distributed") is not None
    if arguments.scheduler is not None:
        if arguments.engine == "processes":
            raise ValueError("--engine processes: unused with --scheduler; expected --local")
        engine = scale.DaskEngine(arguments.scheduler, patience=arguments.patience, retries=retries)
    elif (arguments.engine or ("dask" if has_dask else "processes")) == "dask":
        engine = scale.DaskEngine.local(arguments.local, retries=retries)
    else:
        engine = scale.PoolEngine(arguments.local)
    if engine.warning is not None:
        progress.warn(engine.warning)
    with contextlib.closing(engine):
        yield engine


def _ladder(arguments: Namespace) -> int:
    """Counts each depth from the ply of the units file on, and compares with published counts."""
    progress = Progress(json_lines=arguments.json)
    units = _units(arguments)
    rungs = _report.root_rungs(units)
    os.makedirs(arguments.folder, exist_ok=True)
    with _engine(arguments, progress) as engine:
        for depth in range(units.plies + 1, arguments.depth + 1):
            store = os.path.join(arguments.folder, f"{depth}.db")
            one_depth = Namespace(**{**vars(arguments), "depth": depth, "store": store})
            driver, code = _fill_store(one_depth, units, engine, progress)
            rungs.append(_report.store_rung(units, depth, driver.report()))
            if code == 130:
                break
    for rung in rungs:
        progress.event("rung", **rung)
    if not arguments.json:
        print("\n".join(_report.ladder_lines(rungs)))
    if any(rung["interrupted"] for rung in rungs):
        return 130
    return int(not all(rung["agrees"] is not False and rung["final"] for rung in rungs))


def _read(arguments: Namespace) -> tuple[scale.UnitsFile, scale.Ledger, list[tuple[str, str]]]:
    depth: int = arguments.depth
    units = scale.UnitsFile(arguments.units)
    ledger = scale.Ledger(len(units))
    refused: list[tuple[str, str]] = []
    for path in arguments.stores:
        with contextlib.closing(scale.open_store(path, units, depth, create=False)) as store:
            results, bad = store.read()
        ledger.extend(results)
        refused += bad
    return units, ledger, refused


def _sum(arguments: Namespace) -> int:
    """Adds the results of stores, and prints what is missing, disputed or refused."""
    units, ledger, refused = _read(arguments)
    report = _report.report_json(units, arguments.depth, ledger, refused)
    print(json.dumps(report) if arguments.json else "\n".join(_report.report_lines(report)))
    return int(not report["final"] or bool(refused))


def _export(arguments: Namespace) -> int:
    """Writes results as a Parquet file."""
    _, ledger, refused = _read(arguments)
    count = _report.export(ledger, arguments.rows, arguments.out)
    print(f"wrote {count} {arguments.rows} to {arguments.out}")
    return int(not ledger.is_final() or bool(refused))


def _manifest(arguments: Namespace) -> int:
    """Prints or writes the manifest of a count."""
    units, ledger, refused = _read(arguments)
    _report.write_manifest(_report.manifest_of(units, arguments.depth, ledger), arguments.out)
    return int(not ledger.is_final() or bool(refused))


def _estimate(arguments: Namespace) -> int:
    """Estimates the cost of counts to some depths from a sample."""
    units = scale.UnitsFile(arguments.units)
    if (depth := min(arguments.depths)) <= units.plies:
        raise ValueError(f"--depths: {depth}; expected more than {units.plies}")
    least = _MIN_BLOCKS * arguments.block
    if arguments.records < least:
        raise ValueError(f"--records: {arguments.records}; expected at least {least}")
    for depth in arguments.depths:
        found = _report.estimate_cost(
            units,
            depth,
            arguments.records,
            per_block=arguments.block,
            seed=arguments.seed,
            hash=arguments.hash,
            threads=arguments.threads,
        )
        print(json.dumps(found) if arguments.json else _estimate_line(found), flush=True)
    return 0


def _estimate_line(found: dict[str, Any]) -> str:
    low, high = found["core_seconds_interval"]
    cost = f"{duration(found['core_seconds'])} on one core ({duration(low)} to {duration(high)})"
    low, high = found["nodes_interval"]
    nodes = f"{found['nodes']:.3g} nodes ({low:.3g} to {high:.3g})"
    return f"Depth {found['depth']}: {cost}; {nodes}; {found['records']} of {found['of']} records"


def _convert(arguments: Namespace) -> int:
    """Converts files of positions or games to a folder of Parquet files."""
    # Workers import it, and would fail part by part.
    importlib.import_module("pyarrow")
    progress = Progress(json_lines=arguments.json)
    tags = tuple(name for name in arguments.tags.split(",") if name)
    values = (arguments.clocks, arguments.times, arguments.evals)
    columns = scale.PgnColumns(tags, *values, arguments.filter)
    with _engine(arguments, progress) as engine:
        job = scale.DataJob(
            arguments.files,
            arguments.out,
            engine,
            function=arguments.function,
            columns=None if columns == scale.PgnColumns() else columns,
            part_size=arguments.part_size,
            skips_invalid=arguments.skip_invalid,
            retries=arguments.retries,
            progress=progress,
        )
        code = _run(job)
    report = job.report()
    parts = f"{report['written']} of {report['parts']} parts"
    line = f"Parts: {parts}, {report['rows']} rows, {report['invalid']} invalid"
    progress.result(report, [line])
    return code


_MEANS = "--hash --no-hash --threads"
_ENGINE = "--local --scheduler --engine --patience --retries --json"
_GAMES = "--tags --clocks --times --evals --filter"
_COMMANDS: dict[str, tuple[Callable[[Namespace], int], str]] = {
    "split": (_split, "plies --out --fen --records --memory"),
    "count": (_count, f"depth --units --store --manifest {_MEANS} --verify {_ENGINE}"),
    "sum": (_sum, "depth --units --stores --json"),
    "export": (_export, "depth --units --stores --out --rows"),
    "manifest": (_manifest, "depth --units --stores --out"),
    "ladder": (_ladder, f"depth --units --folder {_MEANS} --verify {_ENGINE}"),
    "estimate": (_estimate, f"--units --depths --records --block --seed {_MEANS} --json"),
    "convert": (_convert, f"files --out --part-size --skip-invalid --function {_GAMES} {_ENGINE}"),
}

if __name__ == "__main__":
    sys.exit(main())
