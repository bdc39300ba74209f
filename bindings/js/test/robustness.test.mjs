// Tests of modules that fail, of memory that grows, and of input at the limits of size.

import assert from "node:assert/strict";
import test from "node:test";

import { FenError, IllegalMoveError, Position } from "tabiya";
import { DiagnosisError, diagnose, editExample } from "tabiya/diagnosis";
import { DivideError, drawSet, parseDivide } from "tabiya/explain";

// The module is private: the package does not export its path.
import { play } from "../lib/play.js";

import { START } from "./support.mjs";

/** Bytes of a module whose function `trap` fails. */
const TRAP = new Uint8Array([
  0, 97, 115, 109, 1, 0, 0, 0, 1, 4, 1, 96, 0, 0, 3, 2, 1, 0, 7, 8, 1, 4, 116, 114, 97, 112, 0, 0, 10, 5, 1, 3, 0,
  0, 11,
]);

/** Calls a function while an export of the module traps. */
function withTrap(name, run) {
  const { trap } = new WebAssembly.Instance(new WebAssembly.Module(TRAP), {}).exports;
  const before = play.exports;
  play.exports = { ...before, [name]: trap };
  assert.throws(run, WebAssembly.RuntimeError, name);
  assert.ok(play.isStale, name);
}

test("trap_in_any_export_restarts_module_and_keeps_positions", () => {
  const position = Position.fromFen(START).play("e4");
  const fen = position.fen();
  for (const [name, run] of [
    ["legal_moves", () => position.codes()],
    ["make_move", () => position.play(position.codes()[0])],
    ["make_move_of_text", () => position.play("e5")],
    ["read_fen", () => Position.fromFen(START)],
    ["count_leaves", () => position.perft(2)],
    ["explain_move_text", () => position.why("e5")],
    ["write_sans", () => position.sans()],
    ["pack", () => position.pack()],
  ]) {
    // A code exists before the export traps.
    if (name === "make_move") {
      const [code] = position.codes();
      withTrap(name, () => position.play(code));
    } else {
      withTrap(name, run);
    }
    assert.equal(position.fen(), fen, name);
    assert.equal(position.perft(3), 13_160, name);
    assert.equal(position.play("e5").moveCount, 29, name);
  }
});

/** Returns the result of a function at a depth of recursion where the stack of JavaScript is nearly full. */
function atFullStack(run) {
  let result;
  const descend = () => {
    try {
      descend();
    } catch (error) {
      // If the function overflows the stack again, the caller tries it with a bit more stack.
      if (!(error instanceof RangeError)) throw error;
      result = run();
    }
  };
  descend();
  return result;
}

test("stack_overflow_in_call_leaves_module_working", () => {
  const position = Position.start();
  for (let round = 0; round < 200; round++) {
    assert.equal(atFullStack(() => position.perft(3)), 8_902);
    assert.equal(atFullStack(() => position.codes().length), 20);
    assert.equal(atFullStack(() => position.play("Nf3").turn), "black");
  }
  assert.equal(position.perft(4), 197_281);
});

test("long_texts_throw_typed_errors", () => {
  const position = Position.start();
  for (const length of [1_000, 1_000_000, 5_000_000]) {
    for (const unit of ["x", "8", "♞", "\ud800"]) {
      const text = unit.repeat(length);
      assert.throws(() => Position.fromFen(text), FenError);
      assert.throws(() => Position.fromFen(text, { lenient: true }), FenError);
      assert.throws(() => position.play(text), IllegalMoveError);
      assert.throws(() => parseDivide(text), DivideError);
    }
  }
  assert.equal(position.perft(3), 8_902);
});

test("texts_beyond_limit_throw_range_error", () => {
  const limit = 16 * 1024 * 1024;
  for (const text of ["x".repeat(limit + 1), "♞".repeat(limit / 3 + 1)]) {
    assert.throws(() => Position.fromFen(text), FenError);
    assert.throws(() => parseDivide(text), RangeError);
  }
  assert.throws(() => parseDivide("x".repeat(limit)), DivideError);
});

test("memory_that_grows_keeps_positions_and_results", () => {
  const position = Position.start().play("d4");
  const pages = play.memory.buffer.byteLength;
  const [before, codes] = [position.fen(), position.codes()];
  play.memory.grow(16);
  assert.ok(play.memory.buffer.byteLength > pages);
  play.refresh();
  assert.equal(position.fen(), before);
  assert.deepEqual(position.codes(), codes);
  assert.equal(position.play("d5").moveCount, 27);
});

test("many_observations_grow_memory_and_throw_typed_error", () => {
  const observation = { position: Position.start(), depth: 2, nodes: 399 };
  const observations = Array(100_000).fill(observation);
  assert.throws(() => diagnose(observations, { maxPositions: 100 }), DiagnosisError);
  assert.equal(diagnose(observations.slice(0, 3)).comparisons.length, 3);
});

test("diagnosis_of_extreme_counts_yields_result_or_typed_error", () => {
  const position = Position.start();
  for (const nodes of [0n, 1n, 2n ** 53n, 2n ** 63n - 1n, 2n ** 63n, 2n ** 64n - 1n]) {
    for (const depth of [1, 3, 30]) {
      try {
        assert.notEqual(diagnose([{ position, depth, nodes }], { maxPositions: 10_000 }).confidence, "right");
      } catch (error) {
        if (!(error instanceof DiagnosisError)) throw error;
      }
    }
    const divide = `e2e4: ${nodes}\nd2d4: ${nodes}`;
    assert.equal(diagnose([{ position, depth: 1, divide }]).comparisons[0].right, 20n);
    const captures = { position, depth: 1, nodes, category: "captures" };
    assert.equal(diagnose([captures]).comparisons[0].right, 0n);
  }
  assert.throws(() => diagnose([{ position, depth: 1, divide: `e2e4: ${2n ** 64n}` }]), DivideError);
  for (const code of ["", "x".repeat(1_000_000), "\ud800"]) assert.throws(() => editExample(code), RangeError);
});

test("divide_output_with_many_rows_throws_divide_error", () => {
  const rows = "e2e4: 20\n".repeat(1_000_000);
  assert.throws(() => parseDivide(rows), { name: "DivideError", message: "more than 1000 root moves" });
  assert.equal(parseDivide("e2e4: 20\n".repeat(500)).rows.length, 500);
});

test("caption_with_any_characters_is_drawn", () => {
  for (const caption of ["", "♞ \u0000 \u202e", "x".repeat(100_000), "\ud800"]) {
    assert.ok(drawSet(1n, caption).includes("\n1 X . . . . . . .\n"));
  }
});
