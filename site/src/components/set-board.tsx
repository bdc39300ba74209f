// A small picture of a set of squares.

import type { JSX, RefObject } from "preact";
import { memo } from "preact/compat";
import { useLayoutEffect, useRef } from "preact/hooks";
import { SQUARES, type PieceType, type Color, type Square } from "tabiya";

import { text } from "../catalogue.ts";

/** The travel of a bit: its square before, and its place in the order of the bits. */
export interface Travel {
  readonly from: number;
  readonly order: number;
}

/** The bits that come to a set, and those that leave it, by their index. */
export interface Motion {
  readonly arriving: ReadonlyMap<number, Travel>;
  readonly leaving: ReadonlyMap<number, Travel>;
}

interface SetBoardProps {
  /** The set: bit 0 is a1, bit 63 is h8. */
  readonly set: bigint;
  /** The heading of the picture. */
  readonly caption: string;
  /** Squares to outline, such as those of the piece. */
  readonly outlined?: bigint;
  /** Squares that are drawn as occupied. */
  readonly occupied?: bigint;
  /** Lost squares, drawn as crosses. */
  readonly lost?: bigint;
  readonly piece?: { readonly square: Square; readonly color: Color; readonly type: PieceType };
  readonly isFlipped?: boolean;
  /** The motion that leads to the set. It runs when it changes, unless the user prefers less motion. */
  readonly motion?: Motion | null;
  /** Writes the names of files and ranks at the edge, as large pictures need them. */
  readonly hasNames?: boolean;
}

/** Returns the squares of a set, from a1 to h8. */
export function squaresOf(set: bigint): Square[] {
  return SQUARES.filter((_, index) => (set >> BigInt(index)) & 1n);
}

/** The duration of a travel in milliseconds. */
const DURATION = 650;

/** The delay of the next bit in an order, in milliseconds. */
const DELAY = 120;

/** Runs a motion in a picture. */
function useMotion(motion: Motion | null): RefObject<SVGSVGElement | null> {
  const picture = useRef<SVGSVGElement>(null);
  useLayoutEffect(() => {
    if (motion === null || matchMedia("(prefers-reduced-motion: reduce)").matches) return undefined;
    const animate = (selector: string, travels: ReadonlyMap<number, Travel>, frames: (bit: number, travel: Travel) => Keyframe[]) =>
      [...travels].flatMap(([bit, travel]) => {
        const options: KeyframeAnimationOptions = { duration: DURATION, delay: travel.order * DELAY, fill: "backwards", easing: "ease-in-out" };
        return picture.current?.querySelector(`${selector}[data-bit="${bit}"]`)?.animate(frames(bit, travel), options) ?? [];
      });
    const arriving = animate(".member", motion.arriving, (bit, { from }) => {
      const [dx, dy] = [(from & 7) - (bit & 7), (bit >> 3) - (from >> 3)];
      const isFading = from === bit;
      return [{ transform: `translate(${16 * dx}px, ${16 * dy}px)`, opacity: isFading ? 0 : 1 }, { transform: "none", opacity: 1 }];
    });
    const leaving = animate(".leaving", motion.leaving, () => [{ opacity: 1 }, { opacity: 0 }]);
    return () => {
      for (const animation of [...arriving, ...leaving]) animation.cancel();
    };
  }, [motion]);
  return picture;
}

/** A board of 8×8 cells as SVG, with a label that names the squares. It renders again only if its set changes. */
export const SetBoard = memo(function SetBoard(props: SetBoardProps): JSX.Element {
  const { set, caption, outlined = 0n, occupied = 0n, lost = 0n, isFlipped = false, hasNames = false, motion = null } = props;
  const has = (other: bigint, index: number) => ((other >> BigInt(index)) & 1n) === 1n;
  const picture = useMotion(motion);
  const cells = SQUARES.map((square, index) => {
    const [file, rank] = [index & 7, index >> 3];
    const x = 16 * (isFlipped ? 7 - file : file);
    const y = 16 * (isFlipped ? rank : 7 - rank);
    return { square, index, x, y, shade: (file + rank) % 2 === 0 ? "dark" : "light" };
  });
  return (
    <figure class={hasNames ? "set-board named" : "set-board"}>
      <svg
        ref={picture}
        viewBox={hasNames ? "-8 0 136 136" : "0 0 128 128"}
        role="img"
        aria-label={text.board.set(caption, squaresOf(set))}
      >
        {cells.map(({ square, x, y, shade }) => (
          <rect key={square} class={`cell ${shade}`} x={x} y={y} width="16" height="16" />
        ))}
        {cells.map(({ square, index, x, y }) => (
          <g key={square} transform={`translate(${x} ${y})`}>
            {motion?.leaving.has(index) === true && (
              <rect class="leaving" data-bit={index} x="2" y="2" width="12" height="12" rx="2" />
            )}
            {has(set, index) && <rect class="member" data-bit={index} x="2" y="2" width="12" height="12" rx="2" />}
            {has(occupied, index) && <circle class="occupied" cx="8" cy="8" r="3.5" />}
            {has(lost, index) && <path class="lost-halo" d="M4 4L12 12M12 4L4 12" />}
            {has(lost, index) && <path class="lost" d="M4 4L12 12M12 4L4 12" />}
            {has(outlined, index) && <rect class="outline" x="1" y="1" width="14" height="14" />}
            {hasNames && x === 0 && <text class="edge-name" x="-4.5" y="10">{square[1]}</text>}
            {hasNames && y === 112 && <text class="edge-name" x="8" y="22.5">{square[0]}</text>}
          </g>
        ))}
      </svg>
      <figcaption>{caption}</figcaption>
    </figure>
  );
});
