// A board of numbers, such as the bit index of each square.

import type { JSX } from "preact";
import { SQUARES, type Square } from "tabiya";

interface NumberBoardProps {
  readonly caption: string;
  /** The text on each square. Squares without a text are plain. */
  readonly numbers: ReadonlyMap<Square, string>;
  /** The description for screen readers. */
  readonly label: string;
}

/** A board of 8×8 cells with numbers, White at the bottom. */
export function NumberBoard({ caption, numbers, label }: NumberBoardProps): JSX.Element {
  return (
    <figure class="set-board number-board">
      <svg viewBox="0 0 128 128" role="img" aria-label={label}>
        {SQUARES.map((square, index) => {
          const [file, rank] = [index & 7, index >> 3];
          return (
            <g key={square} transform={`translate(${16 * file} ${16 * (7 - rank)})`}>
              <rect class={`cell ${(file + rank) % 2 === 0 ? "dark" : "light"}`} width="16" height="16" />
              <text class="cell-number" x="8" y="10.6">
                {numbers.get(square)}
              </text>
            </g>
          );
        })}
      </svg>
      <figcaption>{caption}</figcaption>
    </figure>
  );
}
