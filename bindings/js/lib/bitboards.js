// The entry point `tabiya/bitboards`: bitboards as text, layouts, literals and expressions.

import { bits, enterPosition, index } from "./arguments.js";
import { loaders } from "./load.js";
import { WasmModule } from "./module.js";
import { checkOptions } from "./options.js";
import { unitIndexMap } from "./text.js";

const bitboards = new WasmModule("initBitboards");

export const { init: initBitboards, initSync: initBitboardsSync } = loaders(
  bitboards,
  () => new URL("../wasm/bitboards.wasm", import.meta.url),
);

/** Returns the compiled module, for workers. */
export function compiledBitboardsModule() {
  return bitboards.ready().module;
}

/** The error of a text that is not a bitboard. */
export class BitboardError extends Error {
  /** @param {string} text @param {{message: string, at: number, found: string, expected: string}} error */
  constructor(text, { message, at, found, expected }) {
    super(message);
    this.name = "BitboardError";
    this.at = unitIndexMap(text, [at]).get(at);
    this.found = found;
    this.expected = expected;
  }
}

/** The error of an expression. */
export class ExpressionError extends Error {
  /**
   * @param {string} text
   * @param {{message: string, start: number, end: number, found: string, expected: string}} error
   */
  constructor(text, { message, start, end, found, expected }) {
    super(message);
    this.name = "ExpressionError";
    const units = unitIndexMap(text, [start, end]);
    this.at = units.get(start);
    this.end = units.get(end);
    this.found = found;
    this.expected = expected;
  }
}

/** The names of the layouts by the index of the module. */
const LAYOUTS = ["lerf", "h1-g1", "a8-b8", "h8-g8", "lefr", "a8-a7", "h1-h2", "h8-h7"];

/** The languages by the index of the module. */
export const LANGUAGES = Object.freeze(["rust", "c", "cpp", "java", "csharp", "go", "python", "javascript"]);

/** The forms by the index of the module. */
const FORMS = [...LANGUAGES, "decimal", "binary", "squares", "board"];

export function layouts() {
  return bitboards.ready().json(Error, "write_layouts");
}

export function functions() {
  return bitboards.ready().json(Error, "write_functions");
}

/** @param {string} text @param {string} layout */
export function parseBitboard(text, layout = "lerf") {
  const source = String(text);
  const layoutIndex = index("layout", LAYOUTS, layout);
  const length = bitboards.ready().write(source);
  const result = bitboards.call("parse_bitboard_text", length, layoutIndex);
  if (result < 0) throw new BitboardError(source, bitboards.error(result));
  const { set, form } = bitboards.error(-result);
  return { set: BigInt(set), form };
}

/** @param {bigint} set @param {string} form @param {string} layout */
export function formatBitboard(set, form, layout = "lerf") {
  const indices = [index("form", FORMS, form), index("layout", LAYOUTS, layout)];
  return bitboards.ready().text("write_bitboard", bits(set), ...indices);
}

/**
 * @param {string} expression
 * @param {{position?: import("./position.js").Position, variables?: Record<string, bigint>}} [options]
 */
export function evaluate(expression, options) {
  const { position, variables = {} } = checkOptions(options, { position: "object", variables: "object" });
  const source = String(expression);
  const values = Object.entries(variables);
  for (const [, value] of values) bits(value);
  bitboards.ready();
  if (position !== undefined) enterPosition(bitboards, position);
  bitboards.call("clear_variables");
  for (const [name, value] of values) bitboards.call("add_variable", bitboards.write(name), value);
  const length = bitboards.write(source);
  const result = bitboards.call("evaluate_expression", length, Number(position !== undefined));
  if (result < 0) throw new ExpressionError(source, bitboards.error(result));
  return toEvaluation(source, bitboards.error(-result));
}

/** Returns an evaluation with integers and indices of JavaScript. @param {string} source @param {any} evaluation */
function toEvaluation(source, { value, valueType: type, steps }) {
  const units = unitIndexMap(source, steps.flatMap((/** @type {any} */ step) => [step.start, step.end]));
  /** @param {any} step */
  const toStep = (step) => {
    const [start, end] = [units.get(step.start), units.get(step.end)];
    return {
      start,
      end,
      text: source.slice(start, end),
      depth: step.depth,
      type: step.valueType,
      value: BigInt(step.value),
      lost: step.lost === null ? null : BigInt(step.lost),
      overflow: step.overflow === null ? null : BigInt(step.overflow),
      note: step.note,
    };
  };
  return { value: BigInt(value), type, steps: steps.map(toStep) };
}
