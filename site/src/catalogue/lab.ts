// The texts of the view `lab`. Notes, functions and layouts come from the module.

import type { Square } from "tabiya";
import type { Layout, ParsedBitboard } from "tabiya/bitboards";

import type { Form } from "../views/lab/state.ts";

const forms: Readonly<Record<Form, string>> = {
  rust: "Rust",
  c: "C",
  cpp: "C++",
  java: "Java",
  csharp: "C#",
  go: "Go",
  python: "Python",
  javascript: "JavaScript",
  decimal: "Decimal",
  binary: "Binary",
  squares: "Squares",
  board: "Board",
};

const readForms: Readonly<Record<ParsedBitboard["form"], string>> = {
  hexadecimal: "a hexadecimal number",
  decimal: "a decimal number",
  binary: "a binary number",
  board: "a printed board",
  squares: "a list of squares",
};

const count = (squares: readonly Square[]) => `${squares.length} ${squares.length === 1 ? "square" : "squares"}`;

export const lab = {
  intro: "Write an expression of sets. Each part is a board, and the bits that fall off are shown.",
  expression: "Expression",
  precedence: "The operators ~ * + - << >> & ^ | have the precedence of C.",
  error: (message: string) => message,
  goToError: "Go to the error",
  examples: "Examples",
  exampleList: [
    { expr: "rook(d4, occ) & ~file(a) << 8", text: "<< binds tighter than &, as in C" },
    { expr: "0x8000000000000000 << 1", text: "the highest bit falls off" },
    { expr: "north_east(white_pawns) | north_west(white_pawns)", text: "attacks of all pawns" },
    { expr: "white_pawns << 9", text: "without a mask, pawns wrap around the edge" },
    { expr: "knight(N) & ~white", text: "targets of the white knights" },
    { expr: "((occ & file(d)) - 2 * d2 ^ occ) & file(d)", text: "hyperbola quintessence: a ray up" },
    { expr: "pext(occ, rank(2) | file(e))", text: "bits gathered at a mask" },
  ],
  result: "Result",
  boardLabel: "Board of the result",
  boardHelp: "Click squares to toggle them. The expression then is the number of the set.",
  boardClear: "Empty set",
  boardInvert: "Invert",
  resultSet: (squares: readonly Square[]) =>
    squares.length === 0 ? "The set is empty." : `${count(squares)}: ${squares.join(" ")}`,
  resultNumber: (value: bigint) => `The result is the number ${value}.`,
  moreParts: (count: number) => `${count} more parts are not drawn.`,
  lostSquares: (squares: readonly Square[]) => `Fell off: ${squares.join(" ")}`,
  overflow: (value: bigint) => `Overflow: 0x${value.toString(16)}`,
  noResult: "No result: the expression has an error.",
  form: "Form",
  forms,
  literals: "Literals",
  literalsHelp: "All eight languages",
  language: "Language",
  literal: "Literal",
  layout: "Layout",
  layoutOption: (name: Layout, description: string) => `${name}: ${description}`,
  layoutHelp:
    "A layout says which bit of the number is which square. It changes the numbers that are written and read, not the set.",
  layoutBoard: (name: Layout) => `bits of ${name}`,
  layoutLabel: (name: Layout, first: readonly string[]) => `Bit indices of the layout ${name}: ${first.join(", ")}`,
  layoutEntry: (square: Square, index: number) => `${square} is bit ${index}`,
  parts: "Parts of the expression",
  partsHelp: "In the order of evaluation. Crosses are squares that fell off.",
  partCaption: (index: number, part: string) => `${index}. ${part}`,
  number: "number",
  shortHex: (value: bigint) => `0x${value.toString(16)}`,
  read: "Read a bitboard",
  readHelp: "Paste a number of any language, a printed board, or a list of squares.",
  readLabel: "Number, board or squares",
  readAs: (form: ParsedBitboard["form"], squares: readonly Square[]) => `Read as ${readForms[form]}: ${count(squares)}.`,
  readLayout: (layout: Layout) => `Numbers are read in the layout ${layout}.`,
  readCaption: "the set that was read",
  use: "Use as the expression",
  position: "Position",
  positionHelp: "The names occ, white, pawns and so on are sets of this position.",
  help: "Functions and names",
  functions: "Functions",
  names: "Names and numbers",
  nameList: [
    ["d4, {a1, c3}", "a square, or a list of squares"],
    ["occ, empty", "the occupied and the empty squares of the position"],
    ["white, black, us, them", "the pieces of a color; of the side to move, of its opponent"],
    ["pawns, knights … kings", "the pieces of a type"],
    ["white_pawns … black_kings", "the pieces of a color and type"],
    ["P, N, B, R, Q, K, p … k", "the same by the letters of a FEN"],
    ["checkers, pinned", "pieces that give check; pinned pieces of the side to move"],
    ["FILE_A, RANK_4", "files and ranks, as in the code of engines"],
    ["0xff, 0b1010, 27", "numbers; 1 << 27 is the set of d4"],
  ],
} as const;
