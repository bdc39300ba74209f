// The shapes of marks, so that they differ without colors.

import type { JSX } from "preact";

import type { Mark } from "./mark.ts";

/** The paths of the shapes in a square of 32 units. Marks without a path fill the square. */
const PATHS: Readonly<Partial<Record<Mark, string>>> = {
  origin: "M2 9V2H9M23 2H30V9M30 23V30H23M9 30H2V23",
  target: "M2 2H30V30H2Z",
  attacker: "M16 2A14 14 0 1 1 15.9 2Z",
  checker: "M16 2A14 14 0 1 1 15.9 2Z",
  attacked: "M16 1.5L20 6.5L26.3 5.7L25.5 12L30.5 16L25.5 20L26.3 26.3L20 25.5L16 30.5L12 25.5L5.7 26.3L6.5 20L1.5 16L6.5 12L5.7 5.7L12 6.5Z",
  captured: "M4 4L28 28M28 4L4 28",
  blocker: "M16 1.5L30.5 16L16 30.5L1.5 16Z",
  pinned: "M16 1.5L30.5 16L16 30.5L1.5 16Z",
  safe: "M3 24V29H8M3 8V3H8M24 3H29V8M29 24V29H24M12 16.5L15 19.5L20.5 12.5",
  named: "M2 2H11L2 11Z",
  line: "M13 16A3 3 0 1 1 13 16.1Z",
  drawn: "M16 2A14 14 0 1 1 15.9 2Z",
};

/** Tests whether a mark has a shape. */
export function hasShape(mark: Mark): boolean {
  return mark in PATHS;
}

/** The shapes of marks, with a halo that separates them from the square if it is not filled. */
export function MarkShapes({ marks }: { readonly marks: readonly Mark[] }): JSX.Element | null {
  const drawn = marks.filter(hasShape);
  if (drawn.length === 0) return null;
  return (
    <svg class="mark-shapes" viewBox="0 0 32 32" aria-hidden="true">
      {drawn.map((mark) => (
        <>
          {mark !== "attacked" && <path class="halo" d={PATHS[mark] ?? ""} />}
          <path class={`shape-${mark}`} d={PATHS[mark] ?? ""} />
        </>
      ))}
    </svg>
  );
}
