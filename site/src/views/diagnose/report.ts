// The report of a generator in the state of the page: numbers of leaves by depth, or divide output.

import type { Position } from "tabiya";

import type { PackedObservation } from "../../engine/protocol.ts";
import { update, value } from "../../route.ts";

/** The depths of a diagnosis. */
export const DEPTHS = [1, 2, 3, 4, 5, 6, 7] as const;

/** A reported number, as the user wrote it. */
export interface Row {
  readonly depth: number;
  /** The number without separators. It may be empty or invalid. */
  readonly leaves: string;
}

/** The row of an empty form. */
const FIRST_ROW: Row = { depth: 5, leaves: "" };

/** The kind of a report. */
export type Mode = "counts" | "output";

/** Returns the kind of the report in the state. */
export function mode(): Mode {
  return value("output") !== "" || value("depth") !== "" ? "output" : "counts";
}

/** The greatest number of rows. Further ones of a link are ignored. */
export const MAX_ROWS = 20;

/** Returns the depth of a text: a number that may be invalid, or the default. */
function depthOf(text: string): number {
  return /^\d{1,3}$/.test(text) ? Number(text) : FIRST_ROW.depth;
}

/** Tests whether a diagnosis covers a depth. */
export function isCovered(depth: number): boolean {
  return DEPTHS.some((covered) => covered === depth);
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

/** Writes rows to the state. Separators between digits are removed. */
export function showRows(changed: readonly Row[]): void {
  const texts = changed.map(({ depth, leaves }) => `${depth}:${leaves.replaceAll(/[\s,:._']/g, "")}`);
  update({ counts: texts.length === 1 && texts[0] === `${FIRST_ROW.depth}:` ? undefined : texts.join(",") });
}

/** Tests whether a row has a depth that is covered, and a number of leaves. */
export function isValid({ depth, leaves }: Row): boolean {
  return isCovered(depth) && /^\d{1,20}$/.test(leaves) && BigInt(leaves) < 1n << 64n;
}

/** Returns the observations of the state, or `null` if one is absent or invalid. Empty rows are ignored. */
export function observations(position: Position): readonly PackedObservation[] | null {
  const bytes = position.pack();
  if (mode() === "output") {
    const divide = value("output");
    const depth = outputDepth();
    return divide.trim() === "" || !isCovered(depth) ? null : [{ position: bytes, depth, divide }];
  }
  const filled = rows().filter(({ leaves }) => leaves !== "");
  if (filled.length === 0 || !filled.every(isValid)) return null;
  return filled.map(({ depth, leaves }) => ({ position: bytes, depth, nodes: BigInt(leaves) }));
}
