// The state of the view `tables`: the values of the URL, and the derivation that they select.

import { SQUARES, type Color, type PieceType, type Position, type Square } from "tabiya";
import {
  deriveAttacks,
  deriveMoves,
  derivePushes,
  DerivationError,
  TECHNIQUES,
  techniqueApplies,
  toBitboard,
  type Derivation,
  type PieceLetter,
  type Technique,
} from "tabiya/explain";

import { squaresOf } from "../../components/set-board.tsx";
import { formatFragment } from "../../fragment.ts";
import { route, update, value, type Changes } from "../../route.ts";

/** The kinds of derivations. */
export const KINDS = ["attacks", "pushes", "moves"] as const;

export type Kind = (typeof KINDS)[number];

/** The effects of a click on a square. */
export const MODES = ["piece", "occupied"] as const;

export type Mode = (typeof MODES)[number];

/** The types of pieces, in the order of their buttons. */
export const PIECE_TYPES: readonly PieceType[] = ["p", "n", "b", "r", "q", "k"];

const LETTERS: readonly PieceLetter[] = ["P", "N", "B", "R", "Q", "K", "p", "n", "b", "r", "q", "k"];

/** The techniques that move a whole set of pieces at once. */
const SETWISE: readonly Technique[] = ["shifts", "kogge-stone"];

/** The state of the view. */
export interface TablesState {
  readonly kind: Kind;
  readonly technique: Technique;
  readonly color: Color;
  readonly type: PieceType;
  readonly squares: bigint;
  readonly occupied: bigint;
  readonly mode: Mode;
}

const DEFAULTS: Changes = { kind: "attacks", technique: "hyperbola", piece: "R", squares: "d4", mode: "piece" };

/** The number of squares, and the most items that a list of a link may have. */
const MAX_SQUARES = 64;

/** Reads squares that are separated by commas. Other text is ignored. */
function parseSquares(list: string): bigint {
  const names = list.split(",", MAX_SQUARES).map((name) => name.trim().toLowerCase());
  return toBitboard(SQUARES.filter((square) => names.includes(square)));
}

/** Returns squares, separated by commas. */
function formatSquares(set: bigint): string {
  return squaresOf(set).join(",");
}

/** Returns the letter of a piece. */
function letterOf(color: Color, type: PieceType): PieceLetter {
  const index = PIECE_TYPES.indexOf(type) + (color === "white" ? 0 : 6);
  return LETTERS[index] ?? "R";
}

/** Returns the state of the URL. Invalid values have their default. */
export function readState(): TablesState {
  const index = LETTERS.findIndex((letter) => letter === value("piece"));
  return {
    kind: KINDS.find((name) => name === value("kind")) ?? "attacks",
    technique: TECHNIQUES.find((name) => name === value("technique")) ?? "hyperbola",
    color: index >= 6 ? "black" : "white",
    type: PIECE_TYPES[index < 0 ? 3 : index % 6] ?? "r",
    squares: parseSquares(value("squares")) || parseSquares("d4"),
    occupied: parseSquares(value("occupied")),
    mode: MODES.find((name) => name === value("mode")) ?? "piece",
  };
}

/** Tests whether the derivation of a state allows several pieces. */
export function isSetwise({ kind, technique }: Pick<TablesState, "kind" | "technique">): boolean {
  return kind === "pushes" || (kind === "attacks" && SETWISE.includes(technique));
}

/** Returns the lowest square of a set. */
export function firstSquare(set: bigint): Square {
  return squaresOf(set)[0] ?? "d4";
}

/** Returns the values of the URL for a state. Defaults are absent. */
function toValues(state: TablesState): Changes {
  const values: Changes = {
    kind: state.kind,
    technique: state.technique,
    piece: letterOf(state.color, state.type),
    squares: formatSquares(state.squares),
    occupied: formatSquares(state.occupied),
    mode: state.mode,
  };
  return Object.fromEntries(
    Object.entries(values).map(([key, text]) => [key, text === DEFAULTS[key] ? undefined : text]),
  );
}

/** Changes the state. Techniques for one piece keep the first one. */
export function change(changes: Partial<TablesState>): void {
  update(toValues({ ...readState(), ...changes }));
}

/** Returns the link to a state of this view, at a step. */
export function stateLink(changes: Partial<TablesState>, step: number | undefined): string {
  const values = new Map(route.value.values);
  const all = { ...toValues({ ...readState(), ...changes }), step: step?.toString() };
  for (const [key, text] of Object.entries(all)) {
    if (text === undefined || text === "") values.delete(key);
    else values.set(key, text);
  }
  return formatFragment({ view: "tables", values });
}

/** Returns the changes that select a technique. The piece stays if the technique derives its attacks. */
export function selectTechnique(state: TablesState, technique: Technique): Partial<TablesState> {
  const fallback: readonly PieceType[] = ["r", "n"];
  const types = [state.type, ...fallback];
  const type = types.find((candidate) => techniqueApplies(technique, candidate)) ?? state.type;
  const isSet = isSetwise({ kind: "attacks", technique });
  return { technique, type, squares: isSet ? state.squares : toBitboard([firstSquare(state.squares)]) };
}

/** Returns the changes that select a kind, with squares on which it has a result. */
export function selectKind(state: TablesState, kind: Kind, position: Position | null): Partial<TablesState> {
  const first = firstSquare(state.squares);
  if (kind === "pushes") {
    const rank = state.color === "white" ? "2" : "7";
    const pawns = toBitboard(SQUARES.filter((square) => square[1] === rank));
    return { kind, type: "p", squares: state.kind === kind ? state.squares : pawns };
  }
  if (kind === "moves") {
    const isOwn = position?.piece(first)?.color === position?.turn;
    const origin = isOwn ? first : ([...(position?.dests().keys() ?? [])][0] ?? first);
    return { kind, squares: toBitboard([origin]) };
  }
  const isSame = techniqueApplies(state.technique, state.type);
  const changes = isSame ? {} : selectTechnique(state, state.technique);
  return { ...changes, kind, squares: isSetwise({ ...state, kind }) ? state.squares : toBitboard([first]) };
}

/** A derivation, or the reason why there is none. */
export type Deriving =
  | { readonly derivation: Derivation; readonly error: null }
  | { readonly derivation: null; readonly error: DerivationError };

/** Returns the derivation of a state. The position matters for legal moves alone. */
export function derive(state: TablesState, position: Position | null): Deriving | null {
  const { kind, technique, color, type, squares, occupied } = state;
  try {
    if (kind === "pushes") return { derivation: derivePushes(color, squares, occupied), error: null };
    if (kind === "attacks") {
      const derivation = deriveAttacks(technique, letterOf(color, type), squares, occupied);
      return { derivation, error: null };
    }
    if (position === null) return null;
    return { derivation: deriveMoves(position, firstSquare(squares)), error: null };
  } catch (error) {
    if (error instanceof DerivationError) return { derivation: null, error };
    throw error;
  }
}
