// The texts of the view of reasons. The sentences of verdicts come from the module.

import type { Square } from "tabiya";

/** An example: its name, its position and a move. */
export interface Example {
  readonly name: string;
  readonly fen: string;
  readonly move: string;
}

const START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/** An example for each reason of an illegal move, and for legal moves that generators often miss. */
const examples: readonly Example[] = [
  { name: "Pinned piece", fen: "4r1k1/8/8/8/8/8/4N3/4K3 w - - 0 1", move: "e2c3" },
  { name: "En passant opens a rank", fen: "8/8/8/K2pP2q/8/8/8/7k w - d6 0 1", move: "e5d6" },
  { name: "Legal en passant", fen: "rnbqkbnr/ppp1pppp/8/3pP3/8/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 3", move: "e5d6" },
  { name: "En passant, a move too late", fen: "4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1", move: "e5d6" },
  { name: "Castling through an attack", fen: "4k3/8/8/8/8/8/5r2/4K2R w K - 0 1", move: "e1g1" },
  { name: "Castling out of check", fen: "4k3/8/8/8/7b/8/8/4K2R w K - 0 1", move: "e1g1" },
  { name: "Castling past a piece", fen: "4k3/8/8/8/8/8/8/4KBNR w K - 0 1", move: "e1g1" },
  { name: "Castling without the right", fen: "4k3/8/8/8/8/8/8/4K2R w - - 0 1", move: "e1g1" },
  { name: "Legal castling, b1 attacked", fen: "1r2k3/8/8/8/8/8/8/R3K3 w Q - 0 1", move: "e1c1" },
  { name: "Chess960 castling opens a rank", fen: "4k3/8/8/8/8/8/8/rR1K4 w B - 0 1", move: "d1b1" },
  { name: "King steps back along the ray", fen: "4k3/8/8/8/8/8/8/r3K3 w - - 0 1", move: "e1f1" },
  { name: "King next to an attacker", fen: "4k3/8/8/8/8/8/5r2/4K3 w - - 0 1", move: "e1f1" },
  { name: "Double check", fen: "4k3/4r3/8/8/8/5n2/8/4KB2 w - - 0 1", move: "f1e2" },
  { name: "Move that ignores a check", fen: "4k3/4r3/8/8/8/8/8/2n1KB2 w - - 0 1", move: "f1d3" },
  { name: "Legal block of a check", fen: "4k3/4r3/8/8/8/8/8/4KB2 w - - 0 1", move: "f1e2" },
  { name: "Blocked slider", fen: START, move: "f1b5" },
  { name: "Capture of an own piece", fen: START, move: "a1a2" },
  { name: "Pawn capture of nothing", fen: START, move: "e2d3" },
  { name: "Move that the piece does not have", fen: START, move: "b1b3" },
  { name: "Piece of the opponent", fen: START, move: "e7e5" },
  { name: "Empty square", fen: START, move: "e4e5" },
  { name: "Missing promotion", fen: "8/1P6/8/8/8/8/k7/2K5 w - - 0 1", move: "b7b8" },
  { name: "Ambiguous SAN", fen: "4k3/8/8/8/8/2N5/8/4K1N1 w - - 0 1", move: "Ne2" },
];

export const why = {
  examples,
  examplesHeading: "Examples",
  boardLabel: "Board: select the origin of a move, then its target",
  moveLabel: "Move",
  moveHelp: "SAN or UCI, such as Nf3 or e7e8q. Or select two squares of the board.",
  prompt: "Enter a move to learn why it is legal or illegal.",
  originChosen: (square: Square) => `From ${square}: select the target.`,
  verdict: (move: string, isLegal: boolean) => `${move} is ${isLegal ? "legal" : "not legal"}`,
  notation: (san: string, uci: string) => `SAN ${san}, UCI ${uci}`,
  reason: "Reason code:",
  evidence: "Evidence",
  role: "Role",
  squares: "Squares",
  playMove: "Show the position after the move",
  saveSvg: "Save as SVG",
} as const;
