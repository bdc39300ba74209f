// The entry point `tabiya/explain`: divide output, leaf categories, derivations and pictures.

import { bits, enterPosition, index } from "./arguments.js";
import { DivideError } from "./errors.js";
import { loaders } from "./load.js";
import { WasmModule } from "./module.js";
import { checkOptions } from "./options.js";
import { checkDepth } from "./position.js";
import { squareIndex, squareNames } from "./squares.js";

/** @typedef {import("./position.js").Position} Position */

const explain = new WasmModule("initExplain");

export const { init: initExplain, initSync: initExplainSync } = loaders(
  explain,
  () => new URL("../wasm/explain.wasm", import.meta.url),
);

/** Returns the compiled module, for workers. */
export function compiledExplainModule() {
  return explain.ready().module;
}

export { DivideError };

/** The error of a technique that does not derive the attacks of a piece. */
export class DerivationError extends Error {
  /** @param {string} message */
  constructor(message) {
    super(message);
    this.name = "DerivationError";
  }
}

/** The techniques by the index of the module. */
export const TECHNIQUES = Object.freeze([
  "shifts",
  "kogge-stone",
  "spans",
  "hyperbola",
  "lookup",
  "8x8",
  "0x88",
  "magic",
  "pext",
]);

const PIECES = "PNBRQKpnbrqk";

/** Copies a position to the slot of the module. @param {Position} position */
function enter(position) {
  enterPosition(explain, position);
}

/** @param {string} text */
export function parseDivide(text) {
  const length = explain.ready().write(String(text));
  return toDivide(explain.json(DivideError, "parse_divide", length));
}

/** @param {Position} position @param {number} depth @param {string} text */
export function compareDivide(position, depth, text) {
  enter(position);
  const counts = position.divide(depth);
  for (const { code, nodes } of counts) explain.call("add_count", code, nodes);
  const length = explain.write(String(text));
  const { divide, differences, isRight } = explain.json(DivideError, "compare_divide", length);
  /** @param {any} count */
  const toCount = ({ uci, expected, found }) => ({ uci, expected: BigInt(expected), found: BigInt(found) });
  const { moves, counts: wrong, total } = differences;
  return {
    isRight,
    expected: counts,
    divide: toDivide(divide),
    moves,
    counts: wrong.map(toCount),
    total: total === null ? null : { sum: BigInt(total.sum), found: BigInt(total.found) },
  };
}

/** @param {any} divide */
function toDivide({ rows, sum, total, otherLines, otherLineCount }) {
  return {
    rows: rows.map((/** @type {any} */ { move, count }) => ({ move, count: BigInt(count) })),
    sum: BigInt(sum),
    total: total === null ? null : BigInt(total),
    otherLines,
    otherLineCount,
  };
}

/** @param {Position} position @param {number} depth */
export function leafCategories(position, depth) {
  enter(position);
  return explain.json(RangeError, "leaf_categories", checkDepth(depth));
}

/** @param {string} technique @param {string} type */
export function techniqueApplies(technique, type) {
  const piece = index("piece type", "pnbrqk", type);
  return explain.ready().call("technique_applies", index("technique", TECHNIQUES, technique), piece) !== 0;
}

/** @param {string} technique @param {string} piece @param {string | bigint} squares @param {bigint} occupied */
export function deriveAttacks(technique, piece, squares, occupied = 0n) {
  const set = typeof squares === "bigint" ? bits(squares) : 1n << BigInt(squareIndex(squares));
  const indices = [index("technique", TECHNIQUES, technique), index("piece", PIECES, piece)];
  explain.ready();
  return toDerivation(explain.json(DerivationError, "derive_attacks", ...indices, set, bits(occupied)));
}

/** @param {string} color @param {bigint} pawns @param {bigint} occupied */
export function derivePushes(color, pawns, occupied) {
  const isBlack = index("color", ["white", "black"], color);
  explain.ready();
  return toDerivation(
    explain.json(DerivationError, "derive_pushes", isBlack, bits(pawns), bits(occupied)),
  );
}

/** @param {Position} position @param {string} square */
export function deriveMoves(position, square) {
  const from = squareIndex(square);
  enter(position);
  return toDerivation(explain.json(DerivationError, "derive_moves", from));
}

/** Returns a derivation with sets as integers. @param {any} derivation */
function toDerivation({ technique, kind, piece, squares, occupied, steps, result }) {
  /** @param {any} value */
  const toValue = (value) => {
    const copy = { ...value };
    for (const name of ["set", "pieces", "attackers"]) {
      if (name in copy) copy[name] = BigInt(copy[name]);
    }
    if (copy.type === "number") copy.value = BigInt(copy.value);
    return copy;
  };
  /** @param {any} step */
  const toStep = (step) => ({ ...step, values: step.values.map(toValue) });
  return {
    technique,
    kind,
    piece,
    squares: BigInt(squares),
    occupied: BigInt(occupied),
    steps: steps.map(toStep),
    result: BigInt(result),
  };
}

/** @param {Position} position @param {{ascii?: boolean}} [options] */
export function drawPosition(position, options) {
  const { ascii = false } = checkOptions(options, { ascii: "boolean" });
  enter(position);
  return explain.text("draw_position", Number(ascii));
}

/** @param {Position} position @param {string} move */
export function drawPositionSvg(position, move = "") {
  enter(position);
  return explain.text("draw_position_svg", explain.write(String(move)));
}

/** @param {bigint} set @param {string} caption */
export function drawSet(set, caption = "") {
  return explain.ready().text("draw_set", bits(set), explain.write(String(caption)), 0);
}

/** @param {bigint} set @param {string} caption */
export function drawSetSvg(set, caption = "") {
  return explain.ready().text("draw_set", bits(set), explain.write(String(caption)), 1);
}

/** @param {bigint} set */
export function toSquares(set) {
  return squareNames(bits(set));
}

/** @param {Iterable<string>} squares */
export function toBitboard(squares) {
  let set = 0n;
  for (const square of squares) set |= 1n << BigInt(squareIndex(square));
  return set;
}
