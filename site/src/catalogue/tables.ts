// The texts of the view `tables`. The sentences of the steps come from the module.

import type { Color, PieceType, Square } from "tabiya";
import type { Decision, Technique } from "tabiya/explain";

import { board } from "./board.ts";

interface TechniqueText {
  readonly name: string;
  readonly text: string;
  readonly why: string;
  readonly cost: string;
  readonly code: string;
  readonly see: string;
  /** The heading of the document about techniques. */
  readonly anchor: string;
  /** The page that teaches it. */
  readonly lesson?: string;
  /** The title of its page in the Chess Programming Wiki. */
  readonly wiki: string;
}

const techniques: Readonly<Record<Technique, TechniqueText>> = {
  shifts: {
    name: "Set-wise shifts",
    text: "Shifts move all pawns, knights or kings of a set at once. Masks remove pieces that would wrap to another rank.",
    why:
      "A step of a piece adds the same number to every square index, so one shift of the whole set makes it for " +
      "all pieces. A piece on an outer file would wrap to the next rank, so a mask removes it first.",
    cost: "A shift and a mask for each direction, however many pieces there are, and no table.",
    code: "crates/tables/src/setwise.rs",
    see: "Put knights on several squares. Each step moves all of them by the same distance.",
    anchor: "set-wise-shifts",
    wiki: "General Setwise Operations",
  },
  "kogge-stone": {
    name: "Kogge-Stone fills",
    text: "Fills all rays of a set of sliders at once. Three shifts in each direction double the filled length.",
    why:
      "After the first step the set knows the squares one step away, after the second those three steps away, " +
      "after the third seven, so three steps fill any ray. The propagator p holds the empty squares, so a fill " +
      "stops before an occupied one.",
    cost: "Nine operations for each direction and no table, for any number of sliders at once. It is the choice for SIMD code.",
    code: "crates/perft/src/lanes/rays.rs",
    see: "Watch g grow from one square to three and to seven, and p shrink at the same time.",
    anchor: "kogge-stone-fills",
    wiki: "Kogge-Stone Algorithm",
  },
  spans: {
    name: "Spans",
    text: "Shifts a prepared attack set of a knight or king to the square. A mask clears the bits that wrapped.",
    why:
      "The attacks of a knight look the same on every square but for the edges. A prepared set moves to any " +
      "square by one shift, and bits that wrap around an edge land on the far files, where a mask clears them.",
    cost: "One shift and one mask, with two masks for the halves of the board. The build step uses it to derive the tables.",
    code: "xtask/src/tables/derive/spans.rs",
    see: "Put the knight on a-file or h-file: the shifted bits wrap, and the mask removes them.",
    anchor: "spans",
    lesson: "spans",
    wiki: "Knight Pattern",
  },
  hyperbola: {
    name: "Hyperbola quintessence",
    text: "Subtracts the slider from the occupied squares of a line. The borrow stops at the first blocker, so the bits that change are the ray.",
    why:
      "A subtraction borrows from the next bit until it finds one that is set, which is the first blocker. The " +
      "exclusive or with the original leaves the bits that changed: the ray with its blocker. The other ray " +
      "needs the mirrored board.",
    cost: "Two subtractions and a reversal for each line, and one mask per square and line. No large table.",
    code: "crates/tables/src/sliders/hyperbola.rs",
    see: "Watch the step o - 2r: the borrow travels from the slider to the first blocker and flips each bit.",
    anchor: "hyperbola-quintessence",
    lesson: "hyperbola-quintessence",
    wiki: "Hyperbola Quintessence",
  },
  lookup: {
    name: "Table look-up",
    text: "Reads the attack set of a pawn, knight or king from a table. For sliders, the table has rays, which end at the first blocker.",
    why:
      "A knight has the same attacks on a square whatever stands elsewhere, so 64 entries are enough. For a " +
      "slider, the ray behind the first blocker is the ray from the blocker, so an exclusive or removes it.",
    cost: "One load for a leaper. For a slider four rays, each with a bit scan and a second load.",
    code: "crates/tables/src/sliders/classical.rs",
    see: "Toggle an occupied square on a ray: the squares behind it leave the set.",
    anchor: "table-look-up-and-moves-tested-when-made",
    wiki: "Classical Approach",
  },
  "8x8": {
    name: "8×8 array",
    text: "Walks over rows and columns, one cell at a time. Each step tests the bounds of both.",
    why:
      "Rows and columns are separate numbers, so a step off the board is seen by two range tests. It is the " +
      "plainest correct generator, which makes it a good oracle for faster ones.",
    cost: "A loop with two range tests for each square. It is tens of times slower than bitboards.",
    code: "tests/oracle/src/mailbox",
    see: "Play the steps: the piece walks cell by cell to an edge or a blocker.",
    anchor: "88-array",
    wiki: "8x8 Board",
  },
  "0x88": {
    name: "0x88",
    text: "Numbers the cells 16 * rank + file. A step off the board sets bit 3 or bit 7, which one test with 0x88 detects.",
    why:
      "The board is 16 cells wide, and its right half is unused. A step off any edge reaches a cell whose number " +
      "has bit 3 or bit 7 set, so a single test with 0x88 finds all edges.",
    cost: "A loop with one test for each square, and 128 cells of memory.",
    code: "tests/oracle/src/x88",
    see: "Look at the cell off the board: one of the two marked bits is 1.",
    anchor: "0x88",
    wiki: "0x88",
  },
  magic: {
    name: "Magic indexing",
    text:
      "Hashes the blockers: mask, multiply, shift. The result is the index of a table with the attack sets. A rook has two " +
      "look-ups: a shift for its rank, and one factor for all files.",
    why:
      "A multiplication adds shifted copies of the blockers. The factor is chosen by trial, so that the copies " +
      "bring every relevant bit into the top bits of the product, and different attack sets never get the same " +
      "index.",
    cost: "A mask, a multiplication, a shift and one load, with tables of some kilobytes for each square.",
    code: "crates/tables/src/sliders/magic.rs",
    see: "Watch the copies slide in the step product, then search a magic of your own below.",
    anchor: "magic-indexing",
    lesson: "magic-bitboards",
    wiki: "Magic Bitboards",
  },
  pext: {
    name: "PEXT in software",
    text: "Gathers the bits of the blockers into an index without a hash, as the instruction PEXT does.",
    why:
      "The instruction PEXT gathers the bits under a mask into a dense number, so no factor and no trial is " +
      "needed. In software a loop over the mask does the same.",
    cost: "One instruction and one load on a CPU with fast BMI2. A loop on others, which is why Tabiya uses magics there.",
    code: "crates/tables/src/sliders/pext.rs",
    see: "Watch each bit of the mask go to its place in the index, lowest square first.",
    anchor: "pext-in-software",
    wiki: "BMI2",
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

const hexadecimal = (set: bigint) => `0x${set.toString(16).padStart(16, "0")}`;

const list = (squares: readonly Square[]) => squares.join(", ");

export const tables = {
  input: "Input",
  kind: "Kind",
  kinds: { attacks: "Attacks", pushes: "Pawn pushes", moves: "Legal moves" },
  kindTexts: {
    attacks: "",
    pushes: "Shifts push all pawns of a set at once, to empty squares.",
    moves: "Pseudo-legal moves are tested one by one: each is made, and is illegal if the king is then attacked.",
  },
  technique: "Lesson",
  techniques,
  about: {
    title: (name: string) => `About: ${name}`,
    what: "What is it?",
    why: "Why does it work?",
    cost: "What does it cost?",
    code: "Where is the code?",
    see: "How do I see it?",
    more: "Where can I read more?",
    lesson: "the lesson with an example by hand",
    wiki: (title: string) => `${title} in the Chess Programming Wiki`,
  },
  wikiUrl: "https://www.chessprogramming.org/",
  sourceUrl: "https://github.com/tabiya-chess/tabiya/tree/main/",
  lessonUrl: "https://github.com/tabiya-chess/tabiya/blob/main/docs/learn/",
  speed: "Speed",
  speeds: { slow: "slow", normal: "normal", fast: "fast" },
  documentUrl: "https://github.com/tabiya-chess/tabiya/blob/main/docs/explain/techniques.md",
  document: (name: string) => `${name} in the documentation`,
  color: "Color",
  piece: "Piece",
  pieceNames,
  mode: "Click:",
  modes: { piece: "places the piece", occupied: "toggles a blocker" },
  setwiseMode: "toggles a piece",
  clear: "Remove all blockers",
  example: "Example",
  boardLabel: "Board of the derivation",
  boardHelp: "Keys on the board: arrows move, Enter acts as a click, P sets the piece, O toggles an occupied square.",
  movesHelp: "Click a piece of the side to move.",
  boardLegend: `${board.signs.occupied ?? ""} occupied · ${board.signs.set ?? ""} in the result`,
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
  product: {
    text: (copies: number, bits: number) =>
      `A product is a sum of shifted copies, one for each of the ${copies} bits of the factor. The factor is chosen so that the ` +
      `copies bring the blockers side by side into the top ${bits} bits, which are the index.`,
    label: (shifts: readonly number[], sum: bigint) =>
      `The blockers, shifted by ${shifts.join(", ")}, and their sum ${hexadecimal(sum)}`,
    blockers: "blockers",
    sum: "product",
    caption: (bits: number) =>
      `Bit 63 is at the left, and the frame has the ${bits} bits of the index. Two bits in one column carry to the left; bits beyond 63 are lost.`,
    lost: (count: number) => (count === 0 ? "" : `${count} lost`),
    index: (index: bigint) => `index ${index}`,
  },
  search: {
    title: "Search a magic yourself",
    text: (piece: string, square: Square, bits: number, sets: number) =>
      `For the ${piece} on ${square}, ${bits} squares can have a blocker that matters, so there are ${sets} blocker sets. The ` +
      `search tries random factors with few bits. A factor is a magic if no two blocker sets with different attacks get the same index.`,
    start: "Search",
    stop: "Stop",
    again: "Search another",
    states: { free: "free slot", used: "one blocker set", shared: "several sets with the same attacks" },
    progress: (tries: number, best: number, sets: number) =>
      `${plural(tries, "factor", "factors")} tried. The best one placed ${best} of ${sets} blocker sets before two with different attacks collided.`,
    found: (tries: number, used: number, slots: number) =>
      `Found after ${plural(tries, "try", "tries")}. The magic uses ${used} of ${slots} slots:`,
    slots: (placed: number, slots: number, isMagic: boolean) =>
      `${slots} slots of the table, ${isMagic ? "without a wrong collision" : `with a wrong collision after ${placed} blocker sets`}`,
  },
  indexBits: "The marked bits are the index.",
  cells: "Cells of the loop, in order",
  order: "Order",
  cell: "Cell",
  row: "Row",
  column: "Column",
  square: "Square",
  decision: "Decision",
  decisions,
  bounds: "On board",
  yes: "yes",
  no: "no",
  arrayCaption: "rows and columns from 0; numbers give the order",
  arrayLabel: (cells: readonly string[]) => `Array of 8×8 cells. Visited: ${cells.length === 0 ? "none" : cells.join("; ")}`,
  x88Caption: "16 × 8 cells: the left half is the board, the right half is outside",
  x88Label: (cells: readonly string[]) => `0x88 board of 16×8 cells. Visited: ${cells.length === 0 ? "none" : cells.join("; ")}`,
  visited: (name: string, decision: Decision) => `${name} ${decisions[decision]}`,
  outside: "cell & 0x88",
  outsideHelp: "Marked: the two bits of 0x88. The cell is on the board if both are 0.",
  pextCaption: "The mask bits in their order, and the index that they form, bit 0 at the right",
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
