// The generator report in the page state: leaf counts by depth, or divide output, and answers about other positions.

import type { Position } from "tabiya";

import type { PackedObservation } from "../../engine/protocol.ts";
import { update, value } from "../../route.ts";

/** The depths that the form offers. Each has one digit, which selects it by the keyboard. */
export const DEPTHS = [1, 2, 3, 4, 5, 6, 7, 8, 9] as const;

/** The greatest depth of a diagnosis. */
export const MAX_DEPTH = 30;

/** A reported number, as the user wrote it. */
export interface Row {
  readonly depth: number;
  /** The number without separators. It may be empty or invalid. */
  readonly leaves: string;
}

/** A number of leaves of another position, which a question of the diagnosis asked for. */
export interface Answer extends Row {
  readonly fen: string;
}

/** The row of an empty form. */
const FIRST_ROW: Row = { depth: 5, leaves: "" };

/** The kind of a report. */
export type Mode = "counts" | "output";

/** Returns the kind of the report in the state. */
export function mode(): Mode {
  return value("output") !== "" || value("depth") !== "" ? "output" : "counts";
}

/** The greatest number of rows, and of answers. Further ones of a link are ignored. */
export const MAX_ROWS = 20;

/** Returns the depth of a text: a number that may be invalid, or the default. */
function depthOf(text: string): number {
  return /^\d{1,3}$/.test(text) ? Number(text) : FIRST_ROW.depth;
}

/** Tests whether a diagnosis covers a depth. */
export function isCovered(depth: number): boolean {
  return depth >= 1 && depth <= MAX_DEPTH;
}

/** Returns the depth of the divide output in the state. */
export function outputDepth(): number {
  return depthOf(value("depth"));
}

/** Returns the rows of the state, at least one. */
export function rows(): readonly Row[] {
  const text = value("counts");
  if (text === "") return [FIRST_ROW];
  return text.split(",", MAX_ROWS).map((pair) => {
    const [depth = "", leaves = ""] = pair.split(":");
    return { depth: depthOf(depth), leaves };
  });
}

/** A number with a label before it, such as `Nodes searched: 4,865,351` or `perft(5) = 4865351`, and with a unit after it. */
const LABELED_NUMBER = /^(?:\D*|.*[=:]\s*)(\d(?:[\d\s,._']*\d)?)\D*$/;

/** The most characters of a field that are kept: those of the longest number, and some more. */
const MAX_FIELD = 40;

/** Returns the number in a line of an engine, without separators between its digits. */
export function withoutSeparators(line: string): string {
  const number = LABELED_NUMBER.exec(line.trim())?.[1] ?? line;
  return number.replaceAll(/[\s,:._']/g, "").slice(0, MAX_FIELD);
}

/** Writes rows to the state. */
export function showRows(changed: readonly Row[]): void {
  const texts = changed.map(({ depth, leaves }) => `${depth}:${withoutSeparators(leaves)}`);
  update({ counts: texts.length === 1 && texts[0] === `${FIRST_ROW.depth}:` ? undefined : texts.join(",") });
}

/** Returns the answers of the state. */
export function answers(): readonly Answer[] {
  const text = value("answers");
  if (text === "") return [];
  return text.split(",", MAX_ROWS).map((answer) => {
    const [depth = "", leaves = "", fen = ""] = answer.split(":");
    return { depth: depthOf(depth), leaves, fen };
  });
}

/** Writes answers to the state, in a new entry of the history of the browser. */
export function showAnswers(changed: readonly Answer[]): void {
  update({ answers: changed.map(({ depth, leaves, fen }) => `${depth}:${leaves}:${fen}`).join(",") }, true);
}

/** Tests whether a row has a depth that is covered, and a number of leaves. */
export function isValid({ depth, leaves }: Row): boolean {
  return isCovered(depth) && /^\d{1,20}$/.test(leaves) && BigInt(leaves) < 1n << 64n;
}

/** Returns the observations of the state, or `null` if one is absent or invalid. Empty rows are ignored. */
export function observations(position: Position): readonly PackedObservation[] | null {
  const own = ownObservations(position.pack());
  const others = answers();
  if (own === null || own.length + others.length === 0 || !others.every(isValid)) return null;
  return [...own, ...others.map(({ depth, leaves, fen }) => ({ fen, depth, nodes: BigInt(leaves) }))];
}

/** Returns the observations of the position, packed as bytes. */
function ownObservations(bytes: Uint8Array): readonly PackedObservation[] | null {
  if (mode() === "output") {
    const divide = value("output");
    const depth = outputDepth();
    return divide.trim() === "" || !isCovered(depth) ? null : [{ position: bytes, depth, divide }];
  }
  const filled = rows().filter(({ leaves }) => leaves !== "");
  if (!filled.every(isValid)) return null;
  return filled.map(({ depth, leaves }) => ({ position: bytes, depth, nodes: BigInt(leaves) }));
}
