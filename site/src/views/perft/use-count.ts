// The count of a node: running, canceled, or waiting for a confirmation.

import { useMemo, useRef, useState } from "preact/hooks";
import type { DivideComparison } from "tabiya/explain";

import type { JobError } from "../../engine/client.ts";
import { useJob } from "../../engine/use-job.ts";
import { estimateLeaves, MAX_LEAVES } from "./estimate.ts";
import type { Node } from "./path.ts";

/** The leaves per second before the first count was measured. */
const INITIAL_SPEED = 2e8;

/** A count with its progress. */
export interface Count {
  readonly state: "held" | "canceled" | "running" | "done" | "failed";
  /** The estimated number of leaves. */
  readonly estimate: number;
  /** The estimated time in seconds. */
  readonly seconds: number;
  /** The counts so far, by move in UCI notation. */
  readonly nodes: ReadonlyMap<string, number>;
  /** The time of the whole count, if it was measured. */
  readonly milliseconds: number | null;
  readonly comparison: DivideComparison | null;
  /** The reason why the output of the engine has no counts by move. */
  readonly unreadable: string | null;
  readonly error: JobError | null;
  /** Ends the count. */
  cancel(): void;
  /** Starts a count that was canceled, that waits for a confirmation, or that is done. */
  start(): void;
}

/** Counts the leaves behind each move of a node, and compares them with the output of an engine. */
export function useCount({ position }: Node, depth: number, output: string): Count {
  const fen = position.fen({ enPassant: "always" });
  const tree = `${depth} ${fen}`;
  const [decision, setDecision] = useState({ tree: "", isCanceled: false, run: 0 });
  const speed = useRef(INITIAL_SPEED);
  const estimate = useMemo(() => estimateLeaves(position, depth), [tree]);

  const isDecided = decision.tree === tree;
  const isHeld = estimate > MAX_LEAVES && !isDecided;
  const isCanceled = isDecided && decision.isCanceled;
  const isActive = !isHeld && !isCanceled;
  const request = { position: position.pack(), depth };
  const key = `${tree} ${decision.run}`;
  const compareRequest = isActive && output.trim() !== "" ? { ...request, output } : null;
  const compare = useJob("compare", `${key} ${output}`, compareRequest);
  const isUnreadable = compare.state === "failed" && compare.error.name === "DivideError";
  // Without a comparison, the table still shows the right counts.
  const divide = useJob("divide", key, isActive && (compareRequest === null || isUnreadable) ? request : null);

  const job = isUnreadable || compareRequest === null ? divide : compare;
  const comparison = compare.state === "done" ? compare.result : null;
  const parts = divide.state === "running" || divide.state === "done" ? divide.parts : [];
  const counted = comparison?.expected ?? parts;
  const milliseconds = divide.state === "done" ? divide.result.milliseconds : null;
  if (milliseconds !== null && milliseconds > 100) {
    speed.current = (1000 * parts.reduce((sum, { nodes }) => sum + nodes, 0)) / milliseconds;
  }
  const stopped = isHeld ? "held" : "canceled";
  return {
    state: job.state === "idle" ? stopped : job.state,
    estimate,
    seconds: estimate / speed.current,
    nodes: new Map(counted.map(({ uci, nodes }) => [uci, nodes])),
    milliseconds,
    comparison,
    unreadable: isUnreadable ? compare.error.message : null,
    error: job.state === "failed" ? job.error : null,
    cancel: () => setDecision({ tree, isCanceled: true, run: decision.run }),
    start: () => setDecision({ tree, isCanceled: false, run: decision.run + 1 }),
  };
}
