// A small picture of a set of squares.

import type { JSX } from "preact";
import { SQUARES, type PieceType, type Color, type Square } from "tabiya";

import { text } from "../catalogue.ts";

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
  /** Writes the names of files and ranks at the edge, as large pictures need them. */
  readonly hasNames?: boolean;
}

/** Returns the squares of a set, from a1 to h8. */
export function squaresOf(set: bigint): Square[] {
  return SQUARES.filter((_, index) => (set >> BigInt(index)) & 1n);
}

/** A board of 8×8 cells as SVG, with a label that names the squares. */
export function SetBoard(props: SetBoardProps): JSX.Element {
  const { set, caption, outlined = 0n, occupied = 0n, lost = 0n, isFlipped = false, hasNames = false } = props;
  const has = (other: bigint, index: number) => ((other >> BigInt(index)) & 1n) === 1n;
  return (
    <figure class={hasNames ? "set-board named" : "set-board"}>
      <svg viewBox={hasNames ? "-8 0 136 136" : "0 0 128 128"} role="img" aria-label={text.board.set(caption, squaresOf(set))}>
        {SQUARES.map((square, index) => {
          const [file, rank] = [index & 7, index >> 3];
          const x = 16 * (isFlipped ? 7 - file : file);
          const y = 16 * (isFlipped ? rank : 7 - rank);
          const shade = (file + rank) % 2 === 0 ? "dark" : "light";
          return (
            <g key={square} transform={`translate(${x} ${y})`}>
              <rect class={`cell ${shade}`} width="16" height="16" />
              {has(set, index) && <rect class="member" x="2" y="2" width="12" height="12" rx="2" />}
              {has(occupied, index) && <circle class="occupied" cx="8" cy="8" r="3.5" />}
              {has(lost, index) && <path class="lost-halo" d="M4 4L12 12M12 4L4 12" />}
              {has(lost, index) && <path class="lost" d="M4 4L12 12M12 4L4 12" />}
              {has(outlined, index) && <rect class="outline" x="1" y="1" width="14" height="14" />}
              {hasNames && x === 0 && <text class="edge-name" x="-4.5" y="10">{square[1]}</text>}
              {hasNames && y === 112 && <text class="edge-name" x="8" y="22.5">{square[0]}</text>}
            </g>
          );
        })}
      </svg>
      <figcaption>{caption}</figcaption>
    </figure>
  );
}
