// Positions, files and random numbers for the tests.

import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** The folder of the repository. */
export const ROOT = join(dirname(fileURLToPath(import.meta.url)), "../../..");

/** The folder of the package. */
export const PACKAGE = join(ROOT, "bindings/js");

export const START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
export const KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

/** Returns the lines of a data file without comments. */
export function dataLines(path) {
  const lines = readFileSync(join(ROOT, "tests/data", path), "utf8").split("\n");
  return lines.filter((line) => line !== "" && !line.startsWith("#"));
}

/** Returns the positions of a suite with their counts by depth. */
export function suite(name) {
  return dataLines(`perft/${name}.epd`).map((line) => {
    const [fen, ...counts] = line.split(";").map((field) => field.trim());
    return { fen, counts: counts.map((count) => count.slice(1).split(" ").map(Number)) };
  });
}

/** Returns a generator of pseudo-random integers below a bound: a linear congruential generator. */
export function random(seed) {
  let state = BigInt(seed) + 0x9e3779b97f4a7c15n;
  return (bound) => {
    state = BigInt.asUintN(64, state * 6364136223846793005n + 1442695040888963407n);
    return Number((state >> 33n) % BigInt(bound));
  };
}
