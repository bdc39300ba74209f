// The entry point `tabiya/diagnosis`: the causes of wrong counts, and the edits of the rules.

import { enterPosition, index } from "./arguments.js";
import { DivideError } from "./errors.js";
import { loaders } from "./load.js";
import { WasmModule, camelCaseName, decode } from "./module.js";
import { checkOptions, quote } from "./options.js";
import { Position, checkDepth } from "./position.js";

const diagnosis = new WasmModule("initDiagnosis");

export const { init: initDiagnosis, initSync: initDiagnosisSync } = loaders(
  diagnosis,
  () => new URL("../wasm/diagnosis.wasm", import.meta.url),
);

/** Returns the compiled module, for workers. */
export function compiledDiagnosisModule() {
  return diagnosis.ready().module;
}

export { DivideError };

/** The error of a diagnosis without a result. */
export class DiagnosisError extends Error {
  /** @param {string} message */
  constructor(message) {
    super(message);
    this.name = "DiagnosisError";
  }
}

/** The categories of leaves that a count may concern. */
const CATEGORIES = [
  "captures",
  "enPassant",
  "castles",
  "promotions",
  "checks",
  "discoveredChecks",
  "doubleChecks",
  "checkmates",
];

/** The default number of positions whose moves a diagnosis generates. */
const MAX_POSITIONS = 20e6;

/** @param {any[]} observations @param {{maxPositions?: number}} [limits] */
export function diagnose(observations, limits) {
  const report = run("diagnose_observations", observations, limits);
  const { comparisons, otherTree, extent, confidence, chance, question } = report;
  return {
    ...report,
    comparisons: comparisons.map(toComparison),
    otherTree: otherTree === null ? null : otherTree.replaceAll("_", "-"),
    extent: extent.replaceAll("_", "-"),
    confidence: confidence.replaceAll("_", "-"),
    chance: chance / 1e9,
    question: question === null ? null : toQuestion(question),
  };
}

/** @param {any[]} observations @param {{maxPositions?: number}} [limits] */
export function recognize(observations, limits) {
  const found = run("recognize_observations", observations, limits);
  return found === null ? null : { ...found, tree: found.tree.replaceAll("_", "-") };
}

/** Calls an export with observations. @param {string} name @param {any[]} observations @param {unknown} limits */
function run(name, observations, limits) {
  const { maxPositions = MAX_POSITIONS } = checkOptions(limits, { maxPositions: "number" });
  if (!(maxPositions >= 0)) {
    throw new RangeError(`maxPositions: ${maxPositions}; expected a number that is not negative`);
  }
  diagnosis.ready().call("clear_observations");
  for (const observation of observations) observe(observation);
  return diagnosis.json(DiagnosisError, name, maxPositions);
}

/** Adds an observation to those of the next diagnosis. @param {any} observation */
function observe({ position, fen, depth, nodes, category, divide }) {
  if ((position === undefined) === (fen === undefined)) {
    throw new TypeError("observation: expected either a position or a fen");
  }
  if ((nodes === undefined) === (divide === undefined)) {
    throw new TypeError("observation: expected either nodes or a divide");
  }
  if (divide !== undefined && category !== undefined) {
    throw new TypeError("observation: a divide with a category; expected nodes with a category");
  }
  checkDepth(depth);
  enterPosition(diagnosis, fen === undefined ? position : Position.fromFen(fen));
  if (divide !== undefined) {
    const result = diagnosis.call("observe_divide", diagnosis.write(String(divide)), depth);
    if (result < 0) throw new DivideError(decode(diagnosis.output(-result)));
  } else if (category === undefined) {
    diagnosis.call("observe_total", depth, count(nodes));
  } else {
    index("category", CATEGORIES, category);
    const leaves = count(nodes);
    const isKnown = diagnosis.call("observe_category", diagnosis.write(category), depth, leaves);
    if (isKnown === 0) throw new Error("tabiya: the modules differ in version");
  }
}

/** Returns a number of leaves of 64 bits. @param {unknown} nodes */
function count(nodes) {
  const isInteger = typeof nodes === "bigint" || Number.isSafeInteger(nodes);
  const leaves = isInteger ? BigInt(/** @type {bigint} */ (nodes)) : -1n;
  if (leaves < 0n || leaves >= 1n << 64n) {
    throw new RangeError(`nodes: ${quote(nodes)}; expected an integer from 0 to 2^64 - 1`);
  }
  return leaves;
}

/** @param {any} comparison */
function toComparison({ depth, category, right, reported }) {
  return {
    depth,
    category: category === null ? null : camelCaseName(category),
    right: right === null ? null : BigInt(right),
    reported: BigInt(reported),
  };
}

/** @param {any} question */
function toQuestion({ fen, depth, right, answers }) {
  /** @param {any} answer */
  const toAnswer = ({ nodes, candidates }) => ({ nodes: BigInt(nodes), candidates });
  return { fen, depth, right: BigInt(right), answers: answers.map(toAnswer) };
}

export function edits() {
  return diagnosis.ready().json(Error, "write_edits");
}

/** @param {string} code */
export function editExample(code) {
  const length = diagnosis.ready().write(String(code));
  return diagnosis.json(RangeError, "write_edit_example", length);
}
