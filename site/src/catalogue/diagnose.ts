// The texts of the view `diagnose`.

import type { Diagnosis, Edit } from "tabiya/diagnosis";

import { capitalized, formatCount, withNoun } from "./perft.ts";

const extents: Readonly<Record<Diagnosis["extent"], string>> = {
  "counts-are-right": "The reported counts are those of a correct generator.",
  "other-tree": "Check the depth and the position before you look for a bug: no edit of the rules was tried.",
  singles:
    "The search covered all single edits of the rules. It tries pairs only if no single edit fits, and if the " +
    "counts say enough to distinguish pairs.",
  pairs: "The search covered all single edits of the rules, and all pairs.",
  "pairs-cut-short": "The search covered all single edits of the rules, but not all pairs: the trees are too large.",
};

/** Returns the verdict: which cause fits, how many do, or whether they fit by chance. */
function verdict({ candidates, confidence, edits, sentence }: Diagnosis): string {
  const { length } = candidates;
  const first = edits.filter(({ code }) => candidates[0]?.includes(code)).map(({ clause }) => clause);
  if (length === 0) return capitalized(sentence);
  if (length === 1) return confidence === "fits" ? `Fits: ${sentence}` : capitalized(sentence);
  return `Likeliest of ${length} causes${confidence === "fits" ? "" : ", perhaps by chance"}: ${first.join(" and ")}`;
}

/** Returns the clauses of a cause. */
function asIf(clauses: readonly string[]): string {
  return `as if ${clauses.join(" and ")}`;
}

/** Returns the colors that variants of a cause concern. */
function variants(others: readonly (readonly Edit[])[]): string {
  const name = ([edit, second]: readonly Edit[]) => {
    if (edit === undefined || second !== undefined) return null;
    if (edit.color === null) return "both colors";
    return edit.color === "white" ? "White only" : "Black only";
  };
  const names = others.map(name);
  if (names.includes(null)) return `${withNoun(others.length, "variant", "variants")} for one color fit, too.`;
  return `The same for ${names.join(" or for ")} fits, too.`;
}

/** Returns a number that causes yield, with the causes. */
function answer(nodes: bigint, isRight: boolean, causes: readonly (readonly Edit[])[]): string {
  const [first = [], ...others] = causes;
  const more = others.length === 0 ? "" : `, or ${withNoun(others.length, "other cause", "other causes")}`;
  const cause = `${first.map(({ clause }) => clause).join(" and ")}${more}`;
  return `${formatCount(nodes)}${isRight ? " (right)" : ""} if ${cause}`;
}

export const diagnose = {
  introduction:
    "A wrong perft number is a fingerprint. The search changes the rules of a correct generator by one edit, or by two, " +
    "and shows the edits that yield exactly your numbers. Several can fit one number, so it asks for another.",
  form: "Reported by the generator",
  modes: { label: "Kind of report", counts: "Numbers of leaves", output: "Divide output" },
  depth: "Depth",
  depthOf: (index: number) => `Depth of number ${index + 1}`,
  leaves: "Leaves",
  leavesOf: (index: number) => `Leaves of number ${index + 1}`,
  remove: "Remove",
  removeOf: (index: number) => `Remove number ${index + 1}`,
  add: "Add a number",
  addHint: "Numbers at several depths exclude more causes. You can paste all of them, or divide output, into a field.",
  answers: {
    title: "Numbers of other positions:",
    item: (depth: number, leaves: string) =>
      `${/^\d+$/.test(leaves) ? formatCount(BigInt(leaves)) : leaves} at depth ${depth} of`,
    removeOf: (index: number) => `Remove the number of other position ${index + 1}`,
    invalid: "This number of another position is invalid. Remove it.",
  },
  output: "Divide output",
  outputHint: "Paste what the generator prints. Headers, times and totals may stay.",
  invalid: "Enter a whole number of leaves, such as 4865351.",
  invalidDepth: "A diagnosis covers the depths 1 to 30.",
  empty: "Paste the output first.",
  button: "Diagnose",
  running:
    "Trying single edits of the rules, then pairs. A large tree can take half a minute, or several on a slow device.",
  runningLonger: (factor: number) => `Searching with a limit that is ${formatCount(factor)} times as large.`,
  canceled: "The search was canceled.",
  longer: "Search longer",
  longerHint: "A longer search visits five times as many positions. A lower depth is faster.",
  failed: (message: string) => `No diagnosis: ${message.replace(/^diagnosis: /, "")}.`,
  verdict,
  evidence: (sentence: string) => `${capitalized(sentence)}.`,
  extents,
  more: (count: number) => `And ${withNoun(count, "less likely cause", "less likely causes")}.`,
  variants,
  noCandidate:
    "Check the depth and the position. The bug may also be none of the edits: compare move by move, and descend to it.",
  noQuestion: "No small position distinguishes these causes. A number at another depth may.",
  question: {
    title: (depth: number) => `Distinguish them: count this position at depth ${depth}`,
    answer,
    more: (count: number) => `Or one of ${withNoun(count, "other number", "other numbers")}.`,
    field: "Leaves that your generator counts",
    button: "Narrow",
  },
  perft: "Compare move by move",
  wrongMoves: {
    title: (moves: number, counts: number) =>
      moves > 0
        ? `${withNoun(moves, "wrong root move", "wrong root moves")}${counts > 0 ? `, ${withNoun(counts, "wrong count", "wrong counts")}` : ""}`
        : `${withNoun(counts, "root move has", "root moves have")} a wrong count`,
    count: (found: string, right: string, difference: string) => `${found} leaves, right ${right} (${difference}).`,
    descend: (san: string) => `Go on after ${san}`,
    running: "Comparing the root moves …",
    more: (count: number) => `And ${count} more, in the comparison move by move.`,
  },
  counts: {
    title: "Counts",
    depth: "Depth",
    right: "Right",
    reported: "Reported",
    difference: "Difference",
    position: "Position",
    thisPosition: "this one",
    notUsed: "not counted",
  },
  candidate: (clauses: readonly string[]) => capitalized(asIf(clauses)),
  exampleRunning: "Searching a small position that shows it …",
  noExample: "No small position shows this edit.",
  reports: (count: number) => `${withNoun(count, "public report", "public reports")} of this bug:`,
  example: (depth: number) => `Example at depth ${depth}:`,
  right: (count: number) => `right ${formatCount(count)}`,
  wrong: (count: number) => `with the edit ${formatCount(count)}`,
  reproduce: "Reproduce it with your generator:",
  examplePerft: "Perft of the example",
  catalogue: {
    title: "Catalogue of edits",
    introduction: (common: number, all: number) =>
      `${formatCount(common)} edits of the rules. Most of them exist for White only and for Black only, too: ` +
      `the search tries ${formatCount(all)}.`,
    filter: "Filter",
    matches: (count: number) => withNoun(count, "edit", "edits"),
    none: "No edit matches.",
    group: (group: string, count: number) => `${group} (${count})`,
  },
} as const;
