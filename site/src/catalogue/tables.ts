// The texts of the view `tables`. The sentences of the steps come from the module.

import type { Color, PieceType, Square } from "tabiya";
import type { Decision, Technique } from "tabiya/explain";

import { board } from "./board.ts";

interface TechniqueText {
  readonly name: string;
  readonly text: string;
  /** The heading of the document about techniques. */
  readonly anchor: string;
}

const techniques: Readonly<Record<Technique, TechniqueText>> = {
  shifts: {
    name: "Set-wise shifts",
    text: "Shifts move all pawns, knights or kings of a set at once. Masks remove pieces that would wrap to another rank.",
    anchor: "set-wise-shifts",
  },
  "kogge-stone": {
    name: "Kogge-Stone fills",
    text: "Fills all rays of a set of sliders at once. Three shifts in each direction double the filled length.",
    anchor: "kogge-stone-fills",
  },
  spans: {
    name: "Spans",
    text: "Shifts a prepared attack set of a knight or king to the square. A mask clears the bits that wrapped.",
    anchor: "spans",
  },
  hyperbola: {
    name: "Hyperbola quintessence",
    text: "Subtracts the slider from the occupied squares of a line. The borrow stops at the first blocker, so the bits that change are the ray.",
    anchor: "hyperbola-quintessence",
  },
  lookup: {
    name: "Table look-up",
    text: "Reads the attack set of a pawn, knight or king from a table. For sliders, the table has rays, which end at the first blocker.",
    anchor: "table-look-up-and-moves-tested-when-made",
  },
  "8x8": {
    name: "8×8 array",
    text: "Walks over rows and columns, one cell at a time. Each step tests the bounds of both.",
    anchor: "88-array",
  },
  "0x88": {
    name: "0x88",
    text: "Numbers the cells 16 * rank + file. A step off the board sets bit 3 or bit 7, which one test with 0x88 detects.",
    anchor: "0x88",
  },
  magic: {
    name: "Magic indexing",
    text:
      "Hashes the blockers: mask, multiply, shift. The result is the index of a table with the attack sets. A rook has two " +
      "look-ups: a shift for its rank, and one factor for all files.",
    anchor: "magic-indexing",
  },
  pext: {
    name: "PEXT in software",
    text: "Gathers the bits of the blockers into an index without a hash, as the instruction PEXT does.",
    anchor: "pext-in-software",
  },
};

const pieceNames: Readonly<Record<PieceType, string>> = {
  p: "Pawn",
  n: "Knight",
  b: "Bishop",
  r: "Rook",
  q: "Queen",
  k: "King",
};

const decisions: Readonly<Record<Decision, string>> = {
  "off-board": "off the board",
  empty: "empty: go on",
  blocker: "occupied: attacked, stop",
  leap: "attacked",
};

const plural = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`;

const list = (squares: readonly Square[]) => squares.join(", ");

export const tables = {
  intro: "Choose a technique, a piece and occupied squares. The slider then goes through the calculation.",
  kind: "Kind",
  kinds: { attacks: "Attacks", pushes: "Pawn pushes", moves: "Legal moves" },
  kindTexts: {
    attacks: "",
    pushes: "Shifts push all pawns of a set at once, to empty squares.",
    moves: "Pseudo-legal moves are tested one by one: each is made, and is illegal if the king is then attacked.",
  },
  technique: "Technique",
  techniques,
  documentUrl: "https://github.com/tabiya-chess/tabiya/blob/main/docs/explain/techniques.md",
  document: (name: string) => `${name} in the documentation`,
  color: "Color",
  piece: "Piece",
  pieceNames,
  mode: "A click on a square",
  modes: { piece: "places the piece", occupied: "toggles occupied" },
  setwiseMode: "toggles a piece",
  clear: "Clear occupied squares",
  example: "Example",
  boardLabel: "Board of the derivation",
  boardHelp: "Keys on the board: arrows move, Enter acts as a click, P sets the piece, O toggles an occupied square.",
  movesHelp: "Click a piece of the side to move.",
  boardLegend: `${board.signs.occupied} occupied · ${board.signs.set} in the result`,
  error: (message: string) => `No derivation. ${message}`,
  useSquare: (square: Square) => `Keep ${square} alone`,
  useTechnique: (name: string) => `Use ${name}`,
  usePiece: (square: Square) => `Use the piece on ${square}`,
  steps: "Steps",
  slider: "Step",
  sliderText: (step: number, count: number, title: string) => `${step} of ${count}: ${title}`,
  previous: "Previous",
  next: "Next",
  play: "Play",
  pause: "Pause",
  nextLesson: (name: string) => `Next lesson: ${name}`,
  position: (step: number, count: number) => `Step ${step} of ${count}`,
  code: "Code",
  hexadecimal: "Hexadecimal",
  binary: "Binary, h8 to a1",
  squareCount: (count: number) => plural(count, "square", "squares"),
  noSquares: "none",
  number: (name: string, value: bigint) => `${name} = ${value}`,
  hexNumber: (value: bigint) => (value < 0n ? `-0x${(-value).toString(16)}` : `0x${value.toString(16)}`),
  binaryNumber: (value: bigint, width: number) => `0b${value.toString(2).padStart(width, "0")}`,
  calculation: "Calculation",
  calculationOf: (part: string) => `The calculation: ${part}`,
  name: "Name",
  value: "Value",
  factor: "× factor",
  shift: ">> shift",
  indexBits: "The marked bits are the index.",
  cells: "Cells of the loop, in order",
  order: "Order",
  cell: "Cell",
  row: "Row",
  column: "Column",
  square: "Square",
  decision: "Decision",
  decisions,
  bounds: "Row and column in 0..8",
  yes: "yes",
  no: "no",
  arrayCaption: "rows and columns from 0; numbers give the order",
  arrayLabel: (cells: readonly string[]) => `Array of 8×8 cells. Visited: ${cells.length === 0 ? "none" : cells.join("; ")}`,
  x88Caption: "16 × 8 cells: the left half is the board, the right half is outside",
  x88Label: (cells: readonly string[]) => `0x88 board of 16×8 cells. Visited: ${cells.length === 0 ? "none" : cells.join("; ")}`,
  visited: (name: string, decision: Decision) => `${name} ${decisions[decision]}`,
  outside: "cell & 0x88",
  outsideHelp: "Marked: the two bits of 0x88. The cell is on the board if both are 0.",
  pextCaption: "the order of the bits of the mask",
  pextLabel: (squares: readonly Square[]) => `Bits of the mask, lowest first: ${list(squares)}`,
  bit: "Bit",
  occupied: "Occupied",
  index: "Index so far",
  bits: "Gathered bits",
  move: "To",
  captured: "Captured",
  verdict: "Verdict",
  none: "–",
  legal: "legal",
  illegal: (squares: readonly Square[]) => `illegal: check from ${list(squares)}`,
  moveTests: "Tests of the moves",
  result: "Result",
  resultText: {
    attacks: (color: Color, type: PieceType, squares: readonly Square[], count: number) =>
      `${color === "white" ? "White" : "Black"} ${pieceNames[type].toLowerCase()} on ${list(squares)}: ${plural(count, "attacked square", "attacked squares")}.`,
    pushes: (color: Color, count: number) =>
      `${color === "white" ? "White" : "Black"} pawns: ${plural(count, "target of a push", "targets of pushes")}.`,
    moves: (squares: readonly Square[], count: number) =>
      `Piece on ${list(squares)}: ${plural(count, "target of a legal move", "targets of legal moves")}.`,
  },
  resultCaption: "result",
  overview: "All steps",
  overviewHelp: "A link shows the step above.",
  overviewStep: (step: number, title: string) => `${step}. ${title}`,
  stepLabel: (step: number, title: string) => `Go to step ${step}. ${title}`,
} as const;
