// A game with undo and PGN.
import { Game } from "tabiya";

const game = new Game();
game.tags["White"] = "Legal";
for (const move of ["e4", "e5", "Nf3", "d6", "Bc4", "Bg4", "Nc3", "g6", "h3"]) game.play(move);
console.log(game.undo()?.san); // → h3
for (const move of ["Nxe5", "Bxd1", "Bxf7", "Ke7", "Nd5"]) game.play(move);
console.log(game.outcome()?.reason, game.pgn().includes("7. Nd5# 1-0")); // → checkmate true
