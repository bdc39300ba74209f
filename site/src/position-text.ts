// Positions as people have them: commands of UCI, links of Lichess, moves.

import { Position } from "tabiya";

import { START_FEN } from "./position.ts";

/** A link to a board of Lichess, with the FEN as its path. */
const LICHESS = /^https?:\/\/(?:www\.)?lichess\.org\/(?:analysis|editor)\/(?:(?:standard|chess960|fromPosition)\/)?([^?#]+)/i;

/** Returns the FEN that a text stands for, or `null` if it is none of the known forms, or a move is illegal. */
export function fenOfText(input: string): string | null {
  const text = input.trim();
  const [, path] = LICHESS.exec(text) ?? [];
  if (path !== undefined) return valid(decodeURIComponent(path).replaceAll("_", " "));
  const command = text.replace(/^position\s+/i, "");
  const [start = "", moves = ""] = command.split(/\s+moves\s+/);
  if (/^startpos$/i.test(start)) return afterMoves(START_FEN, moves);
  if (/^fen\s/i.test(start)) return afterMoves(start.slice(3).trim(), moves);
  // A line of moves begins with a move, which no FEN does.
  return /^(?:1\.\s*)?(?:[a-h][1-8]|[a-h]x|[NBRQK][a-h1-8x]|O-O)/.test(text) ? afterMoves(START_FEN, text) : null;
}

/** Returns the FEN after moves in SAN or UCI notation. Their numbers are skipped. */
function afterMoves(fen: string, moves: string): string | null {
  const words = moves.split(/\s+/).map((word) => word.replace(/^\d+\.+/, "")).filter((word) => word !== "");
  try {
    return words.reduce((position, move) => position.play(move), Position.fromFen(fen, { lenient: true })).fen();
  } catch {
    return null;
  }
}

/** Returns a FEN if it is valid, or becomes valid by fixing it. */
function valid(fen: string): string | null {
  return Position.validateFen(fen, { lenient: true }) === null ? fen : null;
}
