// The worker: runs the jobs that take long. The page ends a job by ending the worker.

import { initSync, Position } from "tabiya";
import { diagnose, editExample, initDiagnosisSync, type Observation, recognize } from "tabiya/diagnosis";
import { compareDivide, initExplainSync, leafCategories, parseDivide } from "tabiya/explain";

import type { Job, Jobs, PackedObservation, Reply, Request } from "./protocol.ts";

function unpack(observation: PackedObservation): Observation {
  return "position" in observation ? { ...observation, position: Position.unpack(observation.position) } : observation;
}

type Handlers = {
  [J in Job]: (
    request: Jobs[J]["request"],
    post: (part: Jobs[J]["part"]) => void,
  ) => Jobs[J]["result"];
};

const handlers: Handlers = {
  divide({ position: bytes, depth }, post) {
    const position = Position.unpack(bytes);
    const start = performance.now();
    const sans = position.sans();
    position.moves().forEach(({ code, uci }, index) => {
      const nodes = position.play(code).perft(depth - 1);
      post({ code, uci, san: sans[index] ?? uci, nodes });
    });
    return { milliseconds: performance.now() - start };
  },
  compare({ position, depth, output }) {
    // An output without counts fails before the moves are counted.
    parseDivide(output);
    return compareDivide(Position.unpack(position), depth, output);
  },
  categories({ position, depth }) {
    return leafCategories(Position.unpack(position), depth);
  },
  diagnose({ observations, limits }) {
    return diagnose(observations.map(unpack), limits);
  },
  recognize({ observations }) {
    return recognize(observations.map(unpack));
  },
  example({ code }) {
    return editExample(code);
  },
};

addEventListener("message", ({ data }: MessageEvent<Request>) => {
  const { job, request, modules } = data;
  const post = (reply: Reply) => postMessage(reply);
  try {
    initSync(modules.play);
    if (modules.explain !== null) initExplainSync(modules.explain);
    if (modules.diagnosis !== null) initDiagnosisSync(modules.diagnosis);
    const run = handlers[job] as (request: unknown, post: (part: unknown) => void) => unknown;
    const value = run(request, (part) => post({ type: "part", value: part }));
    post({ type: "result", value });
  } catch (error) {
    const { name, message } = error instanceof Error ? error : new Error(String(error));
    post({ type: "error", name, message });
  }
});
