// The packed npm package runs in Chromium as it is, without a bundler.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { after, before, test } from "node:test";

import { SITE, startBrowser } from "./support.mjs";

const TYPES = { ".html": "text/html", ".js": "text/javascript", ".wasm": "application/wasm" };

const folder = mkdtempSync(join(tmpdir(), "tabiya-package-"));
let server;
let browser;

before(async () => {
  const options = { cwd: join(SITE, "../bindings/js"), encoding: "utf8" };
  const [{ filename }] = JSON.parse(execFileSync("npm", ["pack", "--json", "--pack-destination", folder], options));
  execFileSync("tar", ["-xf", filename], { cwd: folder });
  server = createServer((request, response) => {
    const { pathname } = new URL(request.url, "http://localhost");
    if (pathname === "/") {
      response.writeHead(200, { "content-type": "text/html" }).end('<!doctype html><title>package</title><link rel="icon" href="data:," />');
      return;
    }
    try {
      const bytes = readFileSync(join(folder, "package", pathname));
      response.writeHead(200, { "content-type": TYPES[extname(pathname)] ?? "text/plain" }).end(bytes);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  browser = await startBrowser();
});

after(async () => {
  await browser?.close();
  server?.close();
  rmSync(folder, { recursive: true });
});

test("packed_package_runs_in_chromium", { timeout: 60_000 }, async () => {
  const page = await browser.newPage();
  const messages = [];
  page.on("console", (message) => messages.push(message.text()));
  await page.goto(`http://127.0.0.1:${server.address().port}/`);
  const results = await page.evaluate(async () => {
    const { init, Position } = await import("/lib/index.js");
    const { initDiagnosis, diagnose } = await import("/lib/diagnosis.js");
    const { initExplain, leafCategories } = await import("/lib/explain.js");
    const { initBitboards, evaluate } = await import("/lib/bitboards.js");
    await Promise.all([init(), initExplain(), initDiagnosis(), initBitboards()]);
    const position = Position.start();
    return [
      position.perft(5),
      leafCategories(position, 2).nodes,
      diagnose([{ position, depth: 1, nodes: 20 }]).extent,
      String(evaluate("knight(f3)").value),
    ];
  });
  assert.deepEqual(results, [4_865_609, 400, "counts-are-right", String(0x5088008850n)]);
  assert.deepEqual(messages, []);
});
