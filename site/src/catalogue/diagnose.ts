// The texts of the view `diagnose`.

import type { Diagnosis } from "tabiya/explain";

import { capitalized, formatCount, withNoun } from "./perft.ts";

const extents: Readonly<Record<Diagnosis["extent"], string>> = {
  "counts-are-right": "The reported counts are those of a correct generator.",
  singles: "The search covered every single bug of the catalogue. Pairs are searched only if no single bug fits.",
  pairs: "The search covered every single bug and every pair of bugs of the catalogue.",
  "pairs-cut-short": "The search covered every single bug, but not every pair of bugs: the trees are too large.",
};

export const diagnose = {
  introduction:
    "A wrong perft number is a fingerprint. The search counts with each classic bug of move generators, then with " +
    "each pair, and shows those that yield exactly the reported number.",
  form: "Reported by the generator",
  modes: { label: "Kind of report", counts: "Numbers of leaves", output: "Divide output" },
  depth: "Depth",
  depthOf: (index: number) => `Depth of number ${index + 1}`,
  leaves: "Leaves",
  leavesOf: (index: number) => `Leaves of number ${index + 1}`,
  remove: "Remove",
  removeOf: (index: number) => `Remove number ${index + 1}`,
  add: "Add a number",
  addHint: "Numbers at several depths exclude more bugs.",
  output: "Divide output",
  outputHint: "Paste what the generator prints. Headers, times and totals may stay.",
  invalid: "Enter a whole number of leaves, such as 4865351.",
  invalidDepth: "A diagnosis covers the depths 1 to 7.",
  empty: "Paste the output first.",
  button: "Diagnose",
  running:
    "Searching single bugs, then pairs. Pairs in a large tree can take half a minute, or several on a slow device.",
  runningLonger: (factor: number) => `Searching with a limit that is ${formatCount(factor)} times as large.`,
  canceled: "The search was canceled.",
  longer: "Search longer",
  longerHint: "A longer search tests five times as many moves. A lower depth is faster.",
  failed: (message: string) => `No diagnosis: ${message}.`,
  result: (sentence: string) => capitalized(sentence),
  extents,
  several: (count: number) =>
    `${withNoun(count, "cause", "causes")} yield these counts. A number at another depth or of another position tells them apart.`,
  noCandidate: "Check the depth and the position. The bug may also be none of the catalogue: compare move by move.",
  perft: "Compare move by move",
  counts: {
    title: "Counts",
    depth: "Depth",
    right: "Right",
    reported: "Reported",
    difference: "Difference",
  },
  candidate: (clauses: readonly string[]) => capitalized(`as if ${clauses.join(" and ")}`),
  example: (depth: number) => `Example at depth ${depth}:`,
  right: (count: number) => `right ${formatCount(count)}`,
  wrong: (count: number) => `with the bug ${formatCount(count)}`,
  examplePerft: "Perft of the example",
  catalogue: {
    title: (count: number) => `Catalogue of ${count} bugs`,
    filter: "Filter",
    matches: (count: number) => withNoun(count, "bug", "bugs"),
    none: "No bug matches.",
    group: (group: string) => capitalized(group),
  },
} as const;
