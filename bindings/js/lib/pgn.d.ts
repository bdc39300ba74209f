// The types of `tabiya/pgn`: games with variations, read from PGN and written to it.

import type { Game, ModuleSource, CompiledModule, Move, Position, Square } from "./index.js";

export * from "./index.js";

/** A result as in PGN. `0-0` means that both players lose. */
export type PgnResult = "*" | "1-0" | "0-1" | "1/2-1/2" | "0-0";

/**
 * What a text has that is wrong or was changed, with its place. Text that belongs to no move, such as an escaped line,
 * becomes a comment.
 */
export interface PgnFinding {
  /**
   * - `move`: a text that is not a legal move; its line ends before it
   * - `null-move`: a null move in check
   * - `variation`, `comment`: a parenthesis or a brace without its counterpart
   * - `start-position`, `variant`: an invalid start position; the tree has no moves
   * - `waiver`: a FEN that was read although it breaks a rule
   * - `result`: a result that contradicts the tag pair
   * - `tag`: a second tag pair with the same name, which `tags` lacks and `pgn()` writes
   */
  readonly kind: "move" | "null-move" | "variation" | "comment" | "start-position" | "variant" | "waiver" | "result" | "tag";
  /** The reason as a sentence without a period. */
  readonly message: string;
  /** The text in question. */
  readonly text: string;
  /** The number of moves before it, from the start of the game on. */
  readonly ply: number;
  /** Its offset in the whole text, in bytes of UTF-8. */
  readonly offset: number;
  /** Its line in the whole text, from 1. */
  readonly line: number;
  /** Its column, from 1. */
  readonly column: number;
}

/** A colored arrow, or a square, which begins where it ends. */
export interface Mark {
  readonly color: "red" | "green" | "yellow" | "blue";
  readonly from: Square;
  readonly to: Square;
}

/** The values in the comments after a move, such as `[%clk 0:03:00]`. */
export interface CommentValues {
  /** The time left, in seconds. */
  readonly clock: number | null;
  /** The time that the move took, in seconds. */
  readonly timeSpent: number | null;
  /** The evaluation in pawns, positive if White is better. */
  readonly eval: number | null;
  /** The number of moves to mate: by White if positive, by Black if negative. */
  readonly mate: number | null;
  /** The depth of the search. */
  readonly depth: number | null;
  readonly arrows: readonly Mark[];
  readonly squares: readonly Mark[];
}

/** The place of a comment: before or after its move, or after the parenthesis of its variation. */
export type CommentPlace = "before" | "after" | "closing";

/**
 * An immutable game with variations, comments and glyphs (NAGs).
 *
 * An edit returns another tree, whose nodes have other indices.
 */
export class GameTree {
  private constructor();

  /** Returns a tree without moves, at a position or at the start position. */
  static start(position?: Position): GameTree;

  /**
   * Reads the first game of a text. What is wrong in it is in {@link GameTree.findings}: moves before an error are kept.
   *
   * @throws {PgnError} The text has no game.
   */
  static fromPgn(text: string | Uint8Array): GameTree;

  /** Returns the tree of a game. */
  static fromGame(game: Game): GameTree;

  /** The values of the tag pairs, in their order. */
  get tags(): Readonly<Record<string, string>>;

  /** The result. */
  get result(): PgnResult;

  /** The findings in the text that the tree was read from, none after an edit. */
  get findings(): readonly PgnFinding[];

  /** The number of nodes, the start included. */
  get nodeCount(): number;

  /** The start, which has no move. */
  get root(): GameNode;

  /**
   * Returns the node with an index.
   *
   * @throws {RangeError} There is no such node.
   */
  node(index: number): GameNode;

  /** Returns all nodes in the order of the text, the start first. */
  nodes(): GameNode[];

  /** Returns the nodes of the main line, without the start. */
  mainLine(): GameNode[];

  /**
   * Adds moves after a node, in SAN or UCI notation, with or without numbers: `"Nf3 Nc6"`. Moves that exist are not
   * added again. Returns the last node, whose `tree` has the moves.
   *
   * @throws {PgnError} A move is illegal. None is added.
   */
  addLine(node: GameNode | number, moves: string | readonly string[]): GameNode;

  /**
   * Replaces the comments at a place. An empty text removes them.
   *
   * @throws {PgnError} The node has no such place: only a variation has comments before and closing.
   */
  setComment(node: GameNode | number, text: string, options?: { readonly place?: CommentPlace | undefined }): GameTree;

  /** Replaces the glyphs (NAGs) after a move. */
  setNags(node: GameNode | number, nags: readonly number[]): GameTree;

  /**
   * Removes a node and all that follow it.
   *
   * @throws {PgnError} The node is the start.
   */
  remove(node: GameNode | number): GameTree;

  /** Exchanges a variation with the one before it. */
  promote(node: GameNode | number): GameTree;

  /** Makes the line to a node the main line. */
  makeMainLine(node: GameNode | number): GameTree;

  /**
   * Sets a tag pair. `null` and an empty text remove it.
   *
   * @throws {PgnError} The name is invalid, or the tag follows from the start position or the result.
   */
  setTag(name: string, value: string | null): GameTree;

  /** Sets the result. */
  setResult(result: PgnResult): GameTree;

  /**
   * Adds the moves, comments and glyphs of another tree.
   *
   * @throws {PgnError} The start positions differ.
   */
  merge(other: GameTree): GameTree;

  /**
   * Returns the game in PGN: in the export format, only roster and main line, the movetext in one line, or as it was
   * read. Default: `"export"`.
   */
  pgn(options?: { readonly style?: "export" | "reduced" | "one-line" | "as-read" | undefined }): string;

  /** Returns the game in the export format of PGN. */
  toString(): string;

  /**
   * Returns a game with the moves of the main line, or of the line to a node. Only the end of the main line has the
   * result of the tree.
   *
   * @throws {PgnError} A move is a null move.
   */
  game(node?: GameNode | number): Game;
}

/** An immutable node of a {@link GameTree}: a move, and what belongs to it. A tree has one object per node. */
export class GameNode {
  private constructor();
  readonly tree: GameTree;
  /** The index in the order of the text, 0 for the start. */
  readonly index: number;
  /** The node before the move, `null` for the start. */
  get parent(): GameNode | null;
  /** The nodes after the next move: the main one, then the variations. */
  get children(): GameNode[];
  /** The node after the next move in this line. */
  get next(): GameNode | null;
  /** The children except {@link GameNode.next}. */
  get variations(): GameNode[];
  /** The nodes from the first move to this one. */
  get line(): GameNode[];
  /** The number of moves from the start. */
  get ply(): number;
  get isMainLine(): boolean;
  /** The code of the move, 0 for a null move and for the start. */
  get code(): number;
  /** The move in SAN, `--` for a null move, `null` for the start. */
  get san(): string | null;
  /** The move in UCI notation, `0000` for a null move, `null` for the start. */
  get uci(): string | null;
  /** The move, `null` for a null move and for the start. */
  get move(): Move | null;
  /** The FEN after the move. */
  get fen(): string;
  /** The position after the move. */
  get position(): Position;
  /** The comments after the move, joined. */
  get comment(): string;
  get comments(): string[];
  /** The comments before the first move of a variation. */
  get startingComments(): string[];
  /** The comments after the parenthesis of a variation that begins here. */
  get closingComments(): string[];
  /** The glyphs: 1 for `!`, 2 for `?`, 3 for `!!`, 4 for `??`, 5 for `!?`, 6 for `?!`. */
  get nags(): number[];
  /** The values in the comments after the move. */
  get values(): CommentValues;
}

/**
 * Yields the games of a text, whatever its length. Each has its findings.
 *
 * @throws {PgnError} A game has more than 16 MiB.
 */
export function readPgn(text: string | Uint8Array): Generator<GameTree, undefined, undefined>;

/** Yields the games of a stream, of a response, or of pieces of text, as they arrive. */
export function readPgnStream(
  source:
    | AsyncIterable<string | Uint8Array>
    | Iterable<string | Uint8Array>
    | { readonly getReader: (...args: never[]) => unknown }
    | { readonly body: unknown },
): AsyncGenerator<GameTree, undefined, undefined>;

/** The error of a text without a game, or of an edit that is not possible. */
export class PgnError extends Error {
  private constructor();
  readonly name: "PgnError";
}

/**
 * Loads the module that plays and reads games. It replaces the smaller one that {@link init} loads, so load one of them.
 *
 * Without a source, it fetches `games.wasm` of the package.
 */
export function initPgn(source?: ModuleSource | Promise<ModuleSource>): Promise<void>;

/** Loads the module from bytes or from a compiled module, without waiting. */
export function initPgnSync(source: ArrayBuffer | ArrayBufferView | CompiledModule): void;
