// Reports as people have them: numbers at several depths, or divide output.

import type { Changes } from "../../route.ts";
import { isCovered, MAX_ROWS, withoutSeparators } from "./report.ts";

/** A move of divide output: in UCI notation anywhere, or in SAN before a count. */
const MOVE = /\b[a-h][1-8][a-h][1-8][qrbn]?\b|^\W*(?:[NBRQK]?[a-h]?[1-8]?x?[a-h][1-8]|O-O(?:-O)?)\S*\s*[:=,|\t .]\s*\d/im;

/** A line with a depth and a count: `perft(5) = 4865351`, `depth 5: 4,865,351`, `5 4865351`. */
const DEPTH_LINE = /^\D*?\b(\d{1,2})\b\D+?(\d(?:[\d,._' ]*\d)?)\D*$/;

/**
 * Returns the values of the page state for a pasted report, or `null` for a single line, which the field reads itself.
 * Lines that are no counts by depth are divide output, whose reader names what it cannot read.
 */
export function valuesOfReport(text: string): Changes | null {
  const lines = text.split(/\r?\n/).map((line) => line.trim()).filter((line) => /\d/.test(line));
  if (lines.length < 2) return null;
  const rows = lines.map((line) => {
    const [, depth = "", leaves = ""] = DEPTH_LINE.exec(line) ?? [];
    return { depth: Number(depth), leaves: withoutSeparators(leaves) };
  });
  const hasCounts = rows.length <= MAX_ROWS && rows.every(({ depth, leaves }) => isCovered(depth) && leaves !== "");
  if (!hasCounts || MOVE.test(text)) return { output: text, depth: "5", counts: undefined };
  return { counts: rows.map(({ depth, leaves }) => `${depth}:${leaves}`).join(",") };
}
