// The texts of boards and of the view of the board.

import type { Color, Piece, PieceType, Square } from "tabiya";

import type { Mark } from "../components/board.tsx";

const pieceTypes: Readonly<Record<PieceType, string>> = {
  p: "pawn",
  n: "knight",
  b: "bishop",
  r: "rook",
  q: "queen",
  k: "king",
};

const colors: Readonly<Record<Color, string>> = { white: "White", black: "Black" };

const marks: Readonly<Record<Mark, string>> = {
  origin: "origin",
  target: "target",
  attacker: "attacker",
  attacked: "attacked",
  line: "line",
  blocker: "pinned or blocking piece",
  safe: "must not be attacked",
  captured: "captured piece",
  checker: "gives check",
  pinned: "pinned",
  set: "in the set",
  error: "error",
};

/** Signs of one character, so that marks differ without colors. */
const signs: Readonly<Record<Mark, string>> = {
  origin: "○",
  target: "◎",
  attacker: "!",
  attacked: "×",
  line: "·",
  blocker: "#",
  safe: "✓",
  captured: "−",
  checker: "!",
  pinned: "#",
  set: "•",
  error: "?",
};

/** Returns the name of a piece. */
function pieceName({ color, type }: Piece): string {
  return `${color} ${pieceTypes[type]}`;
}

export const board = {
  marks,
  signs,
  pieceName,
  colors,
  pieceTypes,
  square: (square: Square, piece: Piece | undefined, roles: readonly Mark[], isTarget: boolean) =>
    [square, piece && pieceName(piece), ...roles.map((role) => marks[role]), isTarget && "possible target"]
      .filter(Boolean)
      .join(", "),
  set: (caption: string, squares: readonly Square[]) =>
    `${caption}: ${squares.length === 0 ? "empty" : squares.join(" ")}`,
} as const;
