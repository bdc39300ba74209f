// The bits that PEXT gathers: each goes from its square to its place in the index.

import type { JSX } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { SQUARES } from "tabiya";

import { text } from "../../catalogue/all.ts";
import type { Values } from "./step.ts";

/** The size of a square, in units of the picture. */
const SQUARE = 16;

/** The width of an index bit. */
const BIT = 10;

/** The top of the index. */
const TOP = 138;

/** The duration of a travel in milliseconds. */
const DURATION = 600;

/** The delay of the next bit in milliseconds. */
const DELAY = 150;

/** A board with the bits of the mask in their order, and below it the index that they form. */
export function GatherPicture({ values }: { readonly values: Values<"bit"> }): JSX.Element {
  const picture = useRef<SVGSVGElement>(null);
  const squares = values.map(({ square }) => SQUARES.indexOf(square));
  const place = (order: number) => 128 - BIT * (order + 1);
  useLayoutEffect(() => {
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) return undefined;
    const bits = [...(picture.current?.querySelectorAll(".index-bit") ?? [])];
    const animations = bits.map((bit, order) => {
      const square = squares[order] ?? 0;
      const [x, y] = [SQUARE * (square & 7) + 3, SQUARE * (7 - (square >> 3)) + 2];
      const frames = [{ transform: `translate(${x - place(order)}px, ${y - TOP}px)` }, { transform: "none" }];
      return bit.animate(frames, { duration: DURATION, delay: order * DELAY, fill: "backwards", easing: "ease-in-out" });
    });
    return () => {
      for (const animation of animations) animation.cancel();
    };
  }, [values]);
  return (
    <figure class="set-board number-board">
      <svg ref={picture} viewBox="0 0 128 152" role="img" aria-label={text.tables.pextLabel(values.map(({ square }) => square))}>
        {SQUARES.map((square, index) => {
          const [file, rank] = [index & 7, index >> 3];
          const order = squares.indexOf(index);
          const isMember = values[order]?.isOccupied === true;
          return (
            <g key={square} transform={`translate(${SQUARE * file} ${SQUARE * (7 - rank)})`}>
              <rect class={`cell ${(file + rank) % 2 === 0 ? "dark" : "light"}`} width={SQUARE} height={SQUARE} />
              {isMember && <rect class="member" x="1" y="1" width="14" height="14" rx="2" />}
              {order >= 0 && (
                <text class={isMember ? "cell-number in-member" : "cell-number"} x="8" y="10.6">
                  {order}
                </text>
              )}
            </g>
          );
        })}
        {values.map(({ square, isOccupied }, order) => (
          <g key={square} class={`index-bit${isOccupied ? " is-set" : ""}`}>
            <rect x={place(order)} y={TOP} width={BIT - 1} height="12" rx="1.5" />
            <text x={place(order) + 4.5} y={TOP + 8.7}>
              {isOccupied ? 1 : 0}
            </text>
          </g>
        ))}
      </svg>
      <figcaption>{text.tables.pextCaption}</figcaption>
    </figure>
  );
}
