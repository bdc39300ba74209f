// The evidence of a verdict as marks and arrows of a board.

import type { Evidence, Square } from "tabiya";

import type { Arrow } from "./board.tsx";
import type { Mark } from "./mark.ts";

/** Returns the roles of the squares. A square of several roles has several marks. */
export function marksOf(evidence: Evidence): ReadonlyMap<Square, readonly Mark[]> {
  const { origin, target, captured, attackers, attacked, blockers, safe, line, squares } = evidence;
  const marks = new Map<Square, Mark[]>();
  const add = (mark: Mark, squares: readonly (Square | null)[]) => {
    for (const square of squares) {
      if (square !== null) marks.set(square, [...(marks.get(square) ?? []), mark]);
    }
  };
  add("origin", [origin]);
  add("target", [target]);
  add("captured", [captured]);
  add("attacker", attackers);
  add("attacked", attacked);
  add("blocker", blockers);
  add("safe", safe);
  add("named", squares.filter((square) => !marks.has(square)));
  // A square between two pieces has no other role unless a piece moves through it.
  add("line", line.filter((square) => !marks.has(square)));
  return marks;
}

/** Returns the arrow of the move, and an arrow from each attacker to each attacked square. */
export function arrowsOf({ origin, target, attackers, attacked }: Evidence): readonly Arrow[] {
  const arrows: Arrow[] = [];
  if (origin !== null && target !== null && origin !== target) {
    arrows.push({ from: origin, to: target, kind: "move" });
  }
  for (const from of attackers) {
    for (const to of attacked) {
      if (from !== to) arrows.push({ from, to, kind: "attack" });
    }
  }
  return arrows;
}
