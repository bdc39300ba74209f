// Tests of `tabiya/bitboards`: text, layouts, literals, expressions, and any input.

import assert from "node:assert/strict";
import test from "node:test";

import fc from "fast-check";
import { Position, SQUARES } from "tabiya";
import {
  BitboardError,
  ExpressionError,
  LANGUAGES,
  evaluate,
  formatBitboard,
  functions,
  layouts,
  parseBitboard,
} from "tabiya/bitboards";
import { deriveAttacks, toBitboard } from "tabiya/explain";

import { KIWIPETE } from "./support.mjs";

const RUNS = Number(process.env.TABIYA_RUNS ?? 500);
const FULL = 2n ** 64n - 1n;
const FORMS = [...LANGUAGES, "decimal", "binary", "squares", "board"];

const bitboard = fc.bigInt({ min: 0n, max: FULL });
const anyText = fc.oneof(
  fc.string({ unit: "binary", maxLength: 100 }),
  fc.string({ unit: fc.constantFrom(..."01x_.-+|aAh8Xb'nuL{},;() \n:é♞🜁"), maxLength: 100 }),
  fc.string({ unit: fc.constantFrom("a1", "d4", "occ", "0x1", "12", "(", ")", "{", ",", "~", "-", "*", "<<", ">>", "&", "rook(", "lsb(", "é"), maxLength: 12 }),
);

/** Returns the error of a type that a function throws, or nothing. */
function errorOf(type, run) {
  try {
    run();
  } catch (error) {
    if (error instanceof type) return error;
    throw error;
  }
  return undefined;
}

test("layouts_map_squares_to_all_bits_from_first_squares", () => {
  const names = layouts().map(({ name }) => name);
  assert.deepEqual(names, ["lerf", "h1-g1", "a8-b8", "h8-g8", "lefr", "a8-a7", "h1-h2", "h8-h7"]);
  for (const { name, description, indices } of layouts()) {
    assert.deepEqual(indices.toSorted((a, b) => a - b), Array.from({ length: 64 }, (_, index) => index), name);
    const [first, second] = [0, 1].map((bit) => SQUARES[indices.indexOf(bit)]);
    assert.ok(description.includes(`bit 0 is ${first}, bit 1 is ${second}`), name);
    for (const [square, index] of indices.entries()) {
      assert.equal(formatBitboard(1n << BigInt(square), "decimal", name), String(1n << BigInt(index)));
      assert.equal(parseBitboard(String(1n << BigInt(index)), name).set, 1n << BigInt(square));
    }
  }
});

test("literals_of_all_languages_have_64_bits", () => {
  const literals = LANGUAGES.map((language) => formatBitboard(0x80000000000000ffn, language));
  assert.deepEqual(literals, [
    "0x8000_0000_0000_00ff_u64",
    "UINT64_C(0x80000000000000ff)",
    "0x80000000000000ffULL",
    "0x80000000000000ffL",
    "0x80000000000000ffUL",
    "uint64(0x80000000000000ff)",
    "0x80000000000000ff",
    "0x80000000000000ffn",
  ]);
  assert.equal(formatBitboard(5n, "squares"), "{a1, c1}");
  assert.equal(formatBitboard(5n, "binary"), `0b${"101".padStart(64, "0")}`);
  assert.match(formatBitboard(5n, "board"), /\nX \. X \. \. \. \. \.\n$/);
});

test("parse_bitboard_of_texts_yields_set_and_form", () => {
  for (const [text, set, form] of [
    ["0xff00ULL", 0xff00n, "hexadecimal"],
    ["-1", FULL, "decimal"],
    ["0b1000_0001", 0x81n, "binary"],
    ["{a1, c3}", toBitboard(["a1", "c3"]), "squares"],
    [". . . . . . . X\n".repeat(8), toBitboard(SQUARES.filter((square) => square[0] === "h")), "board"],
  ]) {
    assert.deepEqual(parseBitboard(text), { set, form }, text);
  }
});

test("bitboard_error_after_wide_characters_counts_utf16_units", () => {
  const error = errorOf(BitboardError, () => parseBitboard("a1 🜁 c9"));
  assert.deepEqual([error.at, error.found], [3, "🜁"]);
  const late = errorOf(BitboardError, () => parseBitboard("\u2003\u20030x12g"));
  assert.deepEqual([late.name, late.at, late.found, late.expected], ["BitboardError", 6, "g", "hexadecimal digits"]);
  assert.equal(late.message, 'bitboard: found "g"; expected hexadecimal digits');
  assert.equal(errorOf(BitboardError, () => parseBitboard("🜁: \n")).at, 5);
});

test("evaluate_yields_steps_with_text_and_lost_bits", () => {
  const occupied = toBitboard(["d6", "f4"]);
  const { value, type, steps } = evaluate("rook(d4, occ) & ~file(a) << 8", { variables: { occ: occupied } });
  const rook = deriveAttacks("lookup", "R", "d4", occupied).result;
  const notFile = FULL ^ 0x0101010101010101n;
  assert.deepEqual([value, type], [rook & (notFile << 8n), "set"]);
  assert.deepEqual(steps.map(({ text, depth }) => [text, depth]), [
    ["d4", 2],
    ["occ", 2],
    ["rook(d4, occ)", 1],
    ["file(a)", 3],
    ["~file(a)", 2],
    ["8", 2],
    ["~file(a) << 8", 1],
    ["rook(d4, occ) & ~file(a) << 8", 0],
  ]);
  assert.deepEqual(steps[6], {
    start: 16,
    end: 29,
    text: "~file(a) << 8",
    depth: 1,
    type: "set",
    value: BigInt.asUintN(64, notFile << 8n),
    lost: 0xfe00000000000000n,
    overflow: null,
    note: "lost: 7 bits",
  });
  assert.deepEqual(steps[5], { start: 28, end: 29, text: "8", depth: 2, type: "number", value: 8n, lost: null, overflow: null, note: null });
});

test("evaluate_with_position_refers_to_its_pieces", () => {
  const position = Position.fromFen(KIWIPETE);
  const value = (expression) => evaluate(expression, { position }).value;
  assert.equal(value("occ"), position.bitboard("occupied"));
  assert.equal(value("white_knights"), toBitboard(["c3", "e5"]));
  assert.equal(value("k | checkers | pinned"), toBitboard(["e8"]));
  // Neither position nor variables stay for the next call.
  assert.throws(() => evaluate("occ"), { name: "ExpressionError", at: 0, end: 3, found: "occ" });
  assert.equal(evaluate("x", { variables: { x: 3n } }).value, 3n);
  assert.throws(() => evaluate("x"), { message: /^expression: unknown name "x"; expected e\.g\. d4/ });
  assert.equal(evaluate("occ & x", { position, variables: { occ: 6n, x: 3n } }).value, 2n);
});

test("expression_error_after_wide_characters_counts_utf16_units", () => {
  const error = errorOf(ExpressionError, () => evaluate("a1 |\u2003🜁 & b1"));
  assert.deepEqual([error.at, error.end, error.found], [5, 7, "🜁"]);
  const { steps } = evaluate("a1 |\u2003b1");
  assert.deepEqual(steps.map(({ start, end, text }) => [start, end, text]), [
    [0, 2, "a1"],
    [5, 7, "b1"],
    [0, 7, "a1 |\u2003b1"],
  ]);
});

test("functions_of_help_have_names_and_texts", () => {
  const help = functions();
  assert.ok(help.length > 40);
  for (const { name, signature, text } of help) {
    assert.ok(signature.startsWith(`${name}(`) && text.length > 10, name);
    const variables = { set: 1n, x: 1n, occ: 2n, mask: 3n };
    assert.equal(evaluate(signature, { variables }).steps.at(-1).text, signature);
  }
});

test("arguments_of_wrong_type_throw_range_or_type_error", () => {
  for (const set of [-1n, 2n ** 64n, 1, "1", null, undefined]) {
    assert.throws(() => formatBitboard(set, "rust"), RangeError);
    assert.throws(() => evaluate("x", { variables: { x: set } }), RangeError);
  }
  assert.throws(() => formatBitboard(1n, "cobol"), RangeError);
  assert.throws(() => formatBitboard(1n, "rust", "berf"), RangeError);
  assert.throws(() => parseBitboard("1", "berf"), RangeError);
  assert.throws(() => evaluate("a1", { position: {} }), TypeError);
  assert.throws(() => parseBitboard(undefined), BitboardError);
  assert.throws(() => evaluate(null), ExpressionError);
});

test("long_and_nested_texts_throw_typed_errors", () => {
  for (const unit of ["1", "(", "~", "a1 ", "rook(", "{", "🜁", "\ud800", ".", "\n", "|"]) {
    for (const length of [1_000, 100_000, 3_000_000]) {
      const text = unit.repeat(length);
      errorOf(BitboardError, () => parseBitboard(text));
      assert.throws(() => evaluate(text), ExpressionError);
    }
  }
  const variables = Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [`v${index}`, BigInt(index)]));
  assert.equal(evaluate("v9999", { variables }).value, 9999n);
  assert.equal(evaluate("1+".repeat(2047) + "1").steps.length, 4095);
  assert.throws(() => evaluate("x".repeat(17_000_000)), RangeError);
});

/** Checks a property, and afterwards that the module still works. */
function property(name, ...args) {
  test(name, () => {
    fc.assert(fc.property(...args), { numRuns: RUNS });
    assert.equal(evaluate("0x8000000000000000 << 1").steps.at(-1).lost, 1n << 63n);
  });
}

property("set_in_any_form_and_layout_reads_back", bitboard, fc.constantFrom(...FORMS), fc.nat(7), (set, form, index) => {
  const { name } = layouts()[index];
  assert.equal(parseBitboard(formatBitboard(set, form, name), name).set, set);
});

property("literals_of_javascript_and_java_are_the_number", bitboard, (set) => {
  assert.equal(eval(formatBitboard(set, "javascript")), set);
  assert.equal(BigInt(formatBitboard(set, "java").slice(0, -1)), set);
  assert.equal(BigInt(formatBitboard(set, "binary")), set);
  assert.equal(parseBitboard(String(BigInt.asIntN(64, set))).set, set);
});

property("operators_on_any_numbers_agree_with_bigint", bitboard, bitboard, fc.nat(70), (a, b, count) => {
  const wrap = (value) => BigInt.asUintN(64, value);
  const shift = BigInt(count);
  const nullIfZero = (bits) => (bits === 0n ? null : bits);
  for (const [expression, exact, lost, overflow = 0n] of [
    ["a + b", a + b, 0n, (a + b) >> 64n],
    ["a * b", a * b, 0n, (a * b) >> 64n],
    ["a - b", a - b, 0n, a < b ? 1n : 0n],
    ["a & b", a & b, 0n],
    ["a ^ b", a ^ b, 0n],
    ["a | b", a | b, 0n],
    ["~a", ~a, 0n],
    ["-a", -a, 0n],
    [`a << ${count}`, a << shift, a & ~(FULL >> shift)],
    [`a >> ${count}`, a >> shift, a & ((1n << shift) - 1n)],
    ["a + b * a - b", a + b * a - b, undefined],
    ["a ^ b & a | b", (a ^ (b & a)) | b, undefined],
    [`a << ${count} & b`, (a << shift) & b, undefined],
    ["~(a | b) + -a", ~(a | b) - a, undefined],
  ]) {
    const { value, steps } = evaluate(expression, { variables: { a, b } });
    assert.equal(value, wrap(exact), expression);
    if (lost === undefined) continue;
    assert.equal(steps.at(-1).lost, nullIfZero(lost), expression);
    assert.equal(steps.at(-1).overflow, nullIfZero(overflow), expression);
  }
});

property("pext_and_pdep_of_any_numbers_are_inverse_on_mask", bitboard, bitboard, (x, mask) => {
  const variables = { x, mask };
  assert.equal(evaluate("pdep(pext(x, mask), mask)", { variables }).value, x & mask);
  const bits = mask.toString(2).replaceAll("0", "").length;
  assert.equal(evaluate("pext(pdep(x, mask), mask)", { variables }).value, BigInt.asUintN(bits, x));
  assert.equal(evaluate("popcount(mask)", { variables }).value, BigInt(bits));
});

property("parse_bitboard_of_any_text_throws_bitboard_error_in_text", anyText, (text) => {
  const error = errorOf(BitboardError, () => parseBitboard(text));
  if (error === undefined) return;
  assert.ok(error.at >= 0 && error.at <= text.length);
});

property("evaluate_of_any_text_throws_expression_error_in_text", anyText, (text) => {
  const error = errorOf(ExpressionError, () => evaluate(text, { position: Position.start() }));
  if (error === undefined) return;
  assert.ok(error.at <= error.end && error.end <= text.length);
  const found = error.found.replace(/…$/, "");
  assert.ok(text.slice(error.at, error.end).toWellFormed().startsWith(found), `${text} ${found}`);
});
