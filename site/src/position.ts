// The position of the current state.

import { computed } from "@preact/signals";
import { FenError, Position } from "tabiya";

import { update, value } from "./route.ts";

/** The FEN of the start position, which the URL omits. */
export const START_FEN = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/** The FEN of the state, as the user wrote it. */
export const fenText = computed(() => value("fen") || START_FEN);

/** The result of reading a FEN. */
export type Reading =
  | { readonly position: Position; readonly error: null }
  | { readonly position: null; readonly error: FenError };

/** Reads a FEN. */
export function readFen(fen: string): Reading {
  try {
    return { position: Position.fromFen(fen), error: null };
  } catch (error) {
    if (error instanceof FenError) return { position: null, error };
    throw error;
  }
}

/** The position of the state, or the error of its FEN. */
export const reading = computed(() => readFen(fenText.value));

/** `true` if Black is at the bottom of the boards. */
export const isFlipped = computed(() => value("flip") === "1");

/** Returns a FEN as a value of the state, which omits that of the start position. */
export function shortFen(fen: string): string | undefined {
  return fen === START_FEN ? undefined : fen;
}

/** Shows a position. `isStep` adds an entry to the history of the browser. */
export function showFen(fen: string, isStep = false): void {
  update({ fen: shortFen(fen) }, isStep);
}
