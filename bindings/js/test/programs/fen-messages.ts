// What is wrong with a FEN, and how to fix it.
import { Position } from "tabiya";

for (const fen of ["rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR", "r3k2r/8/8/8/8/8/8/R3K3 w KQkq - 0 1"]) {
  const error = Position.validateFen(fen);
  console.log(error?.field, error?.suggestions[0] ?? error?.rule);
}
// → side to move rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1
// → castling r3k2r/8/8/8/8/8/8/R3K3 w Qkq - 0 1
