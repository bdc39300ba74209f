// Plays legal moves on the board.

import type { JSX } from "preact";
import type { Move, Position, PromotionType, Square } from "tabiya";

import { text } from "../../catalogue.ts";
import { Board, PieceShape } from "../../components/board.tsx";
import type { Mark } from "../../components/mark.ts";
import { FlipButton } from "../../components/flip.tsx";
import { isFlipped, shortFen } from "../../position.ts";
import { link, squareValue, update } from "../../route.ts";

const PROMOTIONS: readonly PromotionType[] = ["q", "r", "b", "n"];

/** Plays a move, as a step of the history of the browser. */
function play(position: Position, move: number): void {
  const fen = position.play(move).fen();
  update({ fen: shortFen(fen), from: undefined, to: undefined }, true);
}

/** Returns the moves from a square to another. Castling moves the king to its destination, or to its rook. */
function movesBetween(position: Position, from: Square, to: Square): Move[] {
  const isDirect = (move: Move) => move.from === from && move.to === to && move.kind !== "castling";
  const moves = position.moves().filter(isDirect);
  if (moves.length > 0) return moves;
  return position.isLegal({ from, to }) ? [position.move({ from, to })] : [];
}

/** The marks of the position: the king in check, checkers and pinned pieces. */
function marksOfPosition(position: Position): Map<Square, Mark[]> {
  const marks = new Map<Square, Mark[]>();
  const add = (square: Square, mark: Mark) => marks.set(square, [...(marks.get(square) ?? []), mark]);
  for (const square of position.checkers()) add(square, "checker");
  for (const square of position.pinned()) add(square, "pinned");
  if (position.isCheck) {
    for (const [square, { type, color }] of position.pieces()) {
      if (type === "k" && color === position.turn) add(square, "attacked");
    }
  }
  return marks;
}

/** The board with the legal moves. */
export function BoardPlayer({ position }: { readonly position: Position }): JSX.Element {
  const from = squareValue("from");
  const to = squareValue("to");
  const targets = from === null ? [] : (position.dests().get(from) ?? []);
  const promotions = from === null || to === null ? [] : movesBetween(position, from, to);

  const activate = (square: Square) => {
    if (from !== null && targets.includes(square)) move(from, square);
    else if (square === from) update({ from: undefined, to: undefined });
    else if (position.dests().has(square)) update({ from: square, to: undefined });
    else update({ to: from === null ? undefined : square });
  };
  const move = (origin: Square, target: Square) => {
    const [first, ...others] = movesBetween(position, origin, target);
    // Several moves need a choice, and an illegal one a reason.
    if (first === undefined || others.length > 0) update({ from: origin, to: target });
    else play(position, first.code);
  };

  return (
    <div class="columns">
      <div>
        <Board
          label={text.board.playLabel}
          pieces={position.pieces()}
          isFlipped={isFlipped.value}
          marks={marksOfPosition(position)}
          selected={from}
          dots={new Set(targets)}
          onActivate={activate}
          onDrop={(origin, target) => target !== null && move(origin, target)}
        />
        {promotions.length > 1 && (
          <div class="row" role="group" aria-label={text.board.promotion}>
            <span>{text.board.promotion}</span>
            {PROMOTIONS.map((type) => {
              const promotion = promotions.find((candidate) => candidate.promotion === type);
              return (
                promotion !== undefined && (
                  <button key={type} type="button" class="piece-button" aria-label={text.board.pieceTypes[type]} onClick={() => play(position, promotion.code)}>
                    <PieceShape color={position.turn} type={type} />
                  </button>
                )
              );
            })}
          </div>
        )}
        {from !== null && to !== null && promotions.length === 0 && <Refusal position={position} move={from + to} />}
        <div class="row">
          <FlipButton />
        </div>
      </div>
      <MovePanel position={position} />
    </div>
  );
}

/** The reason why a move is not played. */
function Refusal({ position, move }: { readonly position: Position; readonly move: string }): JSX.Element {
  return (
    <p role="status" class="refusal">
      {text.board.refused(position.why(move).sentence)} <a href={link("why", { move })}>{text.board.showReason}</a>
    </p>
  );
}

/** The state of the game and the list of legal moves. */
function MovePanel({ position }: { readonly position: Position }): JSX.Element {
  const sans = position.sans();
  const codes = position.codes();
  const outcome = position.outcome();
  return (
    <section aria-labelledby="moves-heading">
      <p role="status" class="game-state">
        {outcome === null
          ? text.board.toMove(position.turn, position.isCheck)
          : text.board.outcome(outcome.reason, outcome.winner)}
      </p>
      <h2 id="moves-heading">{text.board.legalMoves(sans.length)}</h2>
      <ul class="moves">
        {sans.map((san, index) => (
          <li key={san}>
            <button type="button" class="small" onClick={() => play(position, codes[index] ?? 0)}>
              {san}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
