// Tests of loading: the entry point of browsers, sources of modules, and workers.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import test from "node:test";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { Worker } from "node:worker_threads";

import { Position, compiledModule, init, initSync } from "tabiya";
import { compiledBitboardsModule, initBitboards } from "tabiya/bitboards";
import { compiledDiagnosisModule, initDiagnosis } from "tabiya/diagnosis";
import { compiledExplainModule, initExplain } from "tabiya/explain";

import { KIWIPETE, PACKAGE } from "./support.mjs";

const BROWSER_ENTRY = JSON.stringify(pathToFileURL(join(PACKAGE, "lib/index.js")).href);
const WASM = JSON.stringify(join(PACKAGE, "wasm/play.wasm"));

/** Runs a program as a module in another process, and returns its output. */
async function run(program, env = {}) {
  const args = ["--input-type=module", "--eval", program];
  const { stdout } = await promisify(execFile)(process.execPath, args, { env: { ...process.env, ...env } });
  return stdout.trim();
}

/** Serves the files of the package, and calls a function with the address. */
async function withServer(contentType, use) {
  const server = createServer((request, response) => {
    if (request.url !== "/play.wasm") {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, contentType === "" ? {} : { "content-type": contentType });
    response.end(readFileSync(join(PACKAGE, "wasm/play.wasm")));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  try {
    return await use(`http://127.0.0.1:${server.address().port}`);
  } finally {
    server.close();
  }
}

test("position_before_init_throws_error_that_names_init", async () => {
  const program = `
    import { Position } from ${BROWSER_ENTRY};
    try { Position.start(); } catch (error) { console.log(error.message); }
  `;
  assert.equal(await run(program), "tabiya: not loaded; expected `await init()` first");
});

test("init_from_each_source_loads_module", async () => {
  const sources = {
    bytes: `readFileSync(${WASM})`,
    "array buffer": `readFileSync(${WASM}).buffer.slice(0)`,
    module: `new WebAssembly.Module(readFileSync(${WASM}))`,
    promise: `Promise.resolve(readFileSync(${WASM}))`,
    response: `new Response(readFileSync(${WASM}), { headers: { "content-type": "application/wasm" } })`,
  };
  // A file of this size has its own buffer.
  for (const [name, source] of Object.entries(sources)) {
    const program = `
      import { readFileSync } from "node:fs";
      import { init, Position } from ${BROWSER_ENTRY};
      await Promise.all([init(${source}), init(${source})]);
      await init();
      console.log(Position.start().perft(4));
    `;
    assert.equal(await run(program), "197281", name);
  }
});

test("init_from_url_accepts_any_content_type", async () => {
  for (const contentType of ["application/wasm", "application/octet-stream", ""]) {
    const output = await withServer(contentType, (address) =>
      run(`
        import { init, Position } from ${BROWSER_ENTRY};
        await init(${JSON.stringify(`${address}/play.wasm`)});
        console.log(Position.start().perft(4));
        await init(new URL("${address}/missing.wasm"));
      `),
    );
    assert.equal(output, "197281", contentType);
  }
});

test("init_that_fails_can_be_repeated", async () => {
  const output = await withServer("application/wasm", (address) =>
    run(`
      import { init, Position } from ${BROWSER_ENTRY};
      for (const source of [new URL("${address}/missing.wasm"), new Uint8Array(8), "nothing"]) {
        await init(source).catch((error) => console.log(error.constructor.name));
      }
      await init("${address}/play.wasm");
      console.log(Position.start().moveCount);
    `),
  );
  assert.deepEqual(output.split("\n"), ["Error", "CompileError", "TypeError", "20"]);
});

test("init_sync_from_bytes_loads_module", async () => {
  const program = `
    import { readFileSync } from "node:fs";
    import { initSync, Position } from ${BROWSER_ENTRY};
    initSync(readFileSync(${WASM}));
    initSync(new Uint8Array(0));
    console.log(Position.start().moveCount);
  `;
  assert.equal(await run(program), "20");
});

test("init_bitboards_without_play_parses_and_evaluates", async () => {
  const entry = JSON.stringify(pathToFileURL(join(PACKAGE, "lib/bitboards.js")).href);
  const wasm = JSON.stringify(join(PACKAGE, "wasm/bitboards.wasm"));
  const program = `
    import { readFileSync } from "node:fs";
    import { evaluate, initBitboards, initBitboardsSync, layouts, parseBitboard } from ${entry};
    try { layouts(); } catch (error) { console.log(error.message); }
    await initBitboards(readFileSync(${wasm}));
    initBitboardsSync(new Uint8Array(0));
    console.log(evaluate("popcount(rook(d4, 0))").value, parseBitboard("0xff").set);
  `;
  const message = "tabiya: not loaded; expected `await initBitboards()` first";
  assert.equal(await run(program), `${message}\n14n 255n`);
});

test("init_of_module_with_other_exports_throws_error", async () => {
  const program = `
    import { initSync, Position } from ${BROWSER_ENTRY};
    import { readFileSync } from "node:fs";
    try { initSync(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0])); } catch (error) { console.log(error.message); }
    initSync(readFileSync(${WASM}));
    console.log(Position.start().moveCount);
  `;
  const message = "tabiya: the WebAssembly module belongs to another version of the package";
  assert.equal(await run(program), `${message}\n20`);
});

test("init_in_node_has_no_effect", async () => {
  await init("nowhere");
  await initDiagnosis("nowhere");
  await initExplain("nowhere");
  await initBitboards("nowhere");
  initSync(new Uint8Array(0));
  assert.ok(compiledModule() instanceof WebAssembly.Module);
  assert.ok(compiledDiagnosisModule() instanceof WebAssembly.Module);
  assert.ok(compiledExplainModule() instanceof WebAssembly.Module);
  assert.ok(compiledBitboardsModule() instanceof WebAssembly.Module);
});

/** A worker that receives the module and packed positions, and posts their perft. */
const WORKER = `
  import { parentPort, workerData } from "node:worker_threads";
  import { initSync, Position } from ${BROWSER_ENTRY};
  initSync(workerData);
  parentPort.on("message", ({ bytes, depth }) => {
    parentPort.postMessage(Position.unpack(bytes).perft(depth));
  });
`;

/** Returns a worker of a program. */
function startWorker() {
  const url = new URL(`data:text/javascript,${encodeURIComponent(WORKER)}`);
  return new Worker(url, { workerData: compiledModule() });
}

test("worker_with_compiled_module_counts_leaves", async () => {
  const worker = startWorker();
  worker.postMessage({ bytes: Position.fromFen(KIWIPETE).pack(), depth: 4 });
  const [nodes] = await once(worker, "message");
  await worker.terminate();
  assert.equal(nodes, 4_085_603);
});

test("worker_in_long_count_is_terminated", async () => {
  const worker = startWorker();
  await once(worker, "online");
  worker.postMessage({ bytes: Position.start().pack(), depth: 200 });
  await new Promise((resolve) => setTimeout(resolve, 200));
  await worker.terminate();
  assert.equal(Position.start().perft(3), 8_902);
});

test("module_of_games_replaces_module_that_plays", async () => {
  const program = `
    import { readFileSync } from "node:fs";
    import { init, Position } from ${BROWSER_ENTRY};
    import { GameTree, initPgn } from ${JSON.stringify(pathToFileURL(join(PACKAGE, "lib/pgn.js")).href)};
    try { GameTree.start(); } catch (error) { console.log(error.message); }
    await init(readFileSync(${WASM}));
    const position = Position.start().play("e4");
    try { GameTree.fromPgn("1. e4"); } catch (error) { console.log(error.message); }
    await initPgn(readFileSync(${JSON.stringify(join(PACKAGE, "wasm/games.wasm"))}));
    await init();
    console.log(position.play("e5").fen() === GameTree.fromPgn("1. e4 e5").mainLine()[1].fen);
  `;
  const message = "tabiya: not loaded; expected `await initPgn()` first";
  assert.equal(await run(program), `${message}\n${message}\ntrue`);
});
