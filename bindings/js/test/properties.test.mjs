// Properties of any input: typed errors, positions that read back, and modules that still work.

import assert from "node:assert/strict";
import test from "node:test";

import fc from "fast-check";
import { FenError, IllegalMoveError, PackedError, Position } from "tabiya";
import { DiagnosisError, diagnose } from "tabiya/diagnosis";
import {
  DerivationError,
  DivideError,
  TECHNIQUES,
  compareDivide,
  deriveAttacks,
  derivePushes,
  drawPositionSvg,
  drawSetSvg,
  parseDivide,
  toBitboard,
  toSquares,
} from "tabiya/explain";

import { dataLines, suite } from "./support.mjs";

const RUNS = Number(process.env.TABIYA_RUNS ?? 500);

/** Positions of the suites, to which inputs are applied. */
const POSITIONS = ["tricky", "edge_cases", "chess960"].flatMap((name) =>
  suite(name).map(({ fen }) => Position.fromFen(fen, { allowImpossibleChecks: true })),
);

const position = fc.constantFrom(...POSITIONS);
const bitboard = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n });

/** A valid FEN with a changed part. */
const changedFen = fc
  .tuple(position, fc.nat(80), fc.nat(5), fc.string({ unit: "binary", maxLength: 3 }))
  .map(([valid, start, length, insert]) => {
    const fen = valid.toJSON();
    return fen.slice(0, start) + insert + fen.slice(start + length);
  });

/** Any text: of any characters, of those of chess, and nearly valid FENs. */
const text = fc.oneof(
  fc.string({ unit: "binary", maxLength: 200 }),
  fc.string({ unit: fc.constantFrom(..."pnbrqkPNBRQK12345678/ -w=+#xO0abcdefgh:.\n"), maxLength: 100 }),
  changedFen,
);

/** Checks that a function returns or throws one of some errors. */
function accepts(errors, run) {
  try {
    return run();
  } catch (error) {
    if (errors.some((type) => error instanceof type)) return undefined;
    throw error;
  }
}

/** Checks a property, and afterwards that the modules still work. */
function property(name, ...args) {
  test(name, () => {
    fc.assert(fc.property(...args), { numRuns: RUNS });
    assert.equal(Position.start().perft(3), 8_902);
    assert.equal(diagnose([{ position: Position.start(), depth: 2, nodes: 400 }]).extent, "counts-are-right");
  });
}

property("from_fen_of_any_text_throws_fen_error_or_reads_back", text, (fen) => {
  for (const options of [{}, { lenient: true }, { standardCastling: true }]) {
    const read = accepts([FenError], () => Position.fromFen(fen, options));
    if (read === undefined) continue;
    const again = Position.fromFen(read.fen({ enPassant: "always" }), { allowImpossibleChecks: true });
    assert.ok(again.equals(read));
  }
});

property("fen_error_of_any_text_has_ascending_indices_and_valid_suggestions", text, (fen) => {
  try {
    Position.fromFen(fen);
  } catch (error) {
    if (!(error instanceof FenError)) throw error;
    assert.ok(error.at.length > 0);
    assert.ok(error.at.every((index, i) => index <= fen.length && (i === 0 || error.at[i - 1] < index)));
    for (const suggestion of error.suggestions) Position.fromFen(suggestion);
  }
});

property("unpack_of_any_bytes_throws_packed_error_or_packs_again", fc.uint8Array({ maxLength: 40 }), (bytes) => {
  const read = accepts([PackedError], () => Position.unpack(bytes));
  if (read !== undefined) assert.deepEqual(read.pack(), bytes);
});

property("unpack_of_changed_bytes_throws_packed_error_or_packs_again", position, fc.nat(27), fc.nat(255), (valid, index, value) => {
  const bytes = valid.pack();
  bytes[index] = value;
  const read = accepts([PackedError], () => Position.unpack(bytes));
  if (read === undefined) return;
  assert.deepEqual(read.pack(), bytes);
  assert.equal(read.codes().length, read.moveCount);
});

property("play_of_any_text_throws_illegal_move_error_or_plays_listed_move", position, text, (root, move) => {
  const after = accepts([IllegalMoveError], () => root.play(move));
  assert.equal(after !== undefined, root.isLegal(move));
  assert.equal(root.why(move).isLegal, after !== undefined);
  if (after !== undefined) assert.ok(root.ucis().includes(root.move(move).uci));
});

property("play_of_any_code_throws_illegal_move_error_unless_listed", position, fc.integer({ min: 0, max: 65_535 }), (root, code) => {
  const isListed = root.codes().includes(code);
  const after = accepts([IllegalMoveError], () => root.play(code));
  assert.equal(after !== undefined, isListed);
  assert.equal(root.why(code).isLegal, isListed);
});

property("play_of_each_notation_yields_position_that_packs_and_reads_back", position, fc.nat(300), (root, index) => {
  const moves = root.moves();
  if (moves.length === 0) return;
  const move = moves[index % moves.length];
  const after = root.play(move.code);
  for (const form of [move, move.uci, root.san(move)]) assert.ok(root.play(form).equals(after));
  assert.ok(Position.unpack(after.pack()).equals(after));
  assert.ok(Position.fromFen(after.toJSON(), { allowImpossibleChecks: true }).equals(after));
  assert.equal(Position.unpack(after.pack()).key(), after.key());
});

property("divide_of_position_adds_up_to_perft", position, fc.integer({ min: 1, max: 2 }), (root, depth) => {
  assert.equal(root.divide(depth).reduce((sum, { nodes }) => sum + nodes, 0), root.perft(depth));
});

property("parse_divide_of_any_text_throws_divide_error_or_adds_up", text, (output) => {
  const divide = accepts([DivideError], () => parseDivide(output));
  if (divide === undefined) return;
  assert.equal(divide.rows.reduce((sum, { count }) => sum + count, 0n), divide.sum);
});

property("compare_divide_of_any_text_throws_divide_error_or_has_all_moves", position, text, (root, output) => {
  const rows = root.ucis().map((uci) => `${uci}: 1`);
  for (const lines of [output, [output, ...rows].join("\n")]) {
    const comparison = accepts([DivideError], () => compareDivide(root, 1, lines));
    if (comparison !== undefined) assert.equal(comparison.expected.length, root.moveCount);
  }
});

property("diagnose_of_any_divide_throws_typed_error_or_has_sentence", position, text, (root, output) => {
  const run = () => diagnose([{ position: root, depth: 1, divide: output }], { maxPositions: 2_000 });
  const diagnosis = accepts([DivideError, DiagnosisError], run);
  if (diagnosis !== undefined) assert.ok(diagnosis.sentence.length > 0);
});

property(
  "diagnose_of_any_counts_throws_typed_error_or_has_evidence",
  position,
  fc.integer({ min: 0, max: 31 }),
  bitboard,
  fc.integer({ min: 0, max: 60 }),
  fc.constantFrom(undefined, "captures", "enPassant", "castles", "checks", "doubleChecks", "checkmates"),
  (root, depth, large, small, category) => {
    const observations = [
      { position: root, depth, nodes: large, category },
      { position: root, depth: 1, nodes: small, category },
    ];
    const diagnosis = accepts([DiagnosisError], () => diagnose(observations, { maxPositions: 2_000 }));
    if (diagnosis !== undefined) assert.ok(diagnosis.evidence.length > 0);
  },
);

property("diagnose_with_any_limit_throws_typed_error_or_ends", fc.double(), (limit) => {
  const observation = { position: Position.start(), depth: 3, nodes: 8_000 };
  // Beyond this limit, the call would take long.
  const maxPositions = Math.min(limit, 2_000);
  accepts([DiagnosisError, RangeError], () => diagnose([observation], { maxPositions }));
});

property(
  "derive_attacks_of_any_set_throws_derivation_error_or_agrees",
  fc.constantFrom(...TECHNIQUES),
  fc.constantFrom(..."PNBRQKpnbrqk"),
  bitboard,
  bitboard,
  (technique, piece, squares, occupied) => {
    const derivation = accepts([DerivationError], () => deriveAttacks(technique, piece, squares, occupied));
    if (derivation === undefined) return;
    const single = [...toSquares(squares)].map((square) => deriveAttacks("lookup", piece, square, occupied).result);
    assert.equal(derivation.result, single.reduce((all, set) => all | set, 0n));
  },
);

property("derive_pushes_of_any_sets_avoids_occupied_squares", bitboard, bitboard, (pawns, occupied) => {
  for (const color of ["white", "black"]) {
    assert.equal(derivePushes(color, pawns, occupied).result & occupied, 0n);
  }
});

property("drawings_with_any_text_are_well_formed", position, bitboard, text, (root, set, caption) => {
  for (const svg of [drawSetSvg(set, caption), drawPositionSvg(root, caption)]) {
    assert.ok(svg.startsWith("<svg") && svg.trimEnd().endsWith("</svg>"));
    assert.equal(svg.match(/<[a-z]/g).length, svg.match(/<\/[a-z]|\/>/g).length);
  }
});

property("bitboard_of_any_integer_converts_both_ways", bitboard, (set) => {
  assert.equal(toBitboard(toSquares(set)), set);
});

test("corpora_of_fuzz_targets_cause_typed_errors_only", () => {
  for (const name of ["fen", "san", "uci", "moves", "packed", "epd"]) {
    for (const line of dataLines(`corpus/${name}.txt`)) {
      accepts([FenError], () => Position.fromFen(line, { lenient: true }));
      accepts([IllegalMoveError], () => Position.start().play(line));
      accepts([DivideError], () => parseDivide(line));
      accepts([PackedError], () => Position.unpack(new TextEncoder().encode(line)));
    }
  }
  assert.equal(Position.start().perft(3), 8_902);
});
