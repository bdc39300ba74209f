// The messages between the page and its worker. Positions travel as 28 packed bytes.

import type { Diagnosis, DiagnosisLimits, EditExample, RecognizedTree } from "tabiya/diagnosis";
import type { DivideComparison, LeafCategories } from "tabiya/explain";
import type { CompiledModule, RootMove } from "tabiya";

/** A count that a generator reported, with a packed position or a FEN. */
export type PackedObservation = { readonly depth: number } & (
  | { readonly position: Uint8Array }
  | { readonly fen: string }
) &
  ({ readonly nodes: bigint } | { readonly divide: string });

/** The jobs of the worker: their requests, the parts that arrive before the end, and their results. */
export interface Jobs {
  /** Counts the leaves behind each legal move. A part is a counted move. */
  divide: {
    request: { readonly position: Uint8Array; readonly depth: number };
    part: RootMove;
    result: { readonly milliseconds: number };
  };
  /** Compares divide output with the correct counts. */
  compare: {
    request: { readonly position: Uint8Array; readonly depth: number; readonly output: string };
    part: never;
    result: DivideComparison;
  };
  /** Counts leaves by category. */
  categories: {
    request: { readonly position: Uint8Array; readonly depth: number };
    part: never;
    result: LeafCategories;
  };
  /** Finds the edits of the rules that yield reported counts. */
  diagnose: {
    request: { readonly observations: readonly PackedObservation[]; readonly limits: DiagnosisLimits };
    part: never;
    result: Diagnosis;
  };
  /** Finds the tree that wrong counts are right for. */
  recognize: {
    request: { readonly observations: readonly PackedObservation[] };
    part: never;
    result: RecognizedTree | null;
  };
  /** Finds a small position on which an edit changes a count. */
  example: {
    request: { readonly code: string };
    part: never;
    result: EditExample | null;
  };
}

/** The name of a job. */
export type Job = keyof Jobs;

/** The compiled modules that a job needs. */
export interface Modules {
  readonly play: CompiledModule;
  readonly explain: CompiledModule | null;
  readonly diagnosis: CompiledModule | null;
}

/** A message to the worker. */
export type Request = {
  [J in Job]: { readonly job: J; readonly request: Jobs[J]["request"]; readonly modules: Modules };
}[Job];

/** A message of the worker. */
export type Reply =
  | { readonly type: "part"; readonly value: unknown }
  | { readonly type: "result"; readonly value: unknown }
  | { readonly type: "error"; readonly name: string; readonly message: string };
