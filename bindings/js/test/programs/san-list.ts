// The moves of a game as a list with numbers, and of a variation.
import { GameTree, type GameNode } from "tabiya/pgn";

const tree = GameTree.fromPgn("1. d4 Nf6 2. c4 e6 (2... g6 3. Nc3 d5) 3. Nf3 b6");
const list = (nodes: readonly GameNode[]): string => nodes.map(({ ply, san }) => (ply % 2 ? `${(ply + 1) / 2}. ${san}` : `${san}`)).join(" ");
console.log(list(tree.mainLine())); // → 1. d4 Nf6 2. c4 e6 3. Nf3 b6
const [variation] = tree.nodes().flatMap((node) => node.variations);
for (let node = variation ?? null; node !== null; node = node.next) if (node.next === null) console.log(list(node.line)); // → 1. d4 Nf6 2. c4 g6 3. Nc3 d5
