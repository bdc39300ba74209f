// The inputs of a derivation: piece, color, and the board that selects squares.

import type { JSX } from "preact";
import type { Color, Piece, PieceType, Position, Square } from "tabiya";
import { techniqueApplies, toBitboard } from "tabiya/explain";

import { text } from "../../catalogue/all.ts";
import { Board, PieceShape } from "../../components/board.tsx";
import type { Mark } from "../../components/mark.ts";
import { FenField } from "../../components/fen-field.tsx";
import { squaresOf } from "../../components/set-board.tsx";
import { update } from "../../route.ts";
import { change, firstSquare, isSetwise, MODES, PIECE_TYPES, type Mode, type TablesState } from "./state.ts";

const COLORS: readonly Color[] = ["white", "black"];

/** The squares of the button for an example. */
const EXAMPLE: readonly Square[] = ["d6", "f4", "b2", "g7", "d2", "b4"];

interface StateProps {
  readonly state: TablesState;
}

/** The buttons that select color and piece. Pieces that the technique does not derive are disabled. */
export function PieceControls({ state }: StateProps): JSX.Element | null {
  if (state.kind === "moves") return <FenField />;
  return (
    <div class="row piece-controls">
      <span role="group" aria-label={text.tables.color} class="button-group">
        {COLORS.map((color) => (
          <button type="button" key={color} aria-pressed={color === state.color} onClick={() => change({ color })}>
            {text.board.colors[color]}
          </button>
        ))}
      </span>
      {state.kind === "attacks" && (
        <span role="group" aria-label={text.tables.piece} class="button-group pieces">
          {PIECE_TYPES.map((type) => (
            <PieceButton key={type} state={state} type={type} />
          ))}
        </span>
      )}
    </div>
  );
}

function PieceButton({ state, type }: StateProps & { readonly type: PieceType }): JSX.Element {
  return (
    <button
      type="button"
      class="piece-button"
      aria-label={text.tables.pieceNames[type]}
      title={text.tables.pieceNames[type]}
      aria-pressed={type === state.type}
      disabled={!techniqueApplies(state.technique, type)}
      onClick={() => change({ type })}
    >
      <PieceShape color={state.color} type={type} />
    </button>
  );
}

/** Places the piece, or toggles one of a set. The last piece of a set stays. */
function placePiece(state: TablesState, square: Square): void {
  const bit = toBitboard([square]);
  const squares = isSetwise(state) ? state.squares ^ bit : bit;
  if (squares !== 0n) change({ squares });
}

/** Toggles an occupied square. */
function toggleOccupied(state: TablesState, square: Square): void {
  change({ occupied: state.occupied ^ toBitboard([square]) });
}

function act(state: TablesState, mode: Mode, square: Square): void {
  if (mode === "piece") placePiece(state, square);
  else toggleOccupied(state, square);
}

interface InputBoardProps extends StateProps {
  readonly position: Position | null;
  /** The squares of the result, or none before the last step. */
  readonly result: bigint;
}

/** The board that selects squares. At the last step, it shows the result. */
export function InputBoard({ state, position, result }: InputBoardProps): JSX.Element {
  if (state.kind === "moves") return <MovesBoard state={state} position={position} result={result} />;
  const pieces = new Map<Square, Piece>();
  const marks = new Map<Square, Mark[]>();
  const mark = (set: bigint, role: Mark) => {
    for (const square of squaresOf(set)) marks.set(square, [...(marks.get(square) ?? []), role]);
  };
  for (const square of squaresOf(state.squares)) pieces.set(square, { color: state.color, type: state.type });
  mark(state.occupied, "occupied");
  mark(result, "set");
  const modeText = (mode: Mode) =>
    mode === "piece" && isSetwise(state) ? text.tables.setwiseMode : text.tables.modes[mode];
  return (
    <>
      <div class="row" role="group" aria-label={text.tables.mode}>
        <span>{text.tables.mode}</span>
        <span class="button-group">
          {MODES.map((mode) => (
            <button type="button" key={mode} aria-pressed={mode === state.mode} onClick={() => change({ mode })}>
              {modeText(mode)}
            </button>
          ))}
        </span>
      </div>
      <Board
        label={text.tables.boardLabel}
        pieces={pieces}
        marks={marks}
        onActivate={(square) => act(state, state.mode, square)}
        onKey={(square, key) => {
          const mode = { p: "piece", o: "occupied" }[key.toLowerCase()];
          const known = MODES.find((name) => name === mode);
          if (known !== undefined) act(state, known, square);
          return known !== undefined;
        }}
      />
      <p class="muted legend">{text.tables.boardLegend}</p>
      <div class="row">
        <button type="button" class="small" onClick={() => change({ occupied: toBitboard(EXAMPLE) })}>
          {text.tables.example}
        </button>
        <button type="button" class="small" onClick={() => change({ occupied: 0n })}>
          {text.tables.clear}
        </button>
      </div>
      <p class="muted legend">{text.tables.boardHelp}</p>
    </>
  );
}

/** The board of a position, which selects the piece whose moves are derived. */
function MovesBoard({ state, position, result }: InputBoardProps): JSX.Element {
  return (
    <>
      <Board
        label={text.tables.boardLabel}
        pieces={position?.pieces() ?? new Map()}
        selected={firstSquare(state.squares)}
        dots={new Set(squaresOf(result))}
        onActivate={(square) => update({ squares: square, step: undefined })}
      />
      <p class="muted legend">{text.tables.movesHelp}</p>
    </>
  );
}
