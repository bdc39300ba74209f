// The types of `tabiya/diagnosis`: causes of wrong counts, and rule edits.

import type { LeafCategories } from "./explain.js";
import type { Color, CompiledModule, ModuleSource, Position } from "./index.js";

/** Loads the module of `tabiya/diagnosis`, as `init` of `tabiya` does. Browsers need both. */
export function initDiagnosis(source?: ModuleSource | Promise<ModuleSource>): Promise<void>;

/** Loads the module of `tabiya/diagnosis` from bytes or from a compiled module, without waiting. */
export function initDiagnosisSync(source: ArrayBuffer | ArrayBufferView | CompiledModule): void;

/** Returns the compiled module, for {@link initDiagnosisSync} in a worker. */
export function compiledDiagnosisModule(): CompiledModule;

/** A category of leaves by their last move. */
export type LeafCategory = Exclude<keyof LeafCategories, "nodes">;

/**
 * A count that a generator reported for a position: the number of leaves, of all or of a category, or its divide
 * output.
 */
export type Observation = { readonly depth: number } & (
  | { readonly position: Position; readonly fen?: undefined }
  | { readonly fen: string; readonly position?: undefined }
) &
  (
    | {
        readonly nodes: number | bigint;
        readonly category?: LeafCategory | undefined;
        readonly divide?: undefined;
      }
    | { readonly divide: string; readonly nodes?: undefined; readonly category?: undefined }
  );

/** The limits of a diagnosis. */
export interface DiagnosisLimits {
  /** The greatest number of positions whose moves are generated. Default: 20 million. */
  readonly maxPositions?: number | undefined;
}

/** A single edit of a correct generator: a condition or an effect of the rules is changed. */
export interface Edit {
  /** The code, such as `no-en-passant` or `no-castling-black`. */
  readonly code: string;
  /** The color whose moves the edit concerns, or `null` for both. */
  readonly color: Color | null;
  /** The part of the rules, such as `En passant`. */
  readonly group: string;
  /** A clause in the past tense that says what a generator with the edit does. It may follow "as if". */
  readonly clause: string;
  /** The rule of chess that the edit breaks. */
  readonly rule: string;
  /** Public bug reports of the edit, or of the same edit for both colors. */
  readonly reports: readonly { readonly cause: string; readonly source: string }[];
}

/** A small position on which an edit changes the number of leaves. */
export interface EditExample {
  readonly fen: string;
  /** The depth at which the numbers differ. */
  readonly depth: number;
  /** The number of leaves by the rules. */
  readonly right: number;
  /** The number of leaves with the edit. */
  readonly wrong: number;
}

/** A count that distinguishes the candidates of a diagnosis. Diagnose again with the answer of the generator. */
export interface Question {
  /** The position to count, as a FEN. */
  readonly fen: string;
  readonly depth: number;
  /** The correct number of leaves. */
  readonly right: bigint;
  /** The numbers of leaves that the candidates yield, in ascending order, each with its candidates. */
  readonly answers: readonly {
    readonly nodes: bigint;
    readonly candidates: readonly (readonly string[])[];
  }[];
}

/** A tree that wrong counts are right for: another depth, the other side to move, or a standard position. */
export type OtherTree =
  | "depth-below"
  | "depth-above"
  | "other-side"
  | "start-position"
  | "kiwipete"
  | "position-three"
  | "position-four"
  | "position-five"
  | "position-six";

/** What {@link recognize} finds. */
export interface RecognizedTree {
  readonly tree: OtherTree;
  /** What the counts are right for, as the end of a sentence: "one ply more". */
  readonly description: string;
}

/** The result of a diagnosis. */
export interface Diagnosis {
  /** The reported and the correct numbers of leaves, in the order of the observations. */
  readonly comparisons: readonly {
    readonly depth: number;
    /** The category of the counted leaves, or `null` for all. */
    readonly category: LeafCategory | null;
    /** The correct number, or `null` if the tree is too large, so that the count is not used. */
    readonly right: bigint | null;
    readonly reported: bigint;
  }[];
  /** The causes that yield all reported counts, the likeliest first: codes of one edit, or of a pair. */
  readonly candidates: readonly (readonly string[])[];
  /** The tree that the wrong counts are right for. No cause is searched for then. */
  readonly otherTree: OtherTree | null;
  /** The causes that the search covered. */
  readonly extent: "counts-are-right" | "other-tree" | "singles" | "pairs" | "pairs-cut-short";
  /** The certainty of the result: whether a cause fits, and whether chance alone would often fit one. */
  readonly confidence: "right" | "other-tree" | "fits" | "could-be-chance" | "nothing-fits";
  /** The number of edits, or pairs of edits, that were tried. */
  readonly hypotheses: number;
  /** The probability that wrong counts of this size fit some cause although none is right. */
  readonly chance: number;
  /** A count that distinguishes the candidates, if there are several and a small position does. */
  readonly question: Question | null;
  /** The cause as a clause without a period. */
  readonly cause: string;
  /** The cause and the differences as a sentence without a period. */
  readonly sentence: string;
  /** A sentence that says how many causes were tried, how many fit, and what chance alone would yield. */
  readonly evidence: string;
  /** The edits of the candidates. */
  readonly edits: readonly Edit[];
}

/**
 * Finds the edits of the rules with which a correct generator yields exactly the reported counts: single edits, or
 * else pairs. Counts of several positions, depths and categories leave fewer candidates.
 *
 * The call blocks its thread. Call it in a worker that you can terminate.
 *
 * @throws {DiagnosisError} There are no counts, a depth is 0 or above 30, or all trees exceed the limits.
 * @throws {DivideError} A divide output has no counts.
 * @throws {FenError} A FEN is invalid.
 */
export function diagnose(observations: readonly Observation[], limits?: DiagnosisLimits): Diagnosis;

/** Returns all single edits that a diagnosis considers. */
export function edits(): Edit[];

/**
 * Returns a small position on which an edit changes a count, or `null` if only deeper trees show the edit. The call
 * counts leaves, sometimes for seconds.
 *
 * @throws {RangeError} There is no edit with the code.
 */
export function editExample(code: string): EditExample | null;

export { DivideError } from "./explain.js";

/** The error of a diagnosis without a result. */
export class DiagnosisError extends Error {
  readonly name: "DiagnosisError";
}

/**
 * Finds the tree that wrong counts are right for, without a search for bugs: the output of another depth was pasted, or
 * the position was not set up. Returns `null` if all counts are right, or if no such tree has them all.
 *
 * The call blocks its thread. Call it in a worker that you can terminate.
 *
 * @throws {DiagnosisError} As {@link diagnose}.
 * @throws {DivideError} As {@link diagnose}.
 * @throws {FenError} As {@link diagnose}.
 */
export function recognize(observations: readonly Observation[], limits?: DiagnosisLimits): RecognizedTree | null;
