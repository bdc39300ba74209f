// The texts of the view `perft`.

import type { RecognizedTree } from "tabiya/diagnosis";
import type { LeafCategories, WrongMove } from "tabiya/explain";

const numbers = new Intl.NumberFormat("en");
const rounded = new Intl.NumberFormat("en", { maximumSignificantDigits: 2, notation: "compact", compactDisplay: "long" });

/** Returns a number with separators between groups of digits. */
export function formatCount(count: number | bigint): string {
  return numbers.format(count);
}

/** Returns a number with its noun. */
export function withNoun(count: number | bigint, singular: string, plural: string): string {
  return `${formatCount(count)} ${Number(count) === 1 ? singular : plural}`;
}

/** Returns a sentence with an upper-case letter at its start. */
export function capitalized(sentence: string): string {
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}

/** Returns a difference with its sign. */
export function formatDifference(difference: bigint): string {
  if (difference === 0n) return "0";
  return difference > 0n ? `+${formatCount(difference)}` : `−${formatCount(-difference)}`;
}

/** Returns a duration in the unit that suits it. */
function duration(seconds: number): string {
  const units: readonly (readonly [number, string])[] = [
    [31_557_600, "years"],
    [86_400, "days"],
    [3600, "hours"],
    [60, "minutes"],
  ];
  const unit = units.find(([size]) => seconds >= 1.5 * size);
  if (unit === undefined) return `${Math.max(1, Math.round(seconds))} s`;
  return `${rounded.format(seconds / unit[0])} ${unit[1]}`;
}

const leaves = (count: number | bigint) => withNoun(count, "leaf", "leaves");

const errors: Readonly<Record<WrongMove["error"], string>> = {
  missing: "missing",
  extra: "extra",
  duplicate: "duplicate",
};

type Category = keyof LeafCategories;

const categories: Readonly<Record<Category, { readonly name: string; readonly meaning: string }>> = {
  nodes: { name: "Leaves", meaning: "all positions at the depth" },
  captures: { name: "Captures", meaning: "the last move captures, en passant included" },
  enPassant: { name: "En passant", meaning: "a pawn captures a pawn that has just moved two squares" },
  castles: { name: "Castles", meaning: "king and rook move together" },
  promotions: { name: "Promotions", meaning: "a pawn becomes another piece, one leaf for each of four pieces" },
  checks: { name: "Checks", meaning: "the last move gives check" },
  discoveredChecks: {
    name: "Discovered checks",
    meaning: "one piece gives check, and it is not the piece that moved",
  },
  doubleChecks: { name: "Double checks", meaning: "two pieces give check at once" },
  checkmates: { name: "Checkmates", meaning: "the check has no legal reply" },
};

export const perft = {
  introduction:
    "Perft counts all sequences of legal moves that have a given length, the depth. A generator with a bug counts differently. " +
    "The table shows the leaves behind each move, so that the difference leads to the bug.",
  path: "Moves from the position",
  root: (isStart: boolean) => (isStart ? "Start position" : "Position"),
  board: (sans: readonly string[]) => (sans.length === 0 ? "Board of the position" : `Board after ${sans.join(" ")}`),
  node: (sans: readonly string[], depth: number) =>
    `Perft ${depth}${sans.length === 0 ? "" : ` after ${sans.join(" ")}`}`,
  illegal: (move: string, sentence: string) => `The move ${move} of the link is illegal: ${sentence}.`,
  removeMoves: "Go back to the last legal move",
  depth: "Depth",
  order: "Order",
  orders: { moves: "as generated", name: "by name", leaves: "by leaves", difference: "by difference" },
  noMoves: "The game ends here: there is no legal move, hence no leaf.",
  counting: (done: number, all: number) => `Counting: ${done} of ${withNoun(all, "move", "moves")} done`,
  countingAll: "Counting …",
  canceled: "The count was canceled.",
  total: (count: number | bigint, depth: number) => `${leaves(count)} at depth ${depth}`,
  speed: (milliseconds: number, count: number) => {
    const speed = count / (milliseconds / 1000);
    const time = milliseconds < 1000 ? `${Math.round(milliseconds)} ms` : `${(milliseconds / 1000).toFixed(2)} s`;
    // The speed of a short count is that of its start.
    return milliseconds > 50 ? `${time}, ${formatCount(Math.round(speed / 1e6))} million leaves/s` : time;
  },
  again: "Count again",
  count: "Count anyway",
  long: (count: number) => `This has about ${rounded.format(count)} leaves.`,
  longTime: (seconds: number) => `Counting them takes about ${duration(seconds)} here.`,
  table: "Leaves by move",
  hint: "Follow a move to see the counts behind it.",
  columns: { move: "Move", uci: "UCI", leaves: "Leaves", right: "Right", engine: "Engine", difference: "Difference" },
  sum: "Total",
  pending: "…",
  absent: "–",
  missing: "missing",
  compare: {
    title: "Compare with an engine",
    label: "Divide output of the engine",
    help: "Send these commands to a UCI engine, and paste what it prints. Output of other programs fits too.",
    placeholder: "e2e4: 9322\nd2d4: 8457\n…",
    clear: "Clear",
    isRight: (moves: number, count: bigint, depth: number) =>
      `Everything is right: ${withNoun(moves, "move", "moves")}, ${leaves(count)} at depth ${depth}.`,
    isWrong: (moves: readonly WrongMove[], counts: number) => {
      const number = (error: WrongMove["error"]) => moves.filter((move) => move.error === error).length;
      const parts = [
        number("missing") > 0 && withNoun(number("missing"), "move is missing", "moves are missing"),
        number("extra") > 0 && withNoun(number("extra"), "illegal move", "illegal moves"),
        number("duplicate") > 0 && withNoun(number("duplicate"), "repeated move", "repeated moves"),
        counts > 0 && withNoun(counts, "wrong count", "wrong counts"),
      ];
      return capitalized(parts.filter((part) => part !== false).join(", "));
    },
    otherTree: ({ description }: RecognizedTree) =>
      `These counts are right for ${description}. Check the depth and the position before you look for a bug.`,
    otherLines: (count: number, lines: readonly string[]) => {
      const quoted = lines.map((line) => `“${line}”`).join(", ");
      const more = count > lines.length ? `, and ${formatCount(count - lines.length)} more` : "";
      return `${withNoun(count, "line was", "lines were")} not read: ${quoted}${more}.`;
    },
    wrongTotal: (found: bigint, sum: bigint) =>
      `The output states a total of ${formatCount(found)}, but its counts add up to ${formatCount(sum)}.`,
    vanished: (reported: bigint) =>
      `Before this move, the engine counted ${leaves(reported)} here. From here, it counts right. ` +
      "Look for a state that making and unmaking moves leaves behind, or for a hash table.",
    unreadable: (message: string) => `The output cannot be read: ${message}.`,
    totalOnly: (total: bigint) => `The output has no counts by move, only the total ${formatCount(total)}.`,
    totalIsRight: "This total is right.",
    totalIsWrong: (right: number) => `Right is ${formatCount(right)}.`,
    diagnose: (total: bigint) => `Diagnose ${formatCount(total)}: which bug yields exactly this number?`,
  },
  wrong: {
    title: "Wrong moves",
    errors,
    help: "Select a move to see the reason on the board.",
    item: ({ error, move, san }: WrongMove) => `${san ?? move} (${errors[error]})`,
    reason: ({ reason }: WrongMove) => `${capitalized(reason)}.`,
    category: (category: string) => `Look at: ${category}`,
    why: "Explain this move",
    first: "Fix these moves first. Then paste the output again.",
  },
  commands: { position: "position", go: "go perft" },
  next: {
    title: "Next query",
    text: (san: string, found: bigint, expected: bigint) =>
      `The moves are right here, but behind ${san} the engine counts ${formatCount(found)} instead of ` +
      `${formatCount(expected)} leaves. Send it:`,
    descend: (san: string) => `Go on after ${san}`,
    leaf: "At depth 1, each move has exactly one leaf. The engine must count it as 1.",
  },
  categories: {
    title: "Categories of leaves",
    help: "Each leaf is visited and sorted by its last move. A leaf can belong to several categories.",
    button: "Count categories",
    hide: "Hide categories",
    counting: "Counting categories …",
    columns: { category: "Category", leaves: "Leaves", meaning: "Meaning" },
    names: categories,
  },
} as const;
