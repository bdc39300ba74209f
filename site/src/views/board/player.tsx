// Plays legal moves on the board.

import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { SQUARES, type Move, type Position, type PromotionType, type Square } from "tabiya";

import { text } from "../../catalogue.ts";
import { Board, PieceShape, type Arrow } from "../../components/board.tsx";
import type { Mark } from "../../components/mark.ts";
import { isFlipped, line, playMove, ply, shortFen } from "../../position.ts";
import { link, squareValue, update, value } from "../../route.ts";
import { GameState, LineButtons, MoveList } from "./line-panel.tsx";
import { ModeButtons } from "./mode-buttons.tsx";

const PROMOTIONS: readonly PromotionType[] = ["q", "r", "b", "n"];

/** Returns the moves from a square to another. Castling moves the king to its destination, or to its rook. */
function movesBetween(position: Position, from: Square, to: Square): Move[] {
  const isDirect = (move: Move) => move.from === from && move.to === to && move.kind !== "castling";
  const moves = position.moves().filter(isDirect);
  if (moves.length > 0) return moves;
  return position.isLegal({ from, to }) ? [position.move({ from, to })] : [];
}

/** The marks of the position: the king in check, checkers, pinned pieces, the last move, and those of the user. */
function marksOfPosition(position: Position, drawn: readonly Arrow[]): Map<Square, Mark[]> {
  const marks = new Map<Square, Mark[]>();
  const add = (square: Square, mark: Mark) => marks.set(square, [...(marks.get(square) ?? []), mark]);
  for (const square of position.checkers()) add(square, "checker");
  for (const square of position.pinned()) add(square, "pinned");
  if (position.isCheck) {
    for (const [square, { type, color }] of position.pieces()) {
      if (type === "k" && color === position.turn) add(square, "attacked");
    }
  }
  const last = line.value?.moves[ply.value - 1];
  if (last !== undefined) for (const square of [last.from, last.to]) add(square, "moved");
  for (const { from, to } of drawn) if (from === to) add(to, "drawn");
  return marks;
}

/** The greatest number of arrows and marked squares. */
const MAX_DRAWN = 64;

/** Returns the arrows and marked squares of the link, such as `e2e4,d5`. */
function readDrawn(): Arrow[] {
  const isSquare = (name: string): name is Square => SQUARES.some((square) => square === name);
  return value("arrows").split(",", MAX_DRAWN).flatMap((name) => {
    const [from, to] = [name.slice(0, 2), name.slice(2) || name];
    return isSquare(from) && isSquare(to) ? [{ from, to, kind: "drawn" as const }] : [];
  });
}

/** Adds an arrow or a marked square, or removes it if it exists. */
function toggleDrawn(from: Square, to: Square): void {
  const name = from === to ? from : from + to;
  const names = readDrawn().map((arrow) => (arrow.from === arrow.to ? arrow.from : arrow.from + arrow.to));
  const others = names.filter((other) => other !== name);
  update({ arrows: [...others, ...(others.length === names.length ? [name] : [])].join(",") });
}

/** The board with the legal moves. */
export function BoardPlayer({ position }: { readonly position: Position }): JSX.Element {
  const from = squareValue("from");
  const to = squareValue("to");
  const targets = from === null ? [] : (position.dests().get(from) ?? []);
  const promotions = from === null || to === null ? [] : movesBetween(position, from, to);

  const drawn = readDrawn();
  const [arrowOrigin, setArrowOrigin] = useState<Square | null>(null);

  const activate = (square: Square) => {
    if (drawn.length > 0) update({ arrows: undefined });
    if (from !== null && targets.includes(square)) move(from, square);
    else if (square === from) update({ from: undefined, to: undefined });
    else if (position.dests().has(square)) update({ from: square, to: undefined });
    else update({ to: from === null ? undefined : square });
  };
  const move = (origin: Square, target: Square) => {
    const [first, ...others] = movesBetween(position, origin, target);
    // Several moves need a choice, and an illegal one a reason.
    if (first === undefined || others.length > 0) update({ from: origin, to: target });
    else playMove(first.uci);
  };

  return (
    <div class="columns">
      <div>
        <Board
          label={text.board.playLabel}
          pieces={position.pieces()}
          isFlipped={isFlipped.value}
          marks={marksOfPosition(position, drawn)}
          arrows={drawn.filter((arrow) => arrow.from !== arrow.to)}
          selected={from}
          dots={new Set(targets)}
          onActivate={activate}
          onDrop={(origin, target) => target !== null && move(origin, target)}
          onDraw={toggleDrawn}
          onKey={(square, key) => {
            if (key.toLowerCase() !== "a") return false;
            if (arrowOrigin !== null) toggleDrawn(arrowOrigin, square);
            setArrowOrigin(arrowOrigin === null ? square : null);
            return true;
          }}
        />
        {promotions.length > 1 && (
          <div class="row" role="group" aria-label={text.board.promotion}>
            <span>{text.board.promotion}</span>
            {PROMOTIONS.map((type) => {
              const promotion = promotions.find((candidate) => candidate.promotion === type);
              return (
                promotion !== undefined && (
                  <button key={type} type="button" class="piece-button" aria-label={text.board.pieceTypes[type]} onClick={() => playMove(promotion.uci)}>
                    <PieceShape color={position.turn} type={type} />
                  </button>
                )
              );
            })}
          </div>
        )}
        {from !== null && to !== null && promotions.length === 0 && <Refusal position={position} move={from + to} />}
        <LineButtons />
        <p class="muted draw-help">{text.board.drawHelp}</p>
      </div>
      <MovePanel position={position} />
    </div>
  );
}

/** The reason why a move is not played. */
function Refusal({ position, move }: { readonly position: Position; readonly move: string }): JSX.Element {
  return (
    <p role="status" class="refusal">
      {text.board.refused(position.why(move).sentence)} <a href={link("why", { fen: shortFen(position.fen()), move })}>{text.board.showReason}</a>
    </p>
  );
}

/** The state of the game, the moves that were played, and the legal moves. */
function MovePanel({ position }: { readonly position: Position }): JSX.Element {
  const sans = position.sans();
  const moves = position.moves();
  return (
    <section aria-labelledby="moves-heading">
      <ModeButtons />
      <GameState position={position} />
      <MoveList />
      <h2 id="moves-heading">{text.board.legalMoves(sans.length)}</h2>
      <ul class="moves">
        {sans.map((san, index) => (
          <li key={san}>
            <button type="button" class="small" onClick={() => playMove(moves[index]?.uci ?? "")}>
              {san}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
