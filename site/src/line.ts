// The line of the board: the moves after the FEN of the link, up to the displayed one and beyond it.

import { Game, IllegalMoveError, type PlayedMove, type Position } from "tabiya";

/** A start position with moves. */
export interface Line {
  readonly start: Position;
  readonly moves: readonly PlayedMove[];
  /** The error of the first illegal move of a link. The line ends before it. */
  readonly error: IllegalMoveError | null;
}

/** Returns the line of moves in SAN or UCI notation. */
export function lineOf(start: Position, moves: readonly string[]): Line {
  const game = new Game(start);
  let error: IllegalMoveError | null = null;
  for (const move of moves) {
    try {
      game.play(move);
    } catch (caught) {
      if (!(caught instanceof IllegalMoveError)) throw caught;
      error = caught;
      break;
    }
  }
  return { start, moves: game.history, error };
}

/** Returns the game of a line up to a ply, so that its end by repetition counts. */
export function gameOf({ start, moves }: Line, ply: number): Game {
  const game = new Game(start);
  for (const { code } of moves.slice(0, ply)) game.play(code);
  return game;
}

/** Returns the position of a line at a ply. */
export function positionAt({ start, moves }: Line, ply: number): Position {
  return moves[ply - 1]?.after ?? start;
}
