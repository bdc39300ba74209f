// Tests of `tabiya/explain`: divide output, leaf categories, derivations and pictures.

import assert from "node:assert/strict";
import test from "node:test";

import { Position, SQUARES } from "tabiya";
import {
  DerivationError,
  DivideError,
  TECHNIQUES,
  compareDivide,
  deriveAttacks,
  deriveMoves,
  derivePushes,
  drawPosition,
  drawPositionSvg,
  drawSet,
  drawSetSvg,
  leafCategories,
  parseDivide,
  techniqueApplies,
  toBitboard,
  toSquares,
} from "tabiya/explain";

import { KIWIPETE, START, dataLines } from "./support.mjs";

test("parse_divide_of_engine_outputs_yields_rows_and_total", () => {
  for (const text of [
    "e2e4: 20\ng1f3: 20\n\nNodes searched: 40\n",
    "1. e2e4 20\n2. g1f3 20\ntotal 40\n",
    "info string e2e4: 20\ninfo string g1f3: 20\nperft(2)=40\n",
  ]) {
    const expected = {
      rows: [
        { move: "e2e4", count: 20n },
        { move: "g1f3", count: 20n },
      ],
      sum: 40n,
      total: 40n,
      otherLines: [],
      otherLineCount: 0,
    };
    assert.deepEqual(parseDivide(text), expected);
  }
});

test("parse_divide_of_long_counts_loses_no_digit", () => {
  const { rows, sum, total } = parseDivide("e2e4: 9007199254740993\nd2d4: 340282366920938463463374607431768211455");
  assert.deepEqual(rows.map(({ count }) => count), [9007199254740993n, 2n ** 128n - 1n]);
  assert.deepEqual([sum, total], [2n ** 128n - 1n, null]);
});

test("parse_divide_of_text_without_counts_throws_divide_error", () => {
  for (const [text, message] of [
    ["", "no counts; expected lines like `e2e4: 20`"],
    ["Nodes: 20", "found only a total of 20; expected lines like `e2e4: 20`"],
    ['he said "1234567890123456789"', /^found "he said "1234567890123456789""/],
  ]) {
    assert.throws(() => parseDivide(text), { name: "DivideError", message });
    assert.throws(() => parseDivide(text), DivideError);
  }
});

test("compare_divide_with_wrong_moves_names_reasons", () => {
  const position = Position.fromFen("4k3/4r3/8/8/8/8/8/4KB2 w - - 0 1");
  const comparison = compareDivide(position, 1, "Kd1: 1\nKd2: 2\nKf2: 1\nf1d3: 1\nTotal: 4\n");
  assert.equal(comparison.isRight, false);
  assert.deepEqual(comparison.moves.map(({ error, move, category }) => [error, move, category]), [
    ["extra", "f1d3", "evasions"],
    ["missing", "f1e2", "evasions"],
  ]);
  assert.deepEqual(comparison.moves[0].evidence.attackers, ["e7"]);
  assert.equal(comparison.moves[1].san, "Be2");
  assert.deepEqual(comparison.counts, [{ uci: "e1d2", expected: 1n, found: 2n }]);
  assert.deepEqual(comparison.total, { sum: 5n, found: 4n });
  assert.equal(comparison.expected.length, 4);
});

test("compare_divide_with_right_counts_is_right", () => {
  const position = Position.fromFen(KIWIPETE);
  const text = position.divide(3).map(({ uci, nodes }) => `${uci}: ${nodes}`).join("\n");
  const { isRight, moves, counts, total } = compareDivide(position, 3, text);
  assert.deepEqual([isRight, moves, counts, total], [true, [], [], null]);
  // The counts of an earlier comparison that failed do not matter.
  assert.throws(() => compareDivide(position, 2, ""), DivideError);
  assert.equal(compareDivide(position, 3, text).isRight, true);
});

/** The positions of the page "Perft Results" of the Chess Programming Wiki. */
const POSITIONS = {
  start: START,
  "position 2": KIWIPETE,
  "position 3": "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
  "position 4": "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
  "position 5": "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
  "position 6": "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
};

test("leaf_categories_of_wiki_positions_have_published_numbers", () => {
  let checked = 0;
  for (const line of dataLines("perft/categories.tsv")) {
    const [name, depth, ...cells] = line.split("\t");
    if (Number(cells[0]) > 300_000) continue;
    const numbers = Object.values(leafCategories(Position.fromFen(POSITIONS[name]), Number(depth)));
    // A cell is a number, a wrong number with the recounted one, or a dash.
    const expected = cells.map((cell, index) => (cell === "-" ? numbers[index] : Number(cell.split("=").at(-1))));
    assert.deepEqual(numbers, expected, line);
    checked++;
  }
  assert.ok(checked >= 20, `${checked} rows`);
});

test("derive_attacks_by_all_techniques_yields_attacks_of_position", () => {
  const occupied = toBitboard(["d6", "f4", "b2", "g7", "d2"]);
  let derived = 0;
  for (const letter of "PNBRQKpnbrqk") {
    const results = new Set();
    for (const technique of TECHNIQUES) {
      if (!techniqueApplies(technique, letter.toLowerCase())) {
        assert.throws(() => deriveAttacks(technique, letter, "d4", occupied), DerivationError);
        continue;
      }
      const derivation = deriveAttacks(technique, letter, "d4", occupied);
      results.add(derivation.result);
      assert.equal(derivation.squares, toBitboard(["d4"]));
      assert.equal(derivation.occupied, occupied);
      const last = derivation.steps.at(-1).values.filter(({ type }) => type === "set").at(-1);
      assert.equal(last.set, derivation.result);
      derived++;
    }
    assert.equal(results.size, 1, letter);
  }
  assert.equal(derived, 2 * (4 + 5 + 7 * 3 + 5));
});

test("derive_attacks_by_magic_has_steps_with_numbers", () => {
  const { steps } = deriveAttacks("magic", "B", "c1", toBitboard(["e3", "g5"]));
  assert.deepEqual(steps.map(({ title }) => title), ["mask", "occupied & mask", "product", "index", "attacks"]);
  const shift = steps[3].values.find(({ name }) => name === "shift");
  assert.deepEqual(shift, { type: "number", name: "shift", value: 59n });
});

test("derive_attacks_of_set_needs_setwise_technique", () => {
  const rank = 0xff00n;
  assert.equal(deriveAttacks("shifts", "P", rank).result, 0xff0000n);
  assert.throws(() => deriveAttacks("lookup", "P", rank), {
    name: "DerivationError",
    message: "squares: 8 with lookup; expected one",
  });
});

test("derive_pushes_of_pawns_stops_at_blockers", () => {
  const pawns = toBitboard(["a2", "h2"]);
  const { kind, result } = derivePushes("white", pawns, pawns | toBitboard(["h4"]));
  assert.deepEqual([kind, toSquares(result)], ["pushes", ["a3", "h3", "a4"]]);
  assert.deepEqual(toSquares(derivePushes("black", toBitboard(["c7"]), 0n).result), ["c5", "c6"]);
});

test("derive_moves_of_pinned_piece_shows_attackers", () => {
  const position = Position.fromFen("4k3/8/8/8/1b6/2N5/8/4K3 w - - 0 1");
  const { result, steps } = deriveMoves(position, "c3");
  assert.equal(result, 0n);
  const tests = steps.flatMap(({ values }) => values.filter(({ type }) => type === "move"));
  assert.ok(tests.length > 0 && tests.every(({ attackers }) => attackers === toBitboard(["b4"])));
  assert.throws(() => deriveMoves(position, "e8"), DerivationError);
});

test("draw_position_as_text_and_svg_marks_evidence", () => {
  const position = Position.fromFen("4r1k1/8/8/8/8/8/4N3/4K3 w - - 0 1");
  assert.match(drawPosition(position, { ascii: true }), /\n2 \. {2}\. {2}\. {2}\. \(N\)/);
  assert.match(drawPosition(position), /♖|♜/);
  const plain = drawPositionSvg(position);
  const evidence = drawPositionSvg(position, "Nc3");
  assert.match(plain, /^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg"/);
  assert.ok(evidence.includes("tabiya-attack") && !plain.includes("tabiya-attack"));
});

test("draw_set_escapes_caption_and_marks_squares", () => {
  assert.match(drawSet(0xff00n, "rank 2"), /^rank 2\n8 \. .*\n2 X X X X X X X X\n/s);
  const svg = drawSetSvg(1n << 63n, '<script>"&');
  assert.ok(svg.includes("&lt;script&gt;") && !svg.includes("<script>"));
});

test("bitboard_of_squares_converts_both_ways", () => {
  assert.equal(toBitboard(["a1", "h8"]), (1n << 63n) | 1n);
  assert.deepEqual(toSquares(2n ** 64n - 1n), SQUARES);
  for (const set of [-1n, 2n ** 64n, 1, "1"]) assert.throws(() => toSquares(set), RangeError);
  assert.throws(() => toBitboard(["i1"]), RangeError);
});

test("divide_names_lines_that_are_not_read", () => {
  const { rows, otherLines, otherLineCount } = parseDivide("380 a2a3\nTime: 1 ms\nsome text\n420 b2b3\n");
  assert.deepEqual(rows, [{ move: "a2a3", count: 380n }, { move: "b2b3", count: 420n }]);
  assert.deepEqual([otherLines, otherLineCount], [["Time: 1 ms", "some text"], 2]);
  assert.equal(parseDivide("e2e4: 20").otherLineCount, 0);
});
