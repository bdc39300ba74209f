// Tests of perft with published counts.

import assert from "node:assert/strict";
import test from "node:test";

import { Position } from "tabiya";

import { suite } from "./support.mjs";

/** The greatest count that is counted again. */
const MAX_NODES = 300_000;

/** Checks the counts of a suite. */
function check(name, leastCounts) {
  let checked = 0;
  for (const { fen, counts } of suite(name)) {
    const position = Position.fromFen(fen, { allowImpossibleChecks: true });
    for (const [depth, nodes] of counts.filter(([, nodes]) => nodes <= MAX_NODES)) {
      assert.equal(position.perft(depth), nodes, `${fen} depth ${depth}`);
      checked++;
    }
  }
  assert.ok(checked >= leastCounts, `${checked} counts; expected at least ${leastCounts}`);
}

for (const [name, leastCounts] of [
  ["classic", 500],
  ["tricky", 60],
  ["edge_cases", 65],
  ["random", 8_000],
  ["chess960", 1_100],
  ["dfrc", 900],
  ["single_check", 1_000],
  ["double_check", 30],
  ["en_passant", 0],
]) {
  test(`perft_of_suite_${name}_has_published_counts`, () => check(name, leastCounts));
}

test("perft_of_start_position_at_depth_6_has_published_count", () => {
  assert.equal(Position.start().perft(6), 119_060_324);
});

test("perft_at_greatest_depth_of_mate_is_zero", () => {
  const mated = Position.fromFen("R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1");
  assert.deepEqual([0, 1, 255].map((depth) => mated.perft(depth)), [1, 0, 0]);
});
