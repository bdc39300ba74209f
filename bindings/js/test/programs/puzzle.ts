// A puzzle: the player finds the moves, and the opponent answers.
import { Game, type PlayedMove } from "tabiya";

const solution = ["Ra6", "bxa6", "b7"] as const;
const game = Game.fromFen("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1");
function attempt(text: string): PlayedMove | string {
  const expected = solution[game.ply];
  if (expected === undefined) return "solved";
  if (!game.position.isLegal(text)) return game.position.why(text).sentence;
  if (game.position.san(text).replace(/[+#]$/, "") !== expected) return "not the solution";
  const played = game.play(text);
  const answer = solution[game.ply];
  if (answer !== undefined && game.ply % 2 === 1) game.play(answer);
  return played;
}
console.log(attempt("a1h8")); // → the white rook on a1 cannot move to h8
console.log(attempt("Rb1")); // → not the solution
for (const move of ["Ra6", "b7#"]) attempt(move);
console.log(game.position.isCheckmate); // → true
