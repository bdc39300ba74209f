import type { JSX } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { Position } from "tabiya";

import { text } from "../catalogue/all.ts";
import { Board } from "../components/board.tsx";
import { arrowsOf, marksOf } from "../components/evidence.ts";
import { FenField } from "../components/fen-field.tsx";
import { FlipButton } from "../components/flip.tsx";
import { fenText, isFlipped, reading, START_FEN } from "../position.ts";
import { integer, update, value } from "../route.ts";
import { Categories } from "./perft/categories.tsx";
import { Compare, Verdict } from "./perft/compare.tsx";
import { depthValue, linkTo, MAX_DEPTH, MAX_MOVES, nodeAfter, type Node } from "./perft/path.ts";
import { CountTable, ORDERS, rowsOf, type Order } from "./perft/table.tsx";
import { useCount, type Count } from "./perft/use-count.ts";

import "./perft.css";

const DEPTHS = Array.from({ length: MAX_DEPTH }, (_, index) => index + 1);

/** The view of perft: counts by move, and their comparison with those of an engine. */
export default function PerftView(): JSX.Element {
  const { position } = reading.value;
  useMovesOfPosition();
  return (
    <>
      <p class="introduction">{text.perft.introduction}</p>
      <FenField />
      {position === null ? <p>{text.page.invalidPosition}</p> : <Tree root={position} />}
    </>
  );
}

/** Removes the moves and the output of the engine when the user changes the position before them. */
function useMovesOfPosition(): void {
  const [fen, moves, output] = [fenText.value, value("moves"), value("output")];
  const last = useRef({ fen, moves, output });
  useEffect(() => {
    const isEdited = last.current.fen !== fen;
    const stale = {
      ...(last.current.moves === moves && { moves: undefined }),
      ...(last.current.output === output && { output: undefined }),
    };
    last.current = { fen, moves, output };
    if (isEdited) update({ ...stale, move: undefined, reported: undefined });
  }, [fen, moves, output]);
}

/** The node of the tree that the moves lead to. */
function Tree({ root }: { readonly root: Position }): JSX.Element {
  const moves = value("moves");
  const depth = integer("depth", 1, MAX_DEPTH, 3);
  const node = useMemo(() => nodeAfter(root, moves.split(",", MAX_MOVES).filter(Boolean)), [root, moves]);
  const count = useCount(node, depth, value("output"));
  const rows = rowsOf(node, count);
  const [confirmed, setConfirmed] = useState("");
  const heading = useFocusAfterLink(node.moves.join());
  const order = ORDERS.find((name) => name === value("sort")) ?? "moves";
  return (
    <>
      <Crumbs node={node} depth={depth} />
      {node.illegal !== null && (
        <p class="error">
          {text.perft.illegal(node.illegal.move, node.illegal.sentence)}{" "}
          <a href={linkTo(node.moves, depth)}>{text.perft.removeMoves}</a>
        </p>
      )}
      <Verdict node={node} depth={depth} count={count} rows={rows} />
      <div class={`columns perft-columns${count.comparison === null ? "" : " is-compared"}`}>
        <NodeBoard node={node} count={count} />
        <section class="node-counts">
          <h2 ref={heading} tabIndex={-1} class="node-title">
            {text.perft.node(node.sans, depth)}
          </h2>
          <Controls depth={depth} order={order} isCompared={count.comparison !== null} />
          <Progress count={count} depth={depth} moves={rows.length} />
          {rows.length === 0 ? (
            <p>{text.perft.noMoves}</p>
          ) : (
            <>
              <p class="muted">{text.perft.hint}</p>
              <CountTable node={node} depth={depth} rows={rows} order={order} comparison={count.comparison} />
            </>
          )}
        </section>
        <Compare node={node} depth={depth} count={count} rows={rows} />
      </div>
      <Categories
        node={node}
        depth={depth}
        estimate={count.estimate}
        confirmed={confirmed}
        onConfirm={setConfirmed}
      />
    </>
  );
}

/** Returns a reference to a heading that receives the focus when the link that had it is gone. */
function useFocusAfterLink(moves: string) {
  const heading = useRef<HTMLHeadingElement>(null);
  const last = useRef(moves);
  useEffect(() => {
    const isLost = document.activeElement === null || document.activeElement === document.body;
    if (last.current !== moves && isLost) heading.current?.focus({ preventScroll: true });
    last.current = moves;
  }, [moves]);
  return heading;
}

/** The links from the root to the node. A step back restores the depth. */
function Crumbs({ node, depth }: { readonly node: Node; readonly depth: number }): JSX.Element {
  const names = [text.perft.root(fenText.value === START_FEN), ...node.sans];
  const last = names.length - 1;
  return (
    <nav aria-label={text.perft.path} class="crumbs">
      <ol>
        {names.map((name, index) => (
          <li key={index}>
            <a
              href={linkTo(node.moves.slice(0, index), Math.min(MAX_DEPTH, depth + last - index))}
              aria-current={index === last ? "location" : undefined}
            >
              {name}
            </a>
          </li>
        ))}
      </ol>
    </nav>
  );
}

/** The board of the node, with the evidence of the selected wrong move. */
function NodeBoard({ node, count }: { readonly node: Node; readonly count: Count }): JSX.Element {
  const move = value("move");
  const wrong = move === "" ? undefined : count.comparison?.moves.find((other) => other.move === move);
  return (
    <div class="node-board">
      <Board
        label={text.perft.board(node.sans)}
        pieces={node.position.pieces()}
        isFlipped={isFlipped.value}
        {...(wrong === undefined ? {} : { marks: marksOf(wrong.evidence), arrows: arrowsOf(wrong.evidence) })}
      />
      <div class="row">
        <FlipButton />
      </div>
      {wrong !== undefined && <p>{text.perft.wrong.reason(wrong)}</p>}
    </div>
  );
}

interface ControlsProps {
  readonly depth: number;
  readonly order: Order;
  readonly isCompared: boolean;
}

/** The depth, and the order of the rows. */
function Controls({ depth, order, isCompared }: ControlsProps): JSX.Element {
  const orders = ORDERS.filter((name) => isCompared || name !== "difference" || name === order);
  return (
    <div class="row">
      <label>
        {text.perft.depth}{" "}
        <select
          value={depth}
          onChange={(event) => update({ depth: depthValue(Number(event.currentTarget.value)), reported: undefined })}
        >
          {DEPTHS.map((number) => (
            <option key={number} value={number}>
              {number}
            </option>
          ))}
        </select>
      </label>
      <label>
        {text.perft.order}{" "}
        <select
          value={order}
          onChange={(event) => {
            const { value: name } = event.currentTarget;
            update({ sort: name === "moves" ? undefined : name });
          }}
        >
          {orders.map((name) => (
            <option key={name} value={name}>
              {text.perft.orders[name]}
            </option>
          ))}
        </select>
      </label>
    </div>
  );
}

interface ProgressProps {
  readonly count: Count;
  readonly depth: number;
  readonly moves: number;
}

/** The state of the count, with a button that ends it, starts it, or repeats it. */
function Progress({ count, depth, moves }: ProgressProps): JSX.Element {
  const { state, nodes, milliseconds } = count;
  const isRunning = state === "running";
  const total = [...nodes.values()].reduce((sum, leaves) => sum + leaves, 0);
  return (
    <div class="perft-progress" aria-busy={isRunning}>
      <div role="status">
        {state === "done" && <strong>{text.perft.total(total, depth)}</strong>}
        {state === "canceled" && text.perft.canceled}
        {state === "failed" && <span class="error">{text.page.failed(count.error?.message ?? "")}</span>}
        {state === "held" && (
          <p class="warning">
            {text.perft.long(count.estimate)} <span data-volatile>{text.perft.longTime(count.seconds)}</span>
          </p>
        )}
      </div>
      <div class="row">
        {/* One button in all states keeps the focus. */}
        <button type="button" class="small" onClick={isRunning ? count.cancel : count.start}>
          {isRunning ? text.page.cancel : state === "held" ? text.perft.count : text.perft.again}
        </button>
        {isRunning && (
          <label class="muted">
            {nodes.size > 0 ? text.perft.counting(nodes.size, moves) : text.perft.countingAll}{" "}
            <progress max={moves} value={nodes.size} />
          </label>
        )}
        {state === "done" && milliseconds !== null && (
          <span class="muted" data-volatile>
            {text.perft.speed(milliseconds, total)}
          </span>
        )}
      </div>
    </div>
  );
}
