// Names of squares, pieces and kinds of moves by the indices of the module.

import { quote } from "./options.js";

const FILES = "abcdefgh";

/** The names of the squares, from a1 to h8. */
export const SQUARES = Object.freeze(
  Array.from({ length: 64 }, (_, index) => `${FILES[index % 8]}${Math.floor(index / 8) + 1}`),
);

/** The letters of the piece types by index. */
export const TYPES = "pnbrqk";

/** The kinds of moves by index. */
export const KINDS = Object.freeze(["normal", "castling", "en-passant", "promotion"]);

/** Returns the index of a square. @param {string} name */
export function squareIndex(name) {
  const index = SQUARES.indexOf(name);
  if (index < 0) throw new RangeError(`square: ${quote(name)}; expected a name from a1 to h8`);
  return index;
}

/** Returns the names of the squares of a set, a1 first. @param {bigint} set */
export function squareNames(set) {
  return SQUARES.filter((_, index) => (set >> BigInt(index)) & 1n);
}
