// The fields of a FEN as the editor changes them. They may describe an impossible position.

import { SQUARES, type Color, type Piece, type PieceType, type Square } from "tabiya";

/** The fields of a FEN, each as its text. */
export interface FenFields {
  readonly placement: string;
  readonly turn: string;
  readonly castling: string;
  readonly epSquare: string;
  readonly halfmoveClock: string;
  readonly fullmoveNumber: string;
}

/** Returns the fields of a FEN. Missing fields have the usual text. */
export function splitFen(fen: string): FenFields {
  const [placement = "", turn = "w", castling = "-", epSquare = "-", halfmoveClock = "0", fullmoveNumber = "1"] = fen
    .trim()
    .split(/\s+/);
  return { placement, turn, castling, epSquare, halfmoveClock, fullmoveNumber };
}

/** Returns the FEN of fields. */
export function joinFen({ placement, turn, castling, epSquare, halfmoveClock, fullmoveNumber }: FenFields): string {
  return [placement, turn, castling || "-", epSquare, halfmoveClock, fullmoveNumber].join(" ");
}

/** Returns the piece of a letter. */
export function pieceOfLetter(letter: string): Piece | null {
  const color: Color = letter === letter.toUpperCase() ? "white" : "black";
  const type = letter.toLowerCase();
  return isPieceType(type) ? { color, type } : null;
}

function isPieceType(letter: string): letter is PieceType {
  return letter.length === 1 && "pnbrqk".includes(letter);
}

/** Returns the letter of a piece. */
export function letterOfPiece({ color, type }: Piece): string {
  return color === "white" ? type.toUpperCase() : type;
}

/** Returns the pieces of a placement. Characters after eight complete ranks, and unknown ones, are ignored. */
export function readPlacement(placement: string): Map<Square, Piece> {
  const pieces = new Map<Square, Piece>();
  placement.split("/", 8).forEach((rankText, row) => {
    let file = 0;
    for (const character of rankText) {
      const piece = pieceOfLetter(character);
      const square = SQUARES[8 * (7 - row) + file];
      if (piece !== null && square !== undefined && file < 8) pieces.set(square, piece);
      file += /[1-8]/.test(character) ? Number(character) : 1;
    }
  });
  return pieces;
}

/** Returns the placement of pieces. */
export function writePlacement(pieces: ReadonlyMap<Square, Piece>): string {
  const ranks = [7, 6, 5, 4, 3, 2, 1, 0].map((rank) =>
    SQUARES.slice(8 * rank, 8 * rank + 8)
      .map((square) => {
        const piece = pieces.get(square);
        return piece === undefined ? "1" : letterOfPiece(piece);
      })
      .join("")
      .replaceAll(/1+/g, (empty) => String(empty.length)),
  );
  return ranks.join("/");
}
