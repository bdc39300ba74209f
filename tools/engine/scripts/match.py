#!/usr/bin/env python3
"""Plays games between two UCI engines, with python-chess as client and referee.

    python3 -m venv venv && venv/bin/pip install chess
    venv/bin/python tools/engine/scripts/match.py --games 100 --tc 1+0.01 --pgn self.pgn

The referee keeps the clocks and checks the legality of each move. A game ends by the rules, or
after --max-plies. The games are written as PGN, which is then replayed. The exit code is 0 only if
there was no illegal move, no time forfeit and no crash.
"""

import argparse
import contextlib
import random
import sys
import time

import chess
import chess.engine
import chess.pgn


class GameError(Exception):
    """An illegal move, a time forfeit or a crash."""


class Player:
    """An engine with a name and a clock."""

    def __init__(self, command, name, skill=None):
        self.name = name
        self.min_left = float("inf")
        self.engine = chess.engine.SimpleEngine.popen_uci(command.split(), timeout=60)
        if skill is not None:
            self.engine.configure({"Skill Level": skill})

    def start(self, tc):
        """Sets the clock to (seconds, increment), or plays without a clock."""
        self.left, self.increment = tc or (None, None)


def opening(chess960, plies, rng):
    """Returns a start position after random moves, in which the game is not over."""
    while True:
        board = chess.Board.from_chess960_pos(rng.randrange(960)) if chess960 else chess.Board()
        for _ in range(plies):
            moves = list(board.legal_moves)
            if not moves:
                break
            board.push(rng.choice(moves))
        if not board.is_game_over():
            return board


def request_move(player, other, board, args, game):
    """Returns the move of a player and updates its clock, which may be exceeded by --tolerance."""
    if args.nodes:
        limit = chess.engine.Limit(nodes=args.nodes)
    else:
        clocks = (player, other) if board.turn == chess.WHITE else (other, player)
        limit = chess.engine.Limit(
            white_clock=max(clocks[0].left, 0.001),
            black_clock=max(clocks[1].left, 0.001),
            white_inc=clocks[0].increment,
            black_inc=clocks[1].increment,
        )
    start = time.perf_counter()
    try:
        # python-chess raises EngineError at an illegal move.
        result = player.engine.play(board, limit, game=game)
    except chess.engine.EngineTerminatedError as error:
        raise GameError(f"{player.name} crashed: {error}") from error
    except chess.engine.EngineError as error:
        raise GameError(f"{player.name}: {error}") from error
    if result.move is None:
        raise GameError(f"{player.name} has no move in {board.fen()}")
    if player.left is not None:
        player.left -= time.perf_counter() - start
        if player.left < -args.tolerance / 1000:
            raise GameError(f"{player.name} forfeits on time by {-player.left:.3f} s")
        player.min_left = min(player.min_left, player.left)
        player.left += player.increment
    return result.move


def play(white, black, board, args, number):
    """Plays a game from a position and returns its PGN."""
    game = chess.pgn.Game()
    game.setup(board)
    game.headers.update(Event="tabiya-engine match", White=white.name, Black=black.name)
    game.headers.update(Round=str(number), TimeControl=args.nodes and "-" or args.tc)
    game.headers["Date"] = time.strftime("%Y.%m.%d")
    tc = None if args.nodes else tuple(float(part) for part in args.tc.split("+"))
    white.start(tc)
    black.start(tc)
    end, token, result = game, object(), "*"
    try:
        while result == "*" and len(board.move_stack) < args.max_plies:
            turn = board.turn == chess.WHITE
            player, other = (white, black) if turn else (black, white)
            move = request_move(player, other, board, args, token)
            board.push(move)
            end = end.add_variation(move)
            result = board.result(claim_draw=True)
        game.headers["Termination"] = "normal" if result != "*" else "max plies"
        game.headers["Result"] = result if result != "*" else "1/2-1/2"
        return game, None
    except GameError as error:
        game.headers["Termination"] = str(error)
        return game, f"game {number}: {error}"


def replay(path):
    """Reads the PGN, checks the legality of its moves, and counts games and plies."""
    games = plies = 0
    with open(path, encoding="utf-8") as file:
        while (game := chess.pgn.read_game(file)) is not None:
            if game.errors:
                raise GameError(f"PGN of game {games + 1}: {game.errors}")
            board = game.board()
            for move in game.mainline_moves():
                if not board.is_legal(move):
                    raise GameError(f"PGN of game {games + 1}: {move} in {board.fen()}")
                board.push(move)
                plies += 1
            claimed = board.result(claim_draw=True)
            if game.headers["Termination"] == "normal" and claimed != game.headers["Result"]:
                raise GameError(f"PGN of game {games + 1}: {claimed} at the end")
            games += 1
    return games, plies


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--engine", default="target/release/tabiya-engine")
    parser.add_argument("--opponent", help="command of the other engine [default: itself]")
    parser.add_argument("--opponent-skill", type=int, help="value of its option Skill Level")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--tc", default="1+0.01", help="seconds per game + seconds per move")
    parser.add_argument("--nodes", type=int, help="nodes per move, instead of clocks")
    parser.add_argument("--chess960", action="store_true")
    parser.add_argument("--opening-plies", type=int, default=8, help="random plies of an opening")
    parser.add_argument("--max-plies", type=int, default=600)
    parser.add_argument("--tolerance", type=float, default=50, help="tolerance of a clock in milliseconds")
    parser.add_argument("--pgn", default="match.pgn")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()

    rng = random.Random(args.seed)
    errors, score, reasons = [], {"+": 0, "=": 0, "-": 0}, {}
    first = Player(args.engine, "Tabiya")
    second = Player(args.opponent or args.engine, args.opponent or "Tabiya 2", args.opponent_skill)
    with contextlib.ExitStack() as stack, open(args.pgn, "w", encoding="utf-8") as pgn:
        for player in (first, second):
            stack.callback(player.engine.close)
        for number in range(1, args.games + 1):
            # Against itself, the same opening with colors reversed would repeat the game.
            if number % 2 == 1 or not args.opponent:
                start = opening(args.chess960, args.opening_plies, rng)
            white, black = (first, second) if number % 2 == 1 else (second, first)
            board = chess.Board(start.fen(), chess960=args.chess960)
            game, error = play(white, black, board, args, number)
            print(game, end="\n\n", file=pgn, flush=True)
            if error:
                print(error, flush=True)
                errors.append(error)
                if "crashed" in error:
                    break
                continue
            outcome = board.outcome(claim_draw=True)
            reason = outcome.termination.name.lower() if outcome else "max plies"
            reasons[reason] = reasons.get(reason, 0) + 1
            winner = outcome and outcome.winner
            if winner is None:
                score["="] += 1
            else:
                score["+" if winner == (white is first) else "-"] += 1
    try:
        games, plies = replay(args.pgn)
        print(f"replayed {games} games, {plies} plies, all legal")
    except GameError as error:
        errors.append(str(error))
        print(error)
    if not args.nodes:
        print(f"least time left on the first engine's clock: {first.min_left:.3f} s")
    ends = ", ".join(f"{count} {reason}" for reason, count in sorted(reasons.items()))
    print(f"+{score['+']} ={score['=']} -{score['-']} ({ends}); {len(errors)} errors")
    return int(bool(errors) or games != args.games)


if __name__ == "__main__":
    sys.exit(main())
