// Runs the tests of chess.js with the adapter: `npm run chess-js -- FOLDER`, where FOLDER is a checkout of chess.js.
//
// The tests that fail must be those of `differences.json`, each for the reason that it gives.

import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const VITEST = "vitest@3";
const HERE = dirname(fileURLToPath(import.meta.url));

const [source] = process.argv.slice(2);
if (source === undefined) throw new Error("no folder; expected a checkout of chess.js as argument");
const folder = mkdtempSync(join(tmpdir(), "chess-js-"));
try {
  cpSync(join(source, "__tests__"), join(folder, "__tests__"), { recursive: true });
  mkdirSync(join(folder, "src"));
  const adapter = JSON.stringify(pathToFileURL(join(HERE, "adapter.mjs")).href);
  writeFileSync(join(folder, "src/chess.js"), `export * from ${adapter};\n`);
  writeFileSync(join(folder, "package.json"), '{ "type": "module", "private": true }\n');
  run("npm", ["install", "--no-audit", "--no-fund", "--silent", VITEST]);
  const report = join(folder, "report.json");
  run("npx", ["vitest", "run", "--reporter=json", `--outputFile=${report}`], [0, 1]);
  check(JSON.parse(readFileSync(report, "utf8")).testResults);
} finally {
  rmSync(folder, { recursive: true });
}

/** Runs a program in the folder. */
function run(program, args, expected = [0]) {
  const { status } = spawnSync(program, args, { cwd: folder, stdio: ["ignore", "ignore", "inherit"] });
  if (!expected.includes(status)) throw new Error(`\`${program} ${args.join(" ")}\` failed with exit code ${status}`);
}

/** Compares the results with the known differences. */
function check(files) {
  const known = JSON.parse(readFileSync(join(HERE, "differences.json"), "utf8"));
  const names = new Set(known.flatMap(({ tests }) => tests));
  const failed = new Map();
  let passed = 0;
  for (const { name: file, assertionResults } of files) {
    for (const { fullName, status, failureMessages } of assertionResults) {
      if (status === "passed") passed++;
      else failed.set(`${basename(file, ".test.ts")}: ${fullName}`, failureMessages[0].split("\n")[0]);
    }
  }
  const unexpected = [...failed].filter(([name]) => !names.has(name));
  const missing = [...names].filter((name) => !failed.has(name));
  for (const [name, message] of unexpected) console.error(`${name}: ${message}`);
  for (const name of missing) console.error(`${name}: passes or is not found; expected a difference`);
  if (unexpected.length + missing.length > 0) process.exitCode = 1;
  console.log(`${passed} tests of chess.js pass, ${names.size} differ for ${known.length} reasons`);
}
