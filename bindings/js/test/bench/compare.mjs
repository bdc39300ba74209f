// Compares the package with chess.js, chessops and the native program in one run: `node bench/compare.mjs`.
//
// Each job runs over distinct positions, each visited once per round. Libraries alternate within a round, and a
// figure is the median over the rounds, in CPU time of the process. The comparison with the native program takes
// the best round of each. The floors and goals are those that the package was designed for.
//
//   --rounds N    number of rounds (default 7)
//   --program P   the native program (default: built by cargo); its time needs a POSIX shell
//   --json FILE   write the figures to a file
//   --pgn FILE    read these games (default: those of the tests, which are few)

import { execFileSync, spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { cpus } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

import { jobs, perftJob, PERFT } from "./jobs.mjs";

const ROOT = join(dirname(fileURLToPath(import.meta.url)), "../../../..");
const LIBRARIES = ["tabiya", "chess.js", "chessops"];

/** The options of the native program: one thread, no SIMD, and no hash table, as in WebAssembly. */
const NATIVE_OPTIONS = ["--backend", "scalar", "--threads", "1", "--no-hash"];

/** The number of leaves of the deep counts. */
const DEEP_NODES = PERFT.reduce((sum, { deepNodes }) => sum + deepNodes, 0);

const { values: options } = parseArgs({
  options: {
    rounds: { type: "string", default: "7" },
    program: { type: "string" },
    json: { type: "string" },
    pgn: { type: "string", default: join(ROOT, "bindings/python/tests/data/lichess.pgn") },
  },
});

/** Returns the median of numbers. */
function median(numbers) {
  const sorted = numbers.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** Returns the CPU time of the process in seconds. */
function cpuTime() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

/** Returns the time of a call in seconds, repeated until the clock is precise. */
function time(run) {
  let calls = 0;
  const start = cpuTime();
  let elapsed = 0;
  while (elapsed < 0.05) {
    run();
    calls++;
    elapsed = cpuTime() - start;
  }
  return elapsed / calls;
}

/** Returns the median times of the libraries in seconds. */
function measure(runs) {
  const names = Object.keys(runs);
  const times = Object.fromEntries(names.map((name) => [name, []]));
  // The first round warms up and does not count.
  for (let round = 0; round <= rounds; round++) {
    for (const name of names) {
      const seconds = time(runs[name]);
      if (round > 0) times[name].push(seconds);
    }
  }
  return Object.fromEntries(names.map((name) => [name, median(times[name])]));
}

/** Returns the nodes per second of the native program, in CPU time, on one thread and without SIMD. */
function nativeSpeed(program) {
  const commands = PERFT.map(({ fen, deep }) => `"$0" perft ${NATIVE_OPTIONS.join(" ")} --fen "${fen}" ${deep}`);
  const script = `{ ${commands.join("; ")}; } >/dev/null; times`;
  const output = execFileSync("sh", ["-c", script, program], { encoding: "utf8" });
  // The second line has the user and the system time of the programs, such as `0m0.25s 0m0.01s`.
  const times = output.trim().split("\n")[1].matchAll(/(\d+)m([\d.]+)s/g);
  const seconds = [...times].reduce((sum, [, minutes, rest]) => sum + 60 * Number(minutes) + Number(rest), 0);
  return DEEP_NODES / seconds;
}

/** Returns the nodes per second of WebAssembly and of the native program, each in its best round. */
function compareWithNative(program) {
  const run = perftJob("deep");
  const best = { wasm: 0, native: 0 };
  for (let round = 0; round <= rounds; round++) {
    best.wasm = Math.max(best.wasm, DEEP_NODES / time(run));
    best.native = Math.max(best.native, nativeSpeed(program));
  }
  return best;
}

/** Builds the native program and returns its path. */
function buildProgram() {
  const args = ["build", "--release", "--quiet", "-p", "tabiya-cli"];
  const { status } = spawnSync("cargo", args, { cwd: ROOT, stdio: "inherit" });
  if (status !== 0) throw new Error("the native program does not build");
  return join(ROOT, "target/release/tabiya");
}

/** Formats a ratio with its floor and goal. */
function formatRatio(ratio, [floor, goal] = []) {
  const text = ratio >= 10 ? ratio.toFixed(0) : ratio.toFixed(2);
  if (floor === undefined) return `${text}×`;
  const verdict = ratio >= goal ? "goal" : ratio >= floor ? "floor" : "MISSED";
  return `${text}× (${floor} / ${goal}: ${verdict})`;
}

function version(name) {
  const require = createRequire(import.meta.url);
  let folder = dirname(require.resolve(name));
  for (;;) {
    try {
      const manifest = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
      if (manifest.version) return manifest.version;
    } catch {
      // Not the folder of the package.
    }
    folder = dirname(folder);
  }
}

const rounds = Number(options.rounds);
console.log(`Node.js ${process.versions.node} on ${cpus()[0].model}, median of ${rounds} rounds`);
console.log(LIBRARIES.slice(1).map((name) => `${name} ${version(name)}`).join(", ") + "\n");
console.log("| job | unit | tabiya | chess.js | chessops | ÷ chess.js | ÷ chessops |");
console.log("|---|---|---|---|---|---|---|");

const figures = {};
for (const { name, unit, scale, work, runs, targets } of jobs(ROOT, options.pgn)) {
  const seconds = measure(runs);
  const figure = (library) => {
    if (seconds[library] === undefined) return "";
    const value = unit === "Mnps" ? work / seconds[library] / 1e6 : (seconds[library] / work) * scale;
    return value.toPrecision(3);
  };
  const ratio = (library) =>
    seconds[library] === undefined
      ? ""
      : formatRatio(seconds[library] / seconds.tabiya, targets[library]);
  figures[name] = { unit, work, seconds };
  const cells = [...LIBRARIES.map(figure), ...LIBRARIES.slice(1).map(ratio)];
  console.log(`| ${[name, unit, ...cells].join(" | ")} |`);
}

const { wasm, native } = compareWithNative(options.program ?? buildProgram());
const speed = (nodesPerSecond) => `${(nodesPerSecond / 1e6).toFixed(0)} Mnps`;
console.log(`\nperft on one thread: WebAssembly ${speed(wasm)}, native ${speed(native)} by`);
console.log(`\`tabiya perft ${NATIVE_OPTIONS.join(" ")}\`, ratio ${formatRatio(wasm / native, [0.4, 0.7])}`);
figures["wasm ÷ native"] = { wasm, native };
if (options.json) writeFileSync(options.json, JSON.stringify(figures, null, 2) + "\n");
