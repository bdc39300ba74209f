# The program `python -m tabiya`, whose exit codes are those of `tabiya` and `tabiya-games`.
"""Counts perft, explains moves, and checks FENs and PGN files. The exit code is 0 for success, 1 for an illegal
move, a refused FEN or errors in games, 2 for unusable input, and 130 after Ctrl-C."""

from __future__ import annotations

import os
import sys
import time
from argparse import ArgumentParser, Namespace

from . import FINDING_KINDS, FenError, Games, Position, Positions


def main(arguments: list[str] | None = None) -> int:
    """Runs a command and returns its exit code."""
    try:
        options = _parser().parse_args(arguments)
        code: int = options.run(options)
        sys.stdout.flush()
        return code
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except (ValueError, OSError, MemoryError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 2


def _parser() -> ArgumentParser:
    parser = ArgumentParser("python -m tabiya", description=__doc__)
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    position = ArgumentParser(add_help=False)
    position.add_argument("position", nargs="?", default="startpos", help="a FEN or startpos, moves ...")
    position.add_argument("--moves", default="", help="moves to make first, in UCI or SAN")
    for name, text in [("perft", "count leaves"), ("divide", "count leaves by move")]:
        perft = commands.add_parser(name, parents=[position], help=text)
        perft.add_argument("depth", type=int)
        perft.add_argument("--divide", action="store_true", default=name == "divide")
        perft.add_argument("--threads", type=int, default=0, help="0 stands for all CPUs")
        perft.set_defaults(run=_perft)
    explain = commands.add_parser("explain", parents=[position], help="explain why a move is (il)legal")
    explain.add_argument("move", help="a move in UCI or SAN")
    explain.set_defaults(run=_explain)
    fen = commands.add_parser("fen", help="check a FEN")
    fen.add_argument("action", choices=["check"])
    fen.add_argument("fen")
    fen.set_defaults(run=_check_fen)
    games = commands.add_parser("games", help="check games")
    games.add_argument("action", choices=["check"])
    games.add_argument("files", nargs="+", metavar="file", help="a file in PGN, - for standard input")
    games.set_defaults(run=_check_games)
    return parser


def _position(options: Namespace) -> Position:
    start, _, moves = options.position.partition(" moves ")
    position = Position(None if start == "startpos" else start)
    return Positions.from_games([f"{moves} {options.moves}"], Positions([position])).positions[-1]


def _perft(options: Namespace) -> int:
    position, start = _position(options), time.perf_counter()
    if options.divide and options.depth != 0:
        counts = position.divide(options.depth, threads=options.threads)
        for move, count in counts.items():
            print(f"{position.uci(move)}: {count}")
        print()
        nodes = sum(counts.values())
    else:
        nodes = position.perft(options.depth, threads=options.threads)
    seconds = time.perf_counter() - start
    print(f"Nodes: {nodes}\nSeconds: {seconds:.3f}\nNodes/second: {nodes / seconds:.0f}")
    return 0


def _explain(options: Namespace) -> int:
    found = _position(options).explain_move(options.move)
    print(f"{options.move} is {'legal' if found.is_legal else 'illegal'}: {found.sentence}")
    return int(not found.is_legal)


def _check_fen(options: Namespace) -> int:
    try:
        print("accepted:", Position(options.fen).fen(en_passant="fen"))
        return 0
    except FenError as error:
        print(f"refused: {error}\n  {options.fen}")
        return 1


def _check_games(options: Namespace) -> int:
    games = plies = wrong_games = 0
    kinds, damaged = dict.fromkeys(FINDING_KINDS, 0), set[str]()
    for name in options.files:
        source, first = sys.stdin.buffer if name == "-" else name, games
        for batch in Games.iter_pgn(source, errors="keep", findings=True, batch_games=8192):
            for found in batch.findings or []:
                if found.row is None:
                    damaged.add(name)
                    print(f"{name}: {found.message}")
                    continue
                kinds[found.kind] += 1
                ply = "" if found.ply is None else f", ply {found.ply}"
                place = f"(game {games - first + found.row + 1}{ply}, byte {found.offset})"
                print(f"{name}:{found.line}:{found.column}: {found.message} {place}")
            wrong_games += len({found.row for found in batch.findings or []} - {None})
            games += len(batch)
            plies += len(batch.moves)
    errors = sum(kinds.values())
    places = f"{wrong_games} games" + (f", {len(damaged)} damaged files" if damaged else "")
    print(f"{games} games, {plies} plies, {errors} errors in {places}")
    sys.stdout.writelines(f"  {kind}: {count}\n" for kind, count in kinds.items() if count)
    return int(bool(errors or damaged))


if __name__ == "__main__":
    sys.exit(main())
