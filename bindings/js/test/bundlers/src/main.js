// A program of the browser that uses two entry points.

import { init, Position } from "tabiya";
import { compareDivide, initExplain } from "tabiya/explain";

await Promise.all([init(), initExplain()]);
const position = Position.start().play({ from: "e2", to: "e4", promotion: "q" });
const { isRight } = compareDivide(position, 1, position.ucis().map((uci) => `${uci}: 1`).join("\n"));
document.title = `${position.perft(3)} ${isRight}`;
