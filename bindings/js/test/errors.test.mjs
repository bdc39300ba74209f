// Tests of the typed errors: FENs, moves, packed positions and arguments.

import assert from "node:assert/strict";
import test from "node:test";

import { FenError, IllegalMoveError, PackedError, Position } from "tabiya";

import { START, dataLines } from "./support.mjs";

/** Returns the error that a function throws. */
function thrown(run) {
  try {
    run();
  } catch (error) {
    return error;
  }
  return assert.fail("no error");
}

test("from_fen_of_verdicts_agrees_with_file", () => {
  let rejected = 0;
  for (const line of dataLines("fen/verdicts.tsv")) {
    const [fen, verdict, written] = line.split("\t");
    if (verdict === "accepted") {
      assert.equal(Position.fromFen(fen).fen({ enPassant: "always" }), written, fen);
    } else {
      const error = thrown(() => Position.fromFen(fen));
      assert.ok(error instanceof FenError, fen);
      assert.equal(error.message, written, fen);
      assert.equal(error.fen, fen);
      rejected++;
    }
  }
  assert.ok(rejected > 50, `${rejected} FENs were rejected`);
});

test("from_fen_of_corpora_agrees_with_file", () => {
  for (const fen of dataLines("fen/valid.fen")) {
    assert.equal(Position.fromFen(fen).fen({ enPassant: "always", shredder: true }), fen);
  }
  for (const fen of dataLines("fen/invalid.fen")) {
    assert.throws(() => Position.fromFen(fen), FenError, fen);
  }
});

/** Checks the parts of the error of a FEN. */
function checkFen(fen, { field, at, found, suggestions = [], options }) {
  const error = thrown(() => Position.fromFen(fen, options));
  const actual = { field: error.field, at: error.at, found: error.found, suggestions: error.suggestions };
  assert.deepEqual(actual, { field, at, found, suggestions }, fen);
  assert.equal(error.name, "FenError");
  assert.ok(error.rule.length > 10 && error.message.length > 5, fen);
  for (const suggestion of error.suggestions) Position.fromFen(suggestion);
}

test("fen_error_of_castling_right_names_letter_and_suggests_fen", () => {
  const fen = "r3k2r/8/8/8/8/8/8/R3K3 w KQkq - 0 1";
  const suggestions = ["r3k2r/8/8/8/8/8/8/R3K3 w Qkq - 0 1"];
  checkFen(fen, { field: "castling", at: [25], found: "K", suggestions });
  const error = thrown(() => Position.fromFen(fen));
  assert.equal(error.excerpt.text, fen);
  assert.equal(error.excerpt.carets, `${" ".repeat(25)}^`);
  assert.equal(error.advice, "remove the right, or place king and rook on the back rank");
});

test("fen_error_of_missing_fields_is_at_end", () => {
  checkFen("", { field: "empty FEN", at: [0], found: "" });
  const suggestions = ["4k3/8/8/8/8/8/8/4K3 w - - 0 1"];
  checkFen("4k3/8/8/8/8/8/8/4K3", { field: "side to move", at: [19], found: "", suggestions });
});

test("fen_error_after_wide_characters_counts_utf16_units", () => {
  checkFen("4k3/8/8/8/8/8/8/4K3 w - - 0 1 ♞🜁x", {
    field: "trailing text",
    at: [30, 31, 33],
    found: "♞🜁x",
    suggestions: ["4k3/8/8/8/8/8/8/4K3 w - - 0 1"],
  });
});

test("fen_error_by_options_depends_on_them", () => {
  const composed = "4k3/8/3N1N2/8/8/8/8/4K3 b - - 0 1";
  assert.equal(thrown(() => Position.fromFen(composed)).field, "impossible check");
  assert.equal(Position.fromFen(composed, { allowImpossibleChecks: true }).fen(), composed);
  const chess960 = "4k3/8/8/8/8/8/8/4KR2 w F - 0 1";
  assert.equal(Position.fromFen(chess960).isChess960, true);
  assert.throws(() => Position.fromFen(chess960, { standardCastling: true }), FenError);
});

/** Checks the code, sentence and squares of an illegal move. */
function checkMove(fen, move, { code, sentence, squares }) {
  const position = Position.fromFen(fen);
  const error = thrown(() => position.play(move));
  assert.ok(error instanceof IllegalMoveError, `${fen} ${move}`);
  const actual = { code: error.code, sentence: error.sentence, squares: error.squares };
  assert.deepEqual(actual, { code, sentence, squares }, `${fen} ${move}`);
  assert.equal(error.fen, fen);
  assert.equal(error.move, typeof move === "object" ? move.from + move.to : String(move));
  assert.equal(position.isLegal(move), false);
  assert.throws(() => position.move(move), IllegalMoveError);
  assert.throws(() => position.san(move), IllegalMoveError);
  const { isLegal, code: reason, evidence } = position.why(move);
  assert.deepEqual([isLegal, reason, evidence.squares], [false, code, squares]);
}

test("illegal_move_error_of_pin_names_rook_knight_and_king", () => {
  const expected = {
    code: "pinned",
    sentence: "the white knight on e2 is pinned on the e-file by the black rook on e8",
    squares: ["e1", "e2", "c3", "e8"],
  };
  const fen = "4r1k1/8/8/8/8/8/4N3/4K3 w - - 0 1";
  for (const move of ["Nc3", "e2c3", { from: "e2", to: "c3" }]) checkMove(fen, move, expected);
});

test("illegal_move_error_of_text_without_move_has_code", () => {
  const sentence = '"castle": not a move; expected e.g. e2e4, e7e8q, Nf3, exd8=Q or O-O';
  checkMove(START, "castle", { code: "not-a-move", sentence, squares: [] });
  checkMove(START, "0000", { code: "null-move", sentence: "a null move is not a legal move", squares: [] });
});

test("illegal_move_error_of_code_names_squares", () => {
  const a1a8 = Position.fromFen("4k3/8/8/8/8/8/8/R3K3 w - - 0 1").move("Ra8").code;
  checkMove(START, a1a8, {
    code: "blocked",
    sentence: "the white pawn on a2 blocks the white rook on a1",
    squares: ["a1", "a2", "a7", "a8"],
  });
  checkMove(START, 0, {
    code: "not-a-move",
    sentence: "code 0: not a move; expected that of a legal move",
    squares: [],
  });
});

test("why_of_legal_move_has_notation_and_evidence", () => {
  const position = Position.fromFen("4k3/4r3/8/8/8/8/8/4KB2 w - - 0 1");
  const { isLegal, code, uci, san, sentence, evidence } = position.why("Be2");
  assert.deepEqual([isLegal, code, uci, san], [true, "legal", "f1e2", "Be2"]);
  assert.match(sentence, /blocks the check by the black rook on e7$/);
  assert.deepEqual(evidence.attackers, ["e7"]);
  assert.deepEqual(evidence.line, ["e2", "e3", "e4", "e5", "e6"]);
});

test("move_of_wrong_type_throws_type_error", () => {
  for (const move of [null, undefined, true, 1n, Symbol("e4")]) {
    assert.throws(() => Position.start().play(move), TypeError);
  }
});

test("move_of_number_that_is_not_code_is_illegal", () => {
  for (const move of [-1, 65_536, 0.5, NaN, Infinity]) {
    assert.throws(() => Position.start().play(move), IllegalMoveError, String(move));
  }
});

test("packed_error_of_bytes_names_problem", () => {
  const bytes = Position.start().pack();
  bytes[26] = 0;
  for (const [input, message] of [
    [bytes, /^packed position: fullmove number/],
    [new Uint8Array(28), /^packed position: /],
    [new Uint8Array(0), /^packed position: found 0 bytes; expected 28$/],
    [new Uint8Array(29), /^packed position: found 29 bytes; expected 28$/],
  ]) {
    const error = thrown(() => Position.unpack(input));
    assert.ok(error instanceof PackedError);
    assert.match(error.message, message);
  }
  assert.throws(() => Position.unpack(new Uint8Array(20_000_000)), RangeError);
  assert.throws(() => Position.unpack("text"), TypeError);
});

test("depth_out_of_range_throws_range_error", () => {
  for (const depth of [-1, 256, 1.5, NaN, "3", undefined]) {
    assert.throws(() => Position.start().perft(depth), RangeError, String(depth));
    assert.throws(() => Position.start().divide(depth), RangeError, String(depth));
  }
});
