// The position of the current state.

import { computed } from "@preact/signals";
import { FenError, Position } from "tabiya";

import { lineOf, positionAt, type Line } from "./line.ts";
import { integer, update, value, view, type Changes } from "./route.ts";

/** The FEN of the start position, which the URL omits. */
export const START_FEN = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/** The result of reading a FEN. */
export type Reading =
  | { readonly position: Position; readonly error: null }
  | { readonly position: null; readonly error: FenError };

/** Reads a FEN. */
export function readFen(fen: string): Reading {
  try {
    return { position: Position.fromFen(fen), error: null };
  } catch (error) {
    if (error instanceof FenError) return { position: null, error };
    throw error;
  }
}

/** The FEN of the link, as the user wrote it. */
const linkedFen = computed(() => value("fen") || START_FEN);

const linkedReading = computed(() => readFen(linkedFen.value));

/** The greatest number of moves in a link, more than fit into its length. */
const MAX_MOVES = 4096;

/** The moves that the board has played. */
const linkedMoves = computed(() => (view.value === "board" ? value("moves") : ""));

/** The line of the board, or `null` if its FEN is invalid. Other views have no moves. */
export const line = computed<Line | null>(() => {
  const { position } = linkedReading.value;
  return position === null ? null : lineOf(position, linkedMoves.value.split(",", MAX_MOVES).filter(Boolean));
});

/** The number of moves of the line that are displayed. */
export const ply = computed(() => {
  const count = line.value?.moves.length ?? 0;
  return integer("at", 0, count, count);
});

/** The position of the state, after the displayed moves, or the error of its FEN. */
export const reading = computed<Reading>(() =>
  line.value === null ? linkedReading.value : { position: positionAt(line.value, ply.value), error: null },
);

/** The FEN of the state: as the user wrote it, or after the displayed moves. */
export const fenText = computed(() =>
  line.value === null || ply.value === 0 ? linkedFen.value : positionAt(line.value, ply.value).fen(),
);

/** `true` if Black is at the bottom of the boards. */
export const isFlipped = computed(() => value("flip") === "1");

/** Returns a FEN as a value of the state, which omits that of the start position. */
export function shortFen(fen: string): string | undefined {
  return fen === START_FEN ? undefined : fen;
}

/** The values that belong to the line of the board. */
const LINE_VALUES: Changes = { moves: undefined, at: undefined, arrows: undefined, from: undefined, to: undefined };

/** Shows a position. `isStep` adds an entry to the history of the browser. */
export function showFen(fen: string, isStep = false): void {
  update({ fen: shortFen(fen), ...(view.value === "board" && LINE_VALUES) }, isStep);
}

/** Shows a line: on the board with its moves, in other views the position after them. */
export function showLine({ start, moves }: Line): void {
  if (view.value !== "board") {
    showFen(positionAt({ start, moves, error: null }, moves.length).fen(), true);
    return;
  }
  const list = moves.map(({ uci }) => uci).join(",");
  update({ ...LINE_VALUES, fen: shortFen(start.fen()), moves: list }, true);
}

/** Shows the line of the board at a ply. */
export function showPly(next: number): void {
  update({ ...plyValues(next), from: undefined, to: undefined, arrows: undefined }, true);
}

/** Returns the values of a ply. The end of the line is absent. */
export function plyValues(next: number): Changes {
  return { at: next === line.value?.moves.length ? undefined : String(next) };
}

/** Plays a move after the displayed ones. Moves that were taken back are kept if the first of them is the same. */
export function playMove(uci: string): void {
  if (line.value === null) return;
  const moves = line.value.moves.map((move) => move.uci);
  const isSame = moves[ply.value] === uci;
  const next = ply.value + 1;
  const played = isSame ? moves : [...moves.slice(0, ply.value), uci];
  const at = next === played.length ? undefined : String(next);
  update({ ...LINE_VALUES, moves: played.join(","), at }, true);
}
