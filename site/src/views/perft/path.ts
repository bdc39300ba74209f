// The node of the tree that the view shows: the position after some moves.

import { IllegalMoveError, type Position } from "tabiya";

import { link, value } from "../../route.ts";

/** The depth that the URL omits. */
const DEFAULT_DEPTH = 3;

/** The greatest depth of the view. Counts above 2^53 end with an error. */
export const MAX_DEPTH = 15;

/** The greatest number of moves of a link. Further ones are ignored. */
export const MAX_MOVES = 128;

/** A position with the moves that lead to it. */
export interface Node {
  readonly root: Position;
  readonly position: Position;
  /** The moves in UCI notation. */
  readonly moves: readonly string[];
  readonly sans: readonly string[];
  /** The first illegal move. The position is that before it. */
  readonly illegal: { readonly move: string; readonly sentence: string } | null;
}

/** Returns the node after moves, or after those before the first illegal one. */
export function nodeAfter(root: Position, moves: readonly string[]): Node {
  let position = root;
  const [legal, sans]: [string[], string[]] = [[], []];
  for (const move of moves) {
    try {
      const { uci } = position.move(move);
      sans.push(position.san(uci));
      legal.push(uci);
      position = position.play(uci);
    } catch (error) {
      if (!(error instanceof IllegalMoveError)) throw error;
      return { root, position, moves: legal, sans, illegal: { move, sentence: error.sentence } };
    }
  }
  return { root, position, moves: legal, sans, illegal: null };
}

/** Returns the link to a node. `reported` is the count of an engine for it, made from the node before. */
export function linkTo(moves: readonly string[], depth: number, reported?: bigint): string {
  return link("perft", {
    moves: moves.join(","),
    depth: depthValue(depth),
    reported: reported === undefined ? undefined : String(reported),
    sort: value("sort"),
  });
}

/** Returns the value of a depth in the URL. */
export function depthValue(depth: number): string | undefined {
  return depth === DEFAULT_DEPTH ? undefined : String(depth);
}

/** Returns the commands of UCI for the divide output of a node. */
export function commands({ root }: Node, moves: readonly string[], depth: number): readonly [string, string] {
  const fen = root.fen({ enPassant: "always" });
  const suffix = moves.length === 0 ? "" : ` moves ${moves.join(" ")}`;
  return [`position fen ${fen}${suffix}`, `go perft ${depth}`];
}
