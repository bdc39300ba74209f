#!/usr/bin/env python3
"""Counts the positions whose best move (EPD `bm`) an engine finds.

    python3 -m venv venv && venv/bin/pip install chess
    venv/bin/python tools/engine/scripts/wac.py wac.epd --movetime 1000 --at-least 255
"""

import argparse
import sys

import chess
import chess.engine


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("epd")
    parser.add_argument("--engine", default="target/release/tabiya-engine")
    parser.add_argument("--movetime", type=int, default=1000, help="milliseconds per position")
    parser.add_argument("--nodes", type=int, help="nodes per position, instead of time")
    parser.add_argument("--at-least", type=int, default=0, help="fail if fewer positions are solved")
    args = parser.parse_args()

    limit = chess.engine.Limit(time=args.movetime / 1000)
    if args.nodes:
        limit = chess.engine.Limit(nodes=args.nodes)
    solved, failed = 0, []
    with chess.engine.SimpleEngine.popen_uci(args.engine, timeout=60) as engine:
        with open(args.epd, encoding="utf-8") as lines:
            lines = [line for line in lines if line.strip()]
        for line in lines:
            board, operations = chess.Board.from_epd(line)
            # A new game object, so that the engine resets its state for each position.
            result = engine.play(board, limit, game=object())
            if result.move in operations["bm"]:
                solved += 1
            else:
                best = " or ".join(board.san(move) for move in operations["bm"])
                failed.append(f"{operations['id']}: {board.san(result.move)} for {best}")
    print(*failed, sep="\n")
    print(f"{solved} of {len(lines)} solved")
    return int(solved < args.at_least)


if __name__ == "__main__":
    sys.exit(main())
