// A program of the browser that uses three entry points.

import { init, Position } from "tabiya";
import { compareDivide, initExplain } from "tabiya/explain";
import { GameTree, initPgn } from "tabiya/pgn";

await Promise.all([init(), initExplain()]);
await initPgn();
const position = Position.start().play({ from: "e2", to: "e4", promotion: "q" });
const { isRight } = compareDivide(position, 1, position.ucis().map((uci) => `${uci}: 1`).join("\n"));
const { nodeCount } = GameTree.fromPgn("1. e4 e5 (1... c5) *");
document.title = `${position.perft(3)} ${isRight} ${nodeCount}`;
