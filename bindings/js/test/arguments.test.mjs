// Tests of arguments: options, bounds of sizes, and promotions that are none.

import assert from "node:assert/strict";
import test from "node:test";

import { FenError, IllegalMoveError, Position } from "tabiya";
import { evaluate, initBitboards } from "tabiya/bitboards";
import { diagnose, initDiagnosis } from "tabiya/diagnosis";
import { drawPosition, initExplain } from "tabiya/explain";

import { START } from "./support.mjs";

await Promise.all([initBitboards(), initDiagnosis(), initExplain()]);

const position = Position.start();

/** The calls with options, by the name of an option. */
const CALLS = [
  ["lenient", (options) => Position.fromFen(START, options)],
  ["allowImpossibleChecks", (options) => Position.readFen(START, options)],
  ["shredder", (options) => position.fen(options)],
  ["castling", (options) => position.dests(options)],
  ["ascii", (options) => drawPosition(position, options)],
  ["maxPositions", (options) => diagnose([{ position, depth: 1, nodes: 20 }], options)],
  ["variables", (options) => evaluate("1", options)],
];

test("unknown_option_throws_type_error_with_known_names", () => {
  for (const [name, call] of CALLS) {
    const misspelled = `${name.slice(0, -1)}z`;
    assert.throws(() => call({ [misspelled]: true }), (error) => {
      assert.ok(error instanceof TypeError);
      assert.ok(error.message.includes(`"${misspelled}"`) && error.message.includes(name), error.message);
      return true;
    });
    for (const options of [undefined, {}, { [name]: undefined }]) call(options);
    for (const options of [null, "lenient", 1]) assert.throws(() => call(options), TypeError);
  }
});

test("option_of_wrong_type_throws_type_error_with_value", () => {
  for (const [name, call] of CALLS) {
    const wrong = Symbol("wrong");
    assert.throws(() => call({ [name]: wrong }), { name: "TypeError", message: new RegExp(`^${name}: Symbol`) });
  }
  assert.throws(() => Position.fromFen(START, { lenient: "yes" }), {
    name: "TypeError",
    message: 'lenient: "yes"; expected a boolean',
  });
});

test("fen_beyond_limit_throws_fen_error_with_length", () => {
  const epd = `${START.slice(0, -4)} c0 "${"x".repeat(900)}";`;
  assert.equal(Position.fromFen(epd).fen(), START);
  for (const length of [1_025, 2_000_000, 17_000_000]) {
    for (const read of [Position.fromFen, Position.readFen]) {
      assert.throws(() => read("♞".repeat(length)), (error) => {
        assert.ok(error instanceof FenError);
        assert.equal(error.field, "length");
        assert.equal(error.message, `length: ${length} characters; expected at most 1024`);
        assert.ok(error.excerpt.text.length <= 61);
        return true;
      });
    }
  }
});

test("fen_error_has_at_most_64_indices", () => {
  for (const fen of ["8/".repeat(500), "x".repeat(1_024), `${"9".repeat(1_000)} w`]) {
    assert.throws(() => Position.fromFen(fen), (error) => error instanceof FenError && error.at.length <= 64);
  }
});

test("messages_quote_input_shortened", () => {
  const long = "x".repeat(100_000);
  for (const call of [
    () => position.play(long),
    () => position.move(long),
    () => position.play({ from: long, to: "e4" }),
    () => position.play({ from: "e2", to: "e4", promotion: long }),
    () => position.piece(long),
    () => position.bitboard(long),
    () => position.fen({ enPassant: long }),
    () => Position.fromFen(START, { [long]: true }),
    () => drawPosition(long),
  ]) {
    assert.throws(call, (error) => error.message.length < 400);
  }
});

test("promotion_of_move_that_promotes_nothing_is_ignored", () => {
  for (const promotion of ["q", "r", "b", "n", null, undefined]) {
    assert.equal(position.play({ from: "e2", to: "e4", promotion }).fen(), position.play("e4").fen());
    assert.equal(position.san({ from: "g1", to: "f3", promotion }), "Nf3");
    assert.ok(position.isLegal({ from: "e2", to: "e4", promotion }));
    assert.ok(position.why({ from: "e2", to: "e4", promotion }).isLegal);
  }
  // A king and a rook on the last ranks promote to nothing, too.
  const castling = Position.fromFen("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
  assert.equal(castling.san({ from: "a1", to: "a8", promotion: "q" }), "Rxa8+");
  assert.equal(castling.san({ from: "e1", to: "g1", promotion: "q" }), "O-O");
});

test("promotion_of_pawn_on_last_rank_is_required_and_valid", () => {
  const promoting = Position.fromFen("4k3/P7/8/8/8/8/8/4K3 w - - 0 1");
  assert.equal(promoting.san({ from: "a7", to: "a8", promotion: "n" }), "a8=N");
  assert.throws(() => promoting.play({ from: "a7", to: "a8" }), IllegalMoveError);
  for (const promotion of ["k", "p", "Q", "", "queen", 1, {}]) {
    assert.throws(() => promoting.play({ from: "a7", to: "a8", promotion }), RangeError);
    assert.throws(() => position.play({ from: "e2", to: "e4", promotion }), RangeError);
  }
});

test("move_object_without_squares_throws_type_error", () => {
  for (const move of [{}, { from: "e2" }, { to: "e4" }, { from: 12, to: 28 }, { from: null, to: undefined }]) {
    assert.throws(() => position.play(move), { name: "TypeError", message: /expected names of squares/ });
    assert.throws(() => position.isLegal(move), TypeError);
  }
});
