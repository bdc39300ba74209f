"""Reads the games of a file by python-chess or bulletchess.

Prints the CPU time in seconds, the games and the moves of the main lines.
"""

import sys
import time

games = plies = 0
if sys.argv[2] == "bulletchess":
    from bulletchess.pgn import PGNFile

    start = time.process_time()
    with PGNFile.open(sys.argv[1]) as source:
        while (game := source.next_game()) is not None:
            games += 1
            plies += len(game.moves)
else:
    import chess.pgn

    start = time.process_time()
    with open(sys.argv[1], encoding="utf-8") as source:
        while (game := chess.pgn.read_game(source)) is not None:
            games += 1
            plies += game.end().ply()
print(time.process_time() - start, games, plies)
