// The types of `tabiya/explain`: divide output, leaf categories, derivations and pictures.

import type {
  Color,
  CompiledModule,
  Evidence,
  ModuleSource,
  PieceType,
  Position,
  RootMove,
  Square,
} from "./index.js";

/** Loads the module of `tabiya/explain`, as `init` of `tabiya` does. Browsers need both. */
export function initExplain(source?: ModuleSource | Promise<ModuleSource>): Promise<void>;

/** Loads the module of `tabiya/explain` from bytes or from a compiled module, without waiting. */
export function initExplainSync(source: ArrayBuffer | ArrayBufferView | CompiledModule): void;

/** Returns the compiled module, for {@link initExplainSync} in a worker. */
export function compiledExplainModule(): CompiledModule;

/** The counts of the divide output of an engine. */
export interface Divide {
  /** The root moves as they were written: two squares in lower case, or SAN. */
  readonly rows: readonly { readonly move: string; readonly count: bigint }[];
  /** The sum of the counts. */
  readonly sum: bigint;
  /** The total of the output, if it has one. */
  readonly total: bigint | null;
  /** The first three lines with neither a count nor a total, shortened: usually times and summaries. */
  readonly otherLines: readonly string[];
  /** The number of all such lines. */
  readonly otherLineCount: number;
}

/** A wrong move of a divide output. */
export interface WrongMove {
  /** The error: a legal move is missing, an illegal move is extra, or a move occurs more than once. */
  readonly error: "missing" | "extra" | "duplicate";
  /** The move in UCI notation, or as the output has it. */
  readonly move: string;
  /** The move in SAN, if it is legal. */
  readonly san: string | null;
  /** The reason why the move is legal or illegal. */
  readonly reason: string;
  /** The part of the generator that the error points to, such as `pins`. */
  readonly category: string;
  /** The squares on which the reason rests. */
  readonly evidence: Evidence;
}

/** The differences between a divide output and the correct counts. */
export interface DivideComparison {
  /** `true` if all moves, counts and the total are right. */
  readonly isRight: boolean;
  /** The correct counts. */
  readonly expected: readonly RootMove[];
  /** The counts of the output. */
  readonly divide: Divide;
  /** The wrong moves: extra and duplicate moves in the order of their texts, then missing moves. */
  readonly moves: readonly WrongMove[];
  /** The legal moves with a wrong count. */
  readonly counts: readonly { readonly uci: string; readonly expected: bigint; readonly found: bigint }[];
  /** The total of the output, if it is not the sum of its counts. */
  readonly total: { readonly sum: bigint; readonly found: bigint } | null;
}

/**
 * Reads the divide output of any engine. Summaries, times and boards are ignored.
 *
 * @throws {DivideError} No line has the count of a root move.
 */
export function parseDivide(text: string): Divide;

/**
 * Compares the divide output of an engine with the correct counts at a depth, which it computes. The call blocks as
 * `Position.perft` does.
 *
 * @throws {DivideError} No line has the count of a root move.
 */
export function compareDivide(position: Position, depth: number, text: string): DivideComparison;

/** The numbers of leaves by the category of their last move. A move can belong to several. */
export interface LeafCategories {
  readonly nodes: number;
  readonly captures: number;
  readonly enPassant: number;
  readonly castles: number;
  readonly promotions: number;
  readonly checks: number;
  readonly discoveredChecks: number;
  readonly doubleChecks: number;
  readonly checkmates: number;
}

/** Counts the leaves at a depth by category. Each leaf is visited, so that the call is slower than perft. */
export function leafCategories(position: Position, depth: number): LeafCategories;

/** The name of a technique for attack sets. */
export type Technique =
  | "shifts"
  | "kogge-stone"
  | "spans"
  | "hyperbola"
  | "lookup"
  | "8x8"
  | "0x88"
  | "magic"
  | "pext";

/** All techniques. */
export const TECHNIQUES: readonly Technique[];

/** The letter of a piece in a FEN: upper case for White. */
export type PieceLetter = "P" | "N" | "B" | "R" | "Q" | "K" | "p" | "n" | "b" | "r" | "q" | "k";

/** The decision of a loop at one cell. */
export type Decision = "off-board" | "empty" | "blocker" | "leap";

/** A value of a step. Sets are integers of 64 bits. */
export type StepValue =
  | { readonly type: "set"; readonly set: bigint; readonly pieces: bigint }
  | { readonly type: "number"; readonly name: string; readonly value: bigint }
  | { readonly type: "cell"; readonly row: number; readonly column: number; readonly decision: Decision }
  | { readonly type: "x88"; readonly cell: number; readonly outside: number; readonly decision: Decision }
  | { readonly type: "bit"; readonly square: Square; readonly isOccupied: boolean; readonly index: number }
  | {
      readonly type: "move";
      readonly to: Square;
      readonly captured: Square | null;
      readonly attackers: bigint;
    };

/** A step of a derivation. The last set among its values is the one to draw. */
export interface Step {
  /** The part of the derivation, such as a direction. Consecutive steps share it. */
  readonly part: string;
  /** A caption of at most 17 characters. */
  readonly title: string;
  /** A sentence: what is computed, and why. */
  readonly text: string;
  /** The expression as code, in the syntax of Rust. */
  readonly code: string | null;
  /** The values, in the order of the calculation. */
  readonly values: readonly StepValue[];
}

/** The steps from squares and occupied squares to an attack set. */
export interface Derivation {
  readonly technique: Technique;
  readonly kind: "attacks" | "pushes" | "moves";
  readonly piece: PieceLetter;
  /** The squares of the piece. */
  readonly squares: bigint;
  /** The occupied squares. */
  readonly occupied: bigint;
  /** The steps, in the order of the calculation. The last one shows the result. */
  readonly steps: readonly Step[];
  /** The derived set. */
  readonly result: bigint;
}

/** Tests whether a technique derives attacks of a piece type. */
export function techniqueApplies(technique: Technique, type: PieceType): boolean;

/**
 * Derives the squares that a piece attacks, step by step. `squares` is one square, or a set of equal pieces for the
 * set-wise techniques `shifts` and `kogge-stone`.
 *
 * @throws {DerivationError} The technique does not derive attacks of this piece, or of several pieces.
 */
export function deriveAttacks(
  technique: Technique,
  piece: PieceLetter,
  squares: Square | bigint,
  occupied?: bigint,
): Derivation;

/** Derives the pushes of pawns by shifts. */
export function derivePushes(color: Color, pawns: bigint, occupied: bigint): Derivation;

/**
 * Derives the targets of the legal moves of a piece, without castling: pseudo-legal moves, each tested when made.
 *
 * @throws {DerivationError} The square has no piece of the side to move.
 */
export function deriveMoves(position: Position, square: Square): Derivation;

/** Draws a position as text, with brackets around checkers and pinned pieces. */
export function drawPosition(position: Position, options?: { readonly ascii?: boolean | undefined }): string;

/** Draws a position as an SVG document. With a move, it draws the evidence of the verdict about the move. */
export function drawPositionSvg(position: Position, move?: string): string;

/** Draws a set of squares as text. */
export function drawSet(set: bigint, caption?: string): string;

/** Draws a set of squares as an SVG document. */
export function drawSetSvg(set: bigint, caption?: string): string;

/** Returns the squares of a set, a1 first. */
export function toSquares(set: bigint): Square[];

/** Returns the set of squares. */
export function toBitboard(squares: Iterable<Square>): bigint;

/** The error of a text without counts by root move. */
export class DivideError extends Error {
  readonly name: "DivideError";
}

/** The error of a derivation that does not exist. */
export class DerivationError extends Error {
  readonly name: "DerivationError";
}
