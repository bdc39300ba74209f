"""Reads the games of a file and writes them in the export format, by python-chess.

Prints the CPU time in seconds.
"""

import sys
import time

import chess.pgn

start = time.process_time()
with open(sys.argv[1], encoding="utf-8") as source, open(sys.argv[2], "w", encoding="utf-8") as output:
    while (game := chess.pgn.read_game(source)) is not None:
        print(game, file=output, end="\n\n")
print(time.process_time() - start)
