// Arguments of functions: positions, sets and names.

import { quote } from "./options.js";
import { Position } from "./position.js";

/**
 * Copies a position to the slot of a module.
 *
 * @param {import("./module.js").WasmModule} module
 * @param {unknown} position
 */
export function enterPosition(module, position) {
  if (!(position instanceof Position)) {
    throw new TypeError(`position: ${quote(position)}; expected a Position`);
  }
  const length = module.ready().writeBytes(position.pack());
  if (module.call("unpack", length) < 0) throw new Error("tabiya: the modules differ in version");
}

/** Returns a set that has 64 bits. @param {unknown} set */
export function bits(set) {
  if (typeof set !== "bigint" || set < 0n || set >= 1n << 64n) {
    throw new RangeError(`bitboard: ${quote(set)}; expected a bigint from 0n to 2n ** 64n - 1n`);
  }
  return set;
}

/** Returns the index of a name. @param {string} what @param {ArrayLike<string>} names @param {string} name */
export function index(what, names, name) {
  const position = Array.from(names).indexOf(name);
  if (position < 0) {
    throw new RangeError(`${what}: ${quote(name)}; expected ${Array.from(names).join(", ")}`);
  }
  return position;
}
