// The loops over an 8×8 array and over the 0x88 board: a picture and a table of the visited cells.

import type { JSX } from "preact";
import { SQUARES } from "tabiya";
import type { Decision } from "tabiya/explain";

import { text } from "../../catalogue/all.ts";
import { ValueTable } from "./value-table.tsx";
import type { Values } from "./step.ts";

interface CellProps<Type extends "cell" | "x88"> {
  readonly values: Values<Type>;
  /** The square of the piece. */
  readonly squares: bigint;
  readonly occupied: bigint;
}

/** A cell of a picture. */
interface Cell {
  readonly row: number;
  readonly column: number;
  readonly decision: Decision;
}

interface GridProps {
  readonly cells: readonly Cell[];
  readonly squares: bigint;
  readonly occupied: bigint;
  /** The columns of the picture. Columns 0 to 7 are the board. */
  readonly columns: { readonly from: number; readonly to: number };
  /** The text of a cell that was not visited. */
  name(row: number, column: number): string;
  readonly label: string;
  readonly caption: string;
}

/** A picture of cells. Visited cells have their order and a sign for the decision. */
function Grid({ cells, squares, occupied, columns, name, label, caption }: GridProps): JSX.Element {
  const rows = cells.map(({ row }) => row);
  const [bottom, top] = [Math.min(0, ...rows), Math.max(7, ...rows)];
  const width = columns.to - columns.from + 1;
  const positions = Array.from({ length: (top - bottom + 1) * width }, (_, index) => ({
    row: top - Math.floor(index / width),
    column: columns.from + (index % width),
  }));
  const isBoard = (row: number, column: number) => row >= 0 && row < 8 && column >= 0 && column < 8;
  const has = (set: bigint, row: number, column: number) =>
    isBoard(row, column) && ((set >> BigInt(8 * row + column)) & 1n) === 1n;
  return (
    <figure class={`cells${width > 12 ? " wide" : ""}`}>
      <svg viewBox={`0 0 ${16 * width} ${16 * (top - bottom + 1)}`} role="img" aria-label={label}>
        {positions.map(({ row, column }) => {
          const order = cells.findIndex((cell) => cell.row === row && cell.column === column);
          const decision = cells[order]?.decision;
          const shade = (row + column) % 2 === 0 ? "dark" : "light";
          return (
            <g key={`${row} ${column}`} transform={`translate(${16 * (column - columns.from)} ${16 * (top - row)})`}>
              <rect class={isBoard(row, column) ? `cell ${shade}` : "cell outside"} width="16" height="16" />
              {decision !== undefined && <rect class={`visited ${decision}`} x="0.5" y="0.5" width="15" height="15" />}
              {has(occupied, row, column) && <circle class="occupied-cell" cx="12.5" cy="3.5" r="2" />}
              {has(squares, row, column) && <rect class="outline" x="1" y="1" width="14" height="14" />}
              <text class={isBoard(row, column) || decision ? "cell-name" : "cell-name outside"} x="8" y="14">
                {name(row, column)}
              </text>
              {decision !== undefined && (
                <text class="cell-order" x="2" y="7">
                  {order + 1}
                  {decision === "off-board" ? "×" : decision === "blocker" ? "■" : ""}
                </text>
              )}
            </g>
          );
        })}
      </svg>
      <figcaption>{caption}</figcaption>
    </figure>
  );
}

/** Returns the name of the square of a cell, or a dash off the board. */
function squareName({ row, column, decision }: Cell): string {
  return decision === "off-board" ? text.tables.none : (SQUARES[8 * row + column] ?? text.tables.none);
}

/** The loop over rows and columns. */
export function ArrayCells({ values, squares, occupied }: CellProps<"cell">): JSX.Element {
  const outside = values.flatMap(({ row, column }) => [row, column, 7 - row, 7 - column]);
  // The margin shows cells off the board.
  const margin = Math.max(0, ...outside.map((index) => -index));
  const { order, row, column, square, bounds, decision } = text.tables;
  const rows = values.map((cell, index) => [
    String(index + 1),
    String(cell.row),
    String(cell.column),
    cell.decision === "off-board" ? text.tables.no : text.tables.yes,
    squareName(cell),
    text.tables.decisions[cell.decision],
  ]);
  return (
    <>
      <Grid
        cells={values}
        squares={squares}
        occupied={occupied}
        columns={{ from: -margin, to: 7 + margin }}
        name={(y, x) => (y < 0 || y > 7 || x < 0 || x > 7 ? "" : `${y},${x}`)}
        label={text.tables.arrayLabel(
          values.map((cell) => text.tables.visited(`[${cell.row}][${cell.column}]`, cell.decision)),
        )}
        caption={text.tables.arrayCaption}
      />
      {rows.length > 0 && (
        <ValueTable caption={text.tables.cells} heads={[order, row, column, bounds, square, decision]} rows={rows} />
      )}
    </>
  );
}

/** Returns a cell of the 0x88 board as two hexadecimal digits. Negative cells are bytes, as in the test. */
function cellName(cell: number): string {
  return (cell & 0xff).toString(16).padStart(2, "0").toUpperCase();
}

/** A byte in binary whose two bits of 0x88 are marked. */
function CellBits({ byte }: { readonly byte: number }): JSX.Element {
  const digits = (byte & 0xff).toString(2).padStart(8, "0");
  return (
    <code class="cell-bits">
      <mark>{digits[0]}</mark>
      {digits.slice(1, 4)} <mark>{digits[4]}</mark>
      {digits.slice(5)}
    </code>
  );
}

/** The loop over the 0x88 board. */
export function X88Cells({ values, squares, occupied }: CellProps<"x88">): JSX.Element {
  const cells = values.map(({ cell, decision }) => ({ row: cell >> 4, column: cell & 15, decision }));
  const { order, cell, outside, square, decision } = text.tables;
  const rows = values.map((value, index) => {
    const place = cells[index];
    return [
      String(index + 1),
      <>
        <code>{`0x${cellName(value.cell)}`}</code> <CellBits byte={value.cell} />
      </>,
      <CellBits byte={value.outside} />,
      place === undefined ? "" : squareName(place),
      text.tables.decisions[value.decision],
    ];
  });
  return (
    <>
      <div class="table-frame" role="region" tabIndex={0} aria-label={text.tables.x88Caption}>
        <Grid
          cells={cells}
          squares={squares}
          occupied={occupied}
          columns={{ from: 0, to: 15 }}
          name={(y, x) => cellName(16 * y + x)}
          label={text.tables.x88Label(
            values.map((value) => text.tables.visited(`0x${cellName(value.cell)}`, value.decision)),
          )}
          caption={text.tables.x88Caption}
        />
      </div>
      {rows.length > 0 && (
        <>
          <ValueTable caption={text.tables.cells} heads={[order, cell, outside, square, decision]} rows={rows} />
          <p class="muted legend">{text.tables.outsideHelp}</p>
        </>
      )}
    </>
  );
}
