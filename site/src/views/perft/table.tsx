// The table of the root moves.

import type { JSX } from "preact";
import type { DivideComparison } from "tabiya/explain";

import { text } from "../../catalogue/all.ts";
import { formatCount, formatDifference } from "../../catalogue/perft.ts";
import { linkTo, type Node } from "./path.ts";
import type { Count } from "./use-count.ts";

const labels = text.perft.columns;

/** The orders of the rows. The last one needs the output of an engine. */
export const ORDERS = ["moves", "name", "leaves", "difference"] as const;

/** The order of the rows. */
export type Order = (typeof ORDERS)[number];

/** A row: a legal move with its counts. */
export interface Row {
  readonly uci: string;
  readonly san: string;
  /** The right count, unless it is still being computed. */
  readonly right: number | null;
  /** The count of the engine, unless the move is missing. */
  readonly found: bigint | null;
}

/** Returns the rows of a node. */
export function rowsOf({ position }: Node, { nodes, comparison }: Count): readonly Row[] {
  const sans = position.sans();
  const wrong = new Map(comparison?.counts.map(({ uci, found }) => [uci, found]));
  const missing = new Set(comparison?.moves.filter(({ error }) => error === "missing").map(({ move }) => move));
  return position.ucis().map((uci, index) => {
    const right = nodes.get(uci) ?? null;
    const found = right === null || missing.has(uci) ? null : (wrong.get(uci) ?? BigInt(right));
    return { uci, san: sans[index] ?? uci, right, found };
  });
}

function differenceOf({ right, found }: Row): bigint {
  return (found ?? 0n) - BigInt(right ?? 0);
}

function sorted(rows: readonly Row[], order: Order): readonly Row[] {
  const magnitude = (row: Row) => Math.abs(Number(differenceOf(row)));
  switch (order) {
    case "moves":
      return rows;
    case "name":
      return rows.toSorted((a, b) => (a.san < b.san ? -1 : 1));
    case "leaves":
      return rows.toSorted((a, b) => (b.right ?? 0) - (a.right ?? 0));
    case "difference":
      return rows.toSorted((a, b) => magnitude(b) - magnitude(a));
  }
}

/** Returns the illegal moves of an output with their counts. */
function extraMoves(comparison: DivideComparison | null): readonly { move: string; count: bigint }[] {
  const extra = comparison?.moves.filter(({ error }) => error === "extra") ?? [];
  const rows = comparison?.divide.rows ?? [];
  return extra.map(({ move }) => ({ move, count: rows.find((row) => row.move === move)?.count ?? 0n }));
}

interface TableProps {
  readonly node: Node;
  readonly depth: number;
  readonly rows: readonly Row[];
  readonly order: Order;
  readonly comparison: DivideComparison | null;
}

/** The table: each move is a link to the node behind it. */
export function CountTable({ node, depth, rows, order, comparison }: TableProps): JSX.Element {
  const total = rows.reduce((sum, { right }) => sum + BigInt(right ?? 0), 0n);
  const isComplete = rows.every(({ right }) => right !== null);
  return (
    <div class="table-frame" tabIndex={0} role="region" aria-label={text.perft.table}>
      <table class="perft-table">
        <thead>
          <tr>
            <th scope="col">{labels.move}</th>
            <th scope="col" class="uci">
              {labels.uci}
            </th>
            <th scope="col" class="number">
              {comparison === null ? labels.leaves : labels.right}
            </th>
            {comparison !== null && <th scope="col" class="number">{labels.engine}</th>}
            {comparison !== null && <th scope="col" class="number">{labels.difference}</th>}
          </tr>
        </thead>
        <tbody>
          {sorted(rows, order).map((row) => (
            <CountRow key={row.uci} row={row} node={node} depth={depth} isCompared={comparison !== null} />
          ))}
          {extraMoves(comparison).map(({ move, count }) => (
            <tr class="wrong" key={`extra ${move}`}>
              <th scope="row">{move}</th>
              <td class="muted uci">{text.perft.wrong.errors.extra}</td>
              <td class="number">{text.perft.absent}</td>
              <td class="number">{formatCount(count)}</td>
              <td class="number">{formatDifference(count)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{text.perft.sum}</th>
            <td class="uci" />
            <td class="number">{isComplete ? formatCount(total) : text.perft.pending}</td>
            {comparison !== null && <td class="number">{formatCount(comparison.divide.sum)}</td>}
            {comparison !== null && <td class="number">{formatDifference(comparison.divide.sum - total)}</td>}
          </tr>
        </tfoot>
      </table>
    </div>
  );
}

interface RowProps {
  readonly row: Row;
  readonly node: Node;
  readonly depth: number;
  readonly isCompared: boolean;
}

function CountRow({ row, node, depth, isCompared }: RowProps): JSX.Element {
  const { uci, san, right, found } = row;
  const difference = differenceOf(row);
  const isWrong = isCompared && (found === null || difference !== 0n);
  const reported = isCompared && depth > 1 && found !== null && difference !== 0n ? found : undefined;
  return (
    <tr class={isWrong ? (found === null ? "wrong is-missing" : "wrong") : undefined}>
      <th scope="row">
        <a href={linkTo([...node.moves, uci], Math.max(1, depth - 1), reported)}>{san}</a>
      </th>
      <td class="code uci">{uci}</td>
      <td class="number">{right === null ? text.perft.pending : formatCount(right)}</td>
      {isCompared && <td class={found === null ? "number missing" : "number"}>{found === null ? text.perft.missing : formatCount(found)}</td>}
      {isCompared && <td class="number">{formatDifference(difference)}</td>}
    </tr>
  );
}
