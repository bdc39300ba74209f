// The worker: runs the jobs that take long. The page ends a job by ending the worker.

import { init, Position } from "tabiya";
import { compareDivide, diagnose, initExplain, leafCategories, parseDivide } from "tabiya/explain";

import type { Job, Jobs, Reply, Request } from "./protocol.ts";

type Handlers = {
  [J in Job]: (
    request: Jobs[J]["request"],
    post: (part: Jobs[J]["part"]) => void,
  ) => Jobs[J]["result"] | Promise<Jobs[J]["result"]>;
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
  async compare({ position, depth, output }) {
    await initExplain();
    // An output without counts fails before the moves are counted.
    parseDivide(output);
    return compareDivide(Position.unpack(position), depth, output);
  },
  async categories({ position, depth }) {
    await initExplain();
    return leafCategories(Position.unpack(position), depth);
  },
  async diagnose({ observations, limits }) {
    await initExplain();
    const unpacked = observations.map((observation) => ({
      ...observation,
      position: Position.unpack(observation.position),
    }));
    return diagnose(unpacked, limits);
  },
};

addEventListener("message", async ({ data }: MessageEvent<Request>) => {
  const { job, request } = data;
  const post = (reply: Reply) => postMessage(reply);
  try {
    await init();
    const run = handlers[job] as (request: unknown, post: (part: unknown) => void) => unknown;
    const value = await run(request, (part) => post({ type: "part", value: part }));
    post({ type: "result", value });
  } catch (error) {
    const { name, message } = error instanceof Error ? error : new Error(String(error));
    post({ type: "error", name, message });
  }
});
