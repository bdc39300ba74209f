// The board: a grid of 64 squares for mouse, touch, keys and screen readers.

import { useEffect, useRef, useState } from "preact/hooks";
import type { JSX } from "preact";
import { SQUARES, type Color, type Piece, type PieceType, type Square } from "tabiya";

import { text } from "../catalogue.ts";
import { MarkShapes } from "./mark-shape.tsx";
import type { Mark } from "./mark.ts";

/** An arrow between two squares. */
export interface Arrow {
  readonly from: Square;
  readonly to: Square;
  readonly kind: "move" | "attack" | "drawn";
}

interface BoardProps {
  /** The name of the board for screen readers. */
  readonly label: string;
  readonly pieces: ReadonlyMap<Square, Piece>;
  readonly isFlipped?: boolean;
  /** The roles of squares. A square can have several. */
  readonly marks?: ReadonlyMap<Square, readonly Mark[]>;
  readonly arrows?: readonly Arrow[];
  /** Destinations, drawn as dots. */
  readonly dots?: ReadonlySet<Square>;
  readonly selected?: Square | null;
  /** Called when a square is clicked, touched, or activated by Enter or Space. */
  onActivate?(square: Square): void;
  /** Called when a piece is dragged to a square, or off the board. */
  onDrop?(from: Square, to: Square | null): void;
  /** Called for an arrow that the user draws by the right mouse button, or for a square that is marked by it. */
  onDraw?(from: Square, to: Square): void;
  /** Called for other keys on a square. Returns `true` if the key was used. */
  onKey?(square: Square, key: string): boolean;
}

const PIECE_NAMES: Readonly<Record<PieceType, string>> = {
  p: "pawn",
  n: "knight",
  b: "bishop",
  r: "rook",
  q: "queen",
  k: "king",
};

/** Returns the squares by rows of the picture, from the top. */
export function rowsOfSquares(isFlipped: boolean): Square[][] {
  const rows = Array.from({ length: 8 }, (_, rank) => SQUARES.slice(8 * rank, 8 * rank + 8));
  return isFlipped ? rows.map((row) => row.toReversed()) : rows.toReversed();
}

/** Returns the drawing of a piece, without the margin that it has in diagrams. */
export function PieceShape({ color, type }: { readonly color: Color; readonly type: PieceType }): JSX.Element {
  return (
    <svg class={`piece ${color}`} viewBox="1.9 2.6 28.2 28.2" aria-hidden="true">
      <use href={`#tabiya-${PIECE_NAMES[type]}`} />
    </svg>
  );
}

/** The distance in pixels from which a movement of the pointer is a drag. */
const DRAG_DISTANCE = 6;

/** Returns the movement of the focus by a key: files and ranks in the picture. */
function focusStep(key: string): readonly [number, number] | null {
  switch (key) {
    case "ArrowLeft":
      return [-1, 0];
    case "ArrowRight":
      return [1, 0];
    case "ArrowUp":
      return [0, -1];
    case "ArrowDown":
      return [0, 1];
    case "Home":
      return [-7, 0];
    case "End":
      return [7, 0];
    case "PageUp":
      return [0, -7];
    case "PageDown":
      return [0, 7];
    default:
      return null;
  }
}

/** Returns the square under a point of the window, if it belongs to the board. */
function squareAt(board: Element, x: number, y: number): Square | null {
  const cell = document.elementFromPoint(x, y)?.closest<HTMLElement>("[data-square]");
  return cell && board.contains(cell) ? ((cell.dataset["square"] as Square | undefined) ?? null) : null;
}

/** A board. Exactly one square is in the tab order; the arrow keys move the focus. */
export function Board(props: BoardProps): JSX.Element {
  const { label, pieces, isFlipped = false, marks, arrows = [], dots, selected = null } = props;
  const { onActivate, onDrop, onDraw, onKey } = props;
  const grid = useRef<HTMLDivElement>(null);
  const [focused, setFocused] = useState<Square>("e4");
  /** Ends the listeners of the drag, if there is one. */
  const drag = useRef<AbortController | null>(null);
  useEffect(() => () => drag.current?.abort(), []);
  const rows = rowsOfSquares(isFlipped);

  const focus = (square: Square) => {
    setFocused(square);
    grid.current?.querySelector<HTMLElement>(`[data-square="${square}"]`)?.focus();
  };
  const onKeyDown = (event: KeyboardEvent, square: Square) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const step = focusStep(event.key);
    if (step !== null) {
      const row = rows.findIndex((squares) => squares.includes(square));
      const column = rows[row]?.indexOf(square) ?? 0;
      const clamp = (index: number) => Math.min(7, Math.max(0, index));
      const next = rows[clamp(row + step[1])]?.[clamp(column + step[0])];
      if (next !== undefined) focus(next);
    } else if ((event.key === "Enter" || event.key === " ") && onActivate !== undefined) {
      onActivate(square);
    } else if (!onKey?.(square, event.key)) {
      return;
    }
    event.preventDefault();
  };
  const onPointerDown = (event: PointerEvent, square: Square) => {
    // A finger scrolls the page, and moves a piece by two touches.
    if (event.pointerType === "touch") return;
    const isDrawing = event.button === 2 && onDraw !== undefined;
    const isMoving = event.button === 0 && onDrop !== undefined && pieces.has(square);
    if (!isDrawing && !isMoving) return;
    drag.current?.abort();
    drag.current = new AbortController();
    const { signal } = drag.current;
    const piece = isMoving ? (event.currentTarget as HTMLElement).querySelector<SVGElement>(".piece") : null;
    signal.addEventListener("abort", () => {
      grid.current?.classList.remove("dragging");
      piece?.classList.remove("dragged");
      if (piece !== null) piece.style.transform = "";
    });
    const distance = (point: PointerEvent): [number, number] => [point.clientX - event.clientX, point.clientY - event.clientY];
    const isFar = (point: PointerEvent) => Math.hypot(...distance(point)) > DRAG_DISTANCE;
    const end = () => {
      drag.current?.abort();
      drag.current = null;
    };
    // The window receives a drag that leaves the board, however fast. A capture would take the clicks of the squares.
    addEventListener(
      "pointermove",
      (move) => {
        if (!isFar(move) || piece === null) return;
        const [dx, dy] = distance(move);
        grid.current?.classList.add("dragging");
        piece.classList.add("dragged");
        piece.style.transform = `translate(${dx}px, ${dy}px)`;
      },
      { signal },
    );
    addEventListener(
      "pointerup",
      (up) => {
        const board = grid.current;
        end();
        if (board === null) return;
        const to = squareAt(board, up.clientX, up.clientY);
        if (isDrawing && to !== null) onDraw(square, to);
        if (isMoving && isFar(up) && to !== square) onDrop(square, to);
      },
      { signal },
    );
    addEventListener("pointercancel", end, { signal });
  };

  return (
    <div class="board-frame">
      <div
        ref={grid}
        role="grid"
        aria-label={label}
        class="board"
        onContextMenu={(event) => onDraw !== undefined && event.preventDefault()}
      >
        {rows.map((squares, row) => (
          <div role="row" class="board-row" key={row}>
            {squares.map((square, column) => {
              const piece = pieces.get(square);
              const roles = marks?.get(square) ?? [];
              const signs = roles.map((role) => text.board.signs[role] ?? "").join("");
              const isDark = (row + column) % 2 === 1;
              const isTarget = dots?.has(square) === true;
              return (
                <div
                  key={square}
                  role="gridcell"
                  data-square={square}
                  data-rank={column === 0 ? square[1] : undefined}
                  data-file={row === 7 ? square[0] : undefined}
                  tabIndex={square === focused ? 0 : -1}
                  aria-label={text.board.square(square, piece, roles, isTarget)}
                  aria-selected={square === selected}
                  class={["square", isDark ? "dark" : "light", ...roles.map((role) => `mark-${role}`)].join(" ")}
                  onClick={() => {
                    setFocused(square);
                    onActivate?.(square);
                  }}
                  onFocus={() => setFocused(square)}
                  onKeyDown={(event) => onKeyDown(event, square)}
                  onPointerDown={(event) => onPointerDown(event, square)}
                >
                  {/* Shapes and signs differ without colors. The name of the square has the roles as words. */}
                  <MarkShapes marks={roles} />
                  {signs !== "" && <span class="signs" data-signs={signs} />}
                  {piece !== undefined && <PieceShape {...piece} />}
                  {isTarget && <span class={piece === undefined ? "dot" : "dot ring"} />}
                </div>
              );
            })}
          </div>
        ))}
      </div>
      <Arrows arrows={arrows} isFlipped={isFlipped} />
    </div>
  );
}

interface ArrowsProps {
  readonly arrows: readonly Arrow[];
  readonly isFlipped: boolean;
  /** The width of the picture that contains the arrows, in its units. */
  readonly size?: number;
}

/** The arrows, above the squares and below the pieces. Their squares are named by the marks. */
export function Arrows({ arrows, isFlipped, size }: ArrowsProps): JSX.Element {
  const center = (square: Square) => {
    const index = SQUARES.indexOf(square);
    const [file, rank] = [index & 7, index >> 3];
    return isFlipped ? [7.5 - file, rank + 0.5] : [file + 0.5, 7.5 - rank];
  };
  return (
    <svg class="arrows" viewBox="0 0 8 8" aria-hidden="true" {...(size === undefined ? {} : { width: size, height: size })}>
      {arrows.map(({ from, to, kind }) => {
        const [[x1, y1], [x2, y2]] = [center(from), center(to)];
        return (
          <line key={`${from}${to}${kind}`} class={kind} x1={x1} y1={y1} x2={x2} y2={y2} marker-end={`url(#arrow-${kind})`} />
        );
      })}
    </svg>
  );
}
