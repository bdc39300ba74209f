// Programs as users write them: each compiles under strict TypeScript (`npm run types`) and prints what its comments say.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import test from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

import ts from "typescript";

const here = dirname(fileURLToPath(import.meta.url));
// A folder below this one resolves `tabiya`.
const folder = mkdtempSync(join(here, "programs-"));
test.after(() => rmSync(folder, { recursive: true }));

for (const name of readdirSync(join(here, "programs"))) {
  test(`program_prints_its_comments: ${name}`, async () => {
    const source = readFileSync(join(here, "programs", name), "utf8");
    const { outputText } = ts.transpileModule(source, { compilerOptions: { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 } });
    const file = join(folder, name.replace(/\.ts$/, ".mjs"));
    writeFileSync(file, outputText);
    const expected = [...source.matchAll(/\/\/ → (.*)/g)].map(([, line]) => line);
    const { stdout } = await promisify(execFile)(process.execPath, [file]);
    assert.deepEqual(stdout.trimEnd().split("\n"), expected);
  });
}
