// Builds the programs in `src` by each bundler, and runs them in Node.js or in Chromium: `npm run bundlers` in the
// folder above.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { createReadStream, existsSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { dirname, extname, join } from "node:path";
import { fileURLToPath } from "node:url";

import { chromium } from "playwright-core";

const folder = dirname(fileURLToPath(import.meta.url));
const output = mkdtempSync(join(tmpdir(), "tabiya-bundlers-"));
const WASM = join(folder, "../../wasm/play.wasm");

const TYPES = { ".html": "text/html", ".js": "text/javascript", ".mjs": "text/javascript", ".wasm": "application/wasm" };

/** The policy of a careful page: WebAssembly, but neither `eval` nor inline scripts. Parcel writes an inline import map. */
const policyFor = (name) => `default-src 'self'; script-src 'self' 'wasm-unsafe-eval'${name === "parcel" ? " 'unsafe-inline'" : ""}`;

/** Runs a program of the installed packages, and returns its output. */
function run(program, args) {
  const path = join(folder, "node_modules/.bin", program);
  const { status, stdout, stderr } = spawnSync(program === "node" ? process.execPath : path, args, {
    cwd: folder,
    encoding: "utf8",
  });
  assert.equal(status, 0, `${program} ${args.join(" ")}\n${stdout}${stderr}`);
  return stdout.trim();
}

/** Returns the path of Chromium. */
function findChromium() {
  if (process.env.CHROMIUM) return process.env.CHROMIUM;
  for (const program of ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"]) {
    const { status, stdout } = spawnSync("sh", ["-c", `command -v ${program}`], { encoding: "utf8" });
    if (status === 0) return stdout.trim();
  }
  throw new Error("Chromium is missing; expected the variable CHROMIUM");
}

/** Serves a folder, and returns the title of its page when the program is done. */
async function titleOf(browser, site, policy) {
  const server = createServer((request, response) => {
    const path = join(site, new URL(request.url, "http://localhost").pathname.replace(/\/$/, "/index.html"));
    if (!existsSync(path) || statSync(path).isDirectory()) return response.writeHead(404).end();
    response.writeHead(200, { "content-type": TYPES[extname(path)] ?? "text/plain", "content-security-policy": policy });
    return createReadStream(path).pipe(response);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const page = await browser.newPage();
  const errors = [];
  page.on("pageerror", (error) => errors.push(error.message));
  await page.goto(`http://127.0.0.1:${server.address().port}/`);
  await page.waitForFunction(() => document.title !== "loading", null, { timeout: 20_000 }).catch(() => {});
  const title = await page.title();
  await page.close();
  server.close();
  assert.deepEqual(errors, []);
  return title;
}

/** Writes a page for bundlers that build scripts only. */
function writePage(site, script) {
  writeFileSync(join(site, "index.html"), `<!doctype html><title>loading</title><script type="module" src="./${script}"></script>`);
}

/** The builds of the program in the browser. Each returns the folder of its page. */
const BROWSER = {
  vite(site) {
    run("vite", ["build", "src", "--outDir", site, "--emptyOutDir", "--logLevel", "error"]);
    return site;
  },
  parcel(site) {
    run("parcel", ["build", "src/index.html", "--dist-dir", site, "--cache-dir", join(site, "../cache"), "--no-source-maps", "--log-level", "error"]);
    return site;
  },
  webpack(site) {
    run("webpack", ["--mode", "production", "--entry", "./src/main.js", "--output-path", site, "--output-filename", "main.js"]);
    writePage(site, "main.js");
    return site;
  },
};

/** The bundles for Node.js. Each returns the path of its script. */
const NODE = {
  esbuild(site) {
    const script = join(site, "main.mjs");
    run("esbuild", ["src/node.js", "--bundle", "--platform=node", "--format=esm", `--outfile=${script}`, "--log-level=error"]);
    return script;
  },
  "esbuild to CommonJS"(site) {
    const script = join(site, "main.cjs");
    run("esbuild", ["src/node.js", "--bundle", "--platform=node", "--format=cjs", `--outfile=${script}`, "--log-level=error"]);
    return script;
  },
  rollup(site) {
    const script = join(site, "main.mjs");
    run("rollup", ["src/node.js", "-p", "node-resolve", "-f", "es", "-o", script, "--silent"]);
    return script;
  },
};

const browser = await chromium.launch({ executablePath: findChromium(), args: ["--no-sandbox"] });
for (const [name, build] of Object.entries(BROWSER)) {
  const site = build(mkdtempSync(join(output, "site-")));
  assert.equal(await titleOf(browser, site, policyFor(name)), "13160 true 4", `${name}: ${readdirSync(site).join(", ")}`);
  console.log(`${name}: ok`);
}
await browser.close();
for (const [name, build] of Object.entries(NODE)) {
  const script = build(mkdtempSync(join(output, "node-")));
  const lines = run("node", [script, WASM]).split("\n");
  assert.deepEqual(lines, ["tabiya: not loaded; expected `await init()` first", "true", "197281"], name);
  console.log(`${name}: ok`);
}
rmSync(output, { recursive: true });
