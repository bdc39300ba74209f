// An estimate of the size of a tree, so that no count of hours starts unnoticed.

import type { Position } from "tabiya";

/** The estimate from which a count must be confirmed. */
export const MAX_LEAVES = 5e9;

/** The number of leaves at depth 3 up to which depth 4 is counted. */
const MAX_SAMPLE = 100_000;

/**
 * Returns an estimate of the number of leaves, from the counts at depths up to 4.
 *
 * Numbers grow by a nearly constant factor over two plies, so that the side to move does not matter. The factor
 * itself grows or shrinks, which continues.
 */
export function estimateLeaves(position: Position, depth: number): number {
  const counts = [1, position.moveCount];
  for (let sample = 2; sample <= Math.min(depth, 4) && (counts[3] ?? 0) <= MAX_SAMPLE; sample++) {
    counts.push(position.perft(sample));
  }
  const at = (index: number) => counts[index] ?? 0;
  const ratio = (index: number) => (at(index - 2) === 0 ? 0 : at(index) / at(index - 2));
  let growth = counts.length > 4 && ratio(3) > 0 ? ratio(4) / ratio(3) : 1;
  growth = Math.min(1.2, Math.max(0.9, growth));
  let last = ratio(counts.length - 1);
  while (counts.length <= depth) {
    last *= growth;
    counts.push(at(counts.length - 2) * last);
  }
  return at(depth);
}
