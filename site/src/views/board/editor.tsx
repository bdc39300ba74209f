// Edits a position, which may be impossible while it is edited.

import { useId } from "preact/hooks";
import type { JSX } from "preact";
import { Position, type Piece, type Square } from "tabiya";

import { text } from "../../catalogue.ts";
import { Board, PieceShape } from "../../components/board.tsx";
import { FlipButton } from "../../components/flip.tsx";
import { fenText, isFlipped, reading, showFen, START_FEN } from "../../position.ts";
import { update, value } from "../../route.ts";
import { joinFen, pieceOfLetter, readPlacement, splitFen, writePlacement, type FenFields } from "./fen-fields.ts";
import { ModeButtons } from "./mode-buttons.tsx";

const LETTERS = [..."KQRBNPkqrbnp"];
const FILES = [..."abcdefgh"];
const ERASER = "x";

/** Returns the FEN with other fields. */
function change(changes: Partial<FenFields>): void {
  showFen(joinFen({ ...splitFen(fenText.value), ...changes }));
}

/** Puts a piece on a square, or clears the square. */
function put(square: Square, piece: Piece | null): void {
  const pieces = readPlacement(splitFen(fenText.value).placement);
  if (piece === null) pieces.delete(square);
  else pieces.set(square, piece);
  change({ placement: writePlacement(pieces) });
}

/** Moves a piece, or removes it from the board. */
function movePiece(from: Square, to: Square | null): void {
  const pieces = readPlacement(splitFen(fenText.value).placement);
  const piece = pieces.get(from);
  if (piece === undefined) return;
  pieces.delete(from);
  if (to !== null) pieces.set(to, piece);
  change({ placement: writePlacement(pieces) });
}

/** The board, the palette of pieces, and the other fields of the FEN. */
export function BoardEditor(): JSX.Element {
  const fields = splitFen(fenText.value);
  const pieces = readPlacement(fields.placement);
  const tool = value("piece") || "K";
  const activate = (square: Square) => {
    const current = pieces.get(square);
    const chosen = pieceOfLetter(tool);
    const isSame = chosen !== null && current?.type === chosen.type && current.color === chosen.color;
    put(square, isSame ? null : chosen);
  };
  const onKey = (square: Square, key: string) => {
    const piece = key.length === 1 ? pieceOfLetter(key) : null;
    const isErasing = key === "Delete" || key === "Backspace";
    if (piece === null && !isErasing) return false;
    put(square, piece);
    return true;
  };
  return (
    <div class="columns">
      <div>
        <Board
          label={text.board.editLabel}
          pieces={pieces}
          isFlipped={isFlipped.value}
          onActivate={activate}
          onDrop={movePiece}
          onKey={onKey}
        />
        <Palette tool={tool} />
        <p class="muted">{text.board.editHelp}</p>
      </div>
      <div>
        <ModeButtons />
        <Fields fields={fields} />
        <Actions />
      </div>
    </div>
  );
}

/** The pieces to put on the board, and the eraser. */
function Palette({ tool }: { readonly tool: string }): JSX.Element {
  return (
    <fieldset class="palette">
      <legend>{text.board.palette}</legend>
      {[...LETTERS, ERASER].map((letter) => {
        const piece = pieceOfLetter(letter);
        const name = piece === null ? text.board.eraser : text.board.pieceName(piece);
        return (
          <label key={letter} class="tool" title={name}>
            <input
              type="radio"
              name="piece"
              class="visually-hidden"
              aria-label={name}
              checked={letter === tool}
              onChange={() => update({ piece: letter === "K" ? undefined : letter })}
            />
            <span class="tool-face">{piece === null ? "✕" : <PieceShape {...piece} />}</span>
          </label>
        );
      })}
    </fieldset>
  );
}

/** The fields beside the placement. */
function Fields({ fields }: { readonly fields: FenFields }): JSX.Element {
  const id = useId();
  const epRank = fields.turn === "b" ? "3" : "6";
  const epSquares = FILES.map((file) => file + epRank);
  const clocks = [
    ["halfmoveClock", text.board.halfmoveClock, 0],
    ["fullmoveNumber", text.board.fullmoveNumber, 1],
  ] as const;
  return (
    <div class="fields">
      <label for={`${id}turn`}>{text.board.turn}</label>
      <select id={`${id}turn`} value={fields.turn} onChange={(event) => change({ turn: event.currentTarget.value, epSquare: "-" })}>
        <option value="w">{text.board.colors.white}</option>
        <option value="b">{text.board.colors.black}</option>
      </select>
      <span id={`${id}castling`}>{text.board.castling}</span>
      <div role="group" aria-labelledby={`${id}castling`} class="row">
        {rightsOf(fields.castling).map((right) => (
          <label key={right} class="right">
            <input
              type="checkbox"
              checked={fields.castling.includes(right)}
              onChange={() => change({ castling: toggleRight(fields.castling, right) })}
            />
            {text.board.castlingRight(right)}
          </label>
        ))}
      </div>
      <label for={`${id}ep`}>{text.board.epSquare}</label>
      <select id={`${id}ep`} value={fields.epSquare} onChange={(event) => change({ epSquare: event.currentTarget.value })}>
        <option value="-">{text.board.none}</option>
        {epSquares.map((square) => (
          <option key={square} value={square}>
            {square}
          </option>
        ))}
        {fields.epSquare !== "-" && !epSquares.includes(fields.epSquare) && <option value={fields.epSquare}>{fields.epSquare}</option>}
      </select>
      {clocks.map(([field, label, minimum]) => (
        <>
          <label for={id + field}>{label}</label>
          <input
            id={id + field}
            type="number"
            min={minimum}
            max={65_535}
            value={fields[field]}
            onChange={(event) => change({ [field]: event.currentTarget.value || String(minimum) })}
          />
        </>
      ))}
    </div>
  );
}

const STANDARD_RIGHTS = [..."KQkq"];

/** Returns the rights to select: those of standard chess, and the files of rooks that the field has. */
function rightsOf(castling: string): string[] {
  const others = [...castling].filter((right) => /[A-Ha-h]/.test(right));
  return [...STANDARD_RIGHTS, ...new Set(others)];
}

/** Returns the castling field with a right added or removed, in the usual order. */
function toggleRight(castling: string, right: string): string {
  const rights = castling.replace("-", "");
  const next = rights.includes(right) ? rights.replace(right, "") : rights + right;
  const order = rightsOf(castling);
  return [...next].toSorted((a, b) => order.indexOf(a) - order.indexOf(b)).join("") || "-";
}

/** Positions to start from. */
function Actions(): JSX.Element {
  const id = useId();
  const numbers = reading.value.position?.chess960Numbers ?? null;
  return (
    <div class="row">
      <button type="button" onClick={() => showFen(START_FEN, true)}>
        {text.page.fen.start}
      </button>
      <button type="button" onClick={() => showFen("8/8/8/8/8/8/8/8 w - - 0 1", true)}>
        {text.board.clear}
      </button>
      <FlipButton />
      <form
        class="row"
        onSubmit={(event) => {
          event.preventDefault();
          const number = Number(new FormData(event.currentTarget).get("number"));
          if (Number.isInteger(number) && number >= 0 && number <= 959) showFen(Position.chess960(number).fen(), true);
        }}
      >
        <label for={`${id}number`}>{text.board.chess960}</label>
        <input id={`${id}number`} name="number" type="number" min={0} max={959} required value={numbers?.[0] ?? ""} />
        <button type="submit">{text.board.setUp}</button>
      </form>
    </div>
  );
}
