// Positions and games as people have them: commands of UCI, links of Lichess, moves, PGN.

import { Position } from "tabiya";

import { text } from "./catalogue.ts";
import { lineOf, type Line } from "./line.ts";
import { START_FEN } from "./position.ts";

/** A link to a board of Lichess, with the FEN as its path. */
const LICHESS = /^https?:\/\/(?:www\.)?lichess\.org\/(?:analysis|editor)\/(?:(?:standard|chess960|fromPosition)\/)?([^?#]+)/i;

/** Returns the line that a text stands for, or `null` if it is none of the known forms, or a move is illegal. */
export function lineOfText(input: string): Line | null {
  const trimmed = input.trim();
  const [, path] = LICHESS.exec(trimmed) ?? [];
  if (path !== undefined) return afterMoves(decode(path).replaceAll("_", " "), "");
  const command = trimmed.replace(/^position\s+/i, "");
  const [start = "", moves = ""] = command.split(/\s+moves\s+/);
  if (/^startpos$/i.test(start)) return afterMoves(START_FEN, moves);
  if (/^fen\s/i.test(start)) return afterMoves(start.slice(3).trim(), moves);
  return isMoves(trimmed) ? afterMoves(START_FEN, trimmed) : null;
}

/** Decodes the escapes of a URL. A text with invalid ones stands for itself. */
function decode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** Tests whether a text begins with a move, which no FEN does. */
function isMoves(text: string): boolean {
  return /^(?:1\.\s*)?(?:[a-h][1-8]|[a-h]x|[NBRQK][a-h1-8x]|O-O)/.test(text);
}

/** Tests whether a text is PGN: it begins with a tag pair or a comment, or has moves with what PGN adds to them. */
export function isPgn(input: string): boolean {
  const trimmed = input.trim();
  if (/^(?:\[\s*\w+\s*"|\{|;|%)/.test(trimmed)) return true;
  return (isMoves(trimmed) || /^\d+\.+/.test(trimmed)) && /[{(;$*!?]|\d-\d|\n/.test(trimmed);
}

/** Returns the line after moves in SAN or UCI notation. Their numbers are skipped. */
function afterMoves(fen: string, moves: string): Line | null {
  if (Position.validateFen(fen, { lenient: true }) !== null) return null;
  const words = moves.split(/\s+/).map((word) => word.replace(/^\d+\.+/, "")).filter((word) => word !== "");
  const line = lineOf(Position.fromFen(fen, { lenient: true }), words);
  return line.error === null ? line : null;
}

/** A game that was read from PGN, and what the reader must know about it. */
export interface ReadGame {
  readonly line: Line;
  readonly notes: readonly string[];
}

/** Reads the main line of the first game of a PGN. Returns `null` if the text has no game. */
export async function readGame(pgn: string): Promise<ReadGame | null> {
  const { initPgn, readPgn } = await import("tabiya/pgn");
  await initPgn();
  const games = readPgn(pgn);
  const first = games.next();
  if (first.done === true) return null;
  const tree = first.value;
  const mainLine = tree.mainLine();
  const nullMove = mainLine.findIndex(({ move }) => move === null);
  const last = nullMove < 0 ? mainLine.at(-1) : mainLine[nullMove - 1];
  const game = tree.game(last ?? tree.root);
  const labels = text.page.fen.pgn;
  const notes = tree.findings.map(labels.finding);
  if (mainLine.length === 0) notes.push(labels.noMoves);
  if (nullMove >= 0) notes.push(labels.nullMove);
  if (tree.nodeCount > mainLine.length + 1) notes.push(labels.variations);
  if (games.next().done !== true) notes.push(labels.furtherGames);
  return { line: { start: game.startPosition, moves: game.history, error: null }, notes };
}
