// The state of the view `lab`: the values of the URL, and what follows from them.

import type { Position } from "tabiya";
import {
  BitboardError,
  evaluate,
  ExpressionError,
  LANGUAGES,
  layouts,
  parseBitboard,
  type Evaluation,
  type Language,
  type Layout,
  type ParsedBitboard,
} from "tabiya/bitboards";

import { update, value } from "../../route.ts";

/** A form of the result: a literal of a language, a number, or text. */
export type Form = Language | "decimal" | "binary" | "squares" | "board";

/** All forms. */
export const FORMS: readonly Form[] = [...LANGUAGES, "decimal", "binary", "squares", "board"];

/** The expression that the URL omits. */
const DEFAULT_EXPRESSION = "rook(d4, occ)";

/** A layout with its description. */
export type LayoutInfo = ReturnType<typeof layouts>[number];

/** Returns the expression. A space stands for an empty field, since absent values have their default. */
export function readExpression(): string {
  const text = value("expr") || DEFAULT_EXPRESSION;
  return text === " " ? "" : text;
}

/** Shows an expression. `isStep` adds an entry to the history of the browser. */
export function showExpression(text: string, isStep = false): void {
  update({ expr: text === "" ? " " : text === DEFAULT_EXPRESSION ? undefined : text }, isStep);
}

/** Returns the layout. */
export function readLayout(): LayoutInfo {
  const all = layouts();
  const found = all.find(({ name }) => name === value("layout")) ?? all[0];
  if (found === undefined) throw new Error("tabiya/bitboards has no layouts");
  return found;
}

/** Returns the form of the result. */
export function readForm(): Form {
  return FORMS.find((form) => form === value("form")) ?? "rust";
}

/** An evaluation, or the error of the expression. */
export type Evaluating =
  | { readonly evaluation: Evaluation; readonly error: null }
  | { readonly evaluation: null; readonly error: ExpressionError };

/** Evaluates an expression. */
export function evaluateText(expression: string, position: Position | null): Evaluating {
  try {
    return { evaluation: evaluate(expression, position === null ? {} : { position }), error: null };
  } catch (error) {
    if (error instanceof ExpressionError) return { evaluation: null, error };
    throw error;
  }
}

/** A set that was read, or the error of its text. */
export type ReadingBitboard =
  | { readonly parsed: ParsedBitboard; readonly error: null }
  | { readonly parsed: null; readonly error: BitboardError };

/** Reads the text of a bitboard. */
export function readBitboard(text: string, layout: Layout): ReadingBitboard {
  try {
    return { parsed: parseBitboard(text, layout), error: null };
  } catch (error) {
    if (error instanceof BitboardError) return { parsed: null, error };
    throw error;
  }
}
