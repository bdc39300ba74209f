// The types of `tabiya/bitboards`: bitboards as text, layouts, literals and expressions.

import type { CompiledModule, ModuleSource, Position } from "./index.js";

/** Loads the module of `tabiya/bitboards`, as `init` of `tabiya` does. Positions need both. */
export function initBitboards(source?: ModuleSource | Promise<ModuleSource>): Promise<void>;

/** Loads the module of `tabiya/bitboards` from bytes or from a compiled module, without waiting. */
export function initBitboardsSync(source: ArrayBuffer | ArrayBufferView | CompiledModule): void;

/** Returns the compiled module, for {@link initBitboardsSync} in a worker. */
export function compiledBitboardsModule(): CompiledModule;

/**
 * The name of a mapping of squares to bits. `lerf` and `lefr` are Little-Endian Rank-File Mapping and
 * Little-Endian File-Rank Mapping; other names are the squares of bit 0 and bit 1.
 */
export type Layout = "lerf" | "h1-g1" | "a8-b8" | "h8-g8" | "lefr" | "a8-a7" | "h1-h2" | "h8-h7";

/** Returns the eight layouts. `lerf`, that of all sets of this package, is the first. */
export function layouts(): {
  readonly name: Layout;
  /** A phrase for a list of layouts. */
  readonly description: string;
  /** The bits of the squares, from a1, b1 to h8. */
  readonly indices: readonly number[];
}[];

/** A language whose literals have 64 bits. */
export type Language = "rust" | "c" | "cpp" | "java" | "csharp" | "go" | "python" | "javascript";

/** All languages. */
export const LANGUAGES: readonly Language[];

/** The set that a text stands for. */
export interface ParsedBitboard {
  /** The set: a1 is the lowest bit, h8 the highest. */
  readonly set: bigint;
  /** The form of the text. */
  readonly form: "hexadecimal" | "decimal" | "binary" | "board" | "squares";
}

/**
 * Parses a bitboard as programs print it and people paste it: a number of any language, a printed board with or
 * without a frame and labels, or a list of squares. The layout matters for numbers only. Default: `"lerf"`.
 *
 * @throws {BitboardError} The text is not a bitboard.
 */
export function parseBitboard(text: string, layout?: Layout): ParsedBitboard;

/**
 * Formats a set as a literal of a language, a number, a list of squares or a board. The layout matters for numbers
 * only. Default: `"lerf"`.
 */
export function formatBitboard(
  set: bigint,
  form: Language | "decimal" | "binary" | "squares" | "board",
  layout?: Layout,
): string;

/** A part of an expression with its value. */
export interface Subexpression {
  /** The index of its first UTF-16 unit in the expression. */
  readonly start: number;
  /** The index behind its last unit. */
  readonly end: number;
  /** Its text. */
  readonly text: string;
  /** The number of operators and functions that contain it: 0 for the whole expression. */
  readonly depth: number;
  /** The type: a set of squares, or a number such as a decimal literal, a count or an index. */
  readonly type: "set" | "number";
  /** The value, of 64 bits. */
  readonly value: bigint;
  /** The bits that a shift moved out of the 64 bits, or off the board, where they were; `null` if there are none. */
  readonly lost: bigint | null;
  /** The high 64 bits of a product, or 1 for the carry of a sum or the borrow of a difference; `null` for 0. */
  readonly overflow: bigint | null;
  /** A remark, such as one about the lost bits. */
  readonly note: string | null;
}

/** The value of an expression, and of all its parts. */
export interface Evaluation {
  readonly value: bigint;
  readonly type: "set" | "number";
  /** The parts in the order of evaluation. The last one is the whole expression, without parentheses around it. */
  readonly steps: readonly Subexpression[];
}

/** The names to which an expression refers. */
export interface EvaluationOptions {
  /** The position of `occ`, `white_pawns`, `checkers` and other sets. */
  readonly position?: Position | undefined;
  /** The values of other names. They hide the sets of the position, but no squares. */
  readonly variables?: Readonly<Record<string, bigint>> | undefined;
}

/**
 * Evaluates an expression with the operators and the precedence of C, such as `rook(d4, occ) & ~file(a) << 8`.
 *
 * Operands are numbers, squares, lists of squares, sets of the position, variables and calls of {@link functions}.
 *
 * @throws {ExpressionError} The text is not an expression, or a name is unknown.
 */
export function evaluate(expression: string, options?: EvaluationOptions): Evaluation;

/** Returns the functions of expressions, for help. */
export function functions(): {
  readonly name: string;
  /** The name with its parameters: `rook(set, occ)`. */
  readonly signature: string;
  /** A phrase that says what the function yields. */
  readonly text: string;
}[];

/** The error of a text that is not a bitboard. */
export class BitboardError extends Error {
  private constructor();
  readonly name: "BitboardError";
  /** The index of the UTF-16 unit where the error is. The length of the text if something is missing at its end. */
  readonly at: number;
  /** The text there, truncated. */
  readonly found: string;
  /** A phrase that says which text would be right. */
  readonly expected: string;
}

/** The error of an expression. */
export class ExpressionError extends Error {
  private constructor();
  readonly name: "ExpressionError";
  /** The index of the first UTF-16 unit that causes the error. The length of the text if something is missing. */
  readonly at: number;
  /** The index behind the last unit. */
  readonly end: number;
  /** The text between the two, truncated. */
  readonly found: string;
  /** A phrase that says what would be right. */
  readonly expected: string;
}
