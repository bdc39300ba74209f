// The moves that were played on the board: their list, and the buttons that take them back and repeat them.

import type { JSX } from "preact";
import type { Position } from "tabiya";

import { text } from "../../catalogue.ts";
import { CopyButton } from "../../components/copy.tsx";
import { FlipButton } from "../../components/flip.tsx";
import { gameOf } from "../../line.ts";
import { line, ply, plyValues, showPly } from "../../position.ts";
import { link } from "../../route.ts";

/** Who moves, or how the game has ended, and which draws can be claimed. */
export function GameState({ position }: { readonly position: Position }): JSX.Element {
  const game = line.value === null ? null : gameOf(line.value, ply.value);
  const outcome = game?.outcome() ?? null;
  return (
    <div role="status">
      <p class="game-state">
        {outcome === null
          ? text.board.toMove(position.turn, position.isCheck)
          : text.board.outcome(outcome.reason, outcome.winner)}
      </p>
      {game?.claims().map((claim) => <p key={claim}>{text.board.claims[claim]}</p>)}
    </div>
  );
}

/** The buttons below the board. Those without an effect stay in the tab order, so that the focus is not lost. */
export function LineButtons(): JSX.Element {
  const count = line.value?.moves.length ?? 0;
  const buttons = [
    { path: "M6 5V19M18 5L9 12L18 19Z", label: text.board.first, target: 0 },
    { path: "M16 5L7 12L16 19Z", label: text.board.undo, target: ply.value - 1 },
    { path: "M8 5L17 12L8 19Z", label: text.board.redo, target: ply.value + 1 },
    { path: "M18 5V19M6 5L15 12L6 19Z", label: text.board.last, target: count },
  ];
  return (
    <div class="row line-buttons">
      {buttons.map(({ path, label, target }) => (
        <button
          key={label}
          type="button"
          aria-label={label}
          title={label}
          aria-disabled={target < 0 || target > count || target === ply.value}
          onClick={() => target >= 0 && target <= count && showPly(target)}
        >
          <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
            <path d={path} />
          </svg>
        </button>
      ))}
      <FlipButton />
    </div>
  );
}

/** The moves as links to the positions after them. */
export function MoveList(): JSX.Element | null {
  if (line.value === null) return null;
  const { start, moves, error } = line.value;
  const pgn = () => gameOf({ start, moves, error }, moves.length).pgn();
  return (
    <section class="line" aria-label={text.board.line}>
      <h2>{text.board.line}</h2>
      {moves.length === 0 ? (
        <p class="muted">{text.board.noMoves}</p>
      ) : (
        <ol class="line-moves">
          {moves.map(({ san, color, before }, index) => (
            <li key={index}>
              {(color === "white" || index === 0) && (
                <span class="move-number">{text.board.moveNumber(before.fullmoveNumber, color)}</span>
              )}
              <a
                href={link("board", {
                  moves: moves.map(({ uci }) => uci).join(","),
                  ...plyValues(index + 1),
                })}
                class={color === "black" && index === 0 ? "black-first" : undefined}
                aria-current={index + 1 === ply.value ? "step" : undefined}
              >
                {san}
              </a>
            </li>
          ))}
        </ol>
      )}
      {error !== null && <p class="error">{text.board.illegalInLink(error.move, error.sentence)}</p>}
      {moves.length > 0 && <CopyButton content={pgn} label={text.board.copyPgn} />}
    </section>
  );
}
