// A small picture of a position.

import type { JSX } from "preact";
import { SQUARES, type Piece, type PieceType, type Square } from "tabiya";

import { text } from "../catalogue.ts";
import { Arrows, type Arrow } from "./board.tsx";

const NAMES: Readonly<Record<PieceType, string>> = {
  p: "pawn",
  n: "knight",
  b: "bishop",
  r: "rook",
  q: "queen",
  k: "king",
};

interface PictureProps {
  readonly pieces: ReadonlyMap<Square, Piece>;
  readonly isFlipped?: boolean;
  readonly arrows?: readonly Arrow[];
}

/** A position as SVG, with a label that names the pieces and their squares. */
export function PositionPicture({ pieces, isFlipped = false, arrows = [] }: PictureProps): JSX.Element {
  const names = [...pieces].map(([square, piece]) => `${text.board.pieceName(piece)} ${square}`);
  return (
    <svg class="position-picture" viewBox="0 0 256 256" role="img" aria-label={names.join(", ")}>
      {SQUARES.map((square, index) => {
        const [file, rank] = [index & 7, index >> 3];
        const x = 32 * (isFlipped ? 7 - file : file);
        const y = 32 * (isFlipped ? rank : 7 - rank);
        const piece = pieces.get(square);
        return (
          <g key={square} transform={`translate(${x} ${y})`}>
            <rect class={`cell ${(file + rank) % 2 === 0 ? "dark" : "light"}`} width="32" height="32" />
            {piece !== undefined && <use class={`shape ${piece.color}`} href={`#tabiya-${NAMES[piece.type]}`} />}
          </g>
        );
      })}
      <Arrows arrows={arrows} isFlipped={isFlipped} size={256} />
    </svg>
  );
}
