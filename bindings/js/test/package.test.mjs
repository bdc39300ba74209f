// Tests of the packed package: its files, its installation in a fresh folder, and the examples of its README.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test from "node:test";
import { promisify } from "node:util";

import { PACKAGE } from "./support.mjs";

/** Runs a program and returns its output. */
async function run(program, args, cwd) {
  const isShell = process.platform === "win32";
  const { stdout } = await promisify(execFile)(program, args, { cwd, shell: isShell });
  return stdout;
}

const folder = mkdtempSync(join(tmpdir(), "tabiya-"));
test.after(() => rmSync(folder, { recursive: true }));

/** Packs the package and installs it without a network. */
async function install() {
  const [{ filename, files }] = JSON.parse(await run("npm", ["pack", "--json", "--pack-destination", folder], PACKAGE));
  writeFileSync(join(folder, "package.json"), '{ "type": "module", "private": true }\n');
  await run("npm", ["install", "--offline", "--no-audit", "--no-fund", `./${filename}`], folder);
  return files.map(({ path }) => path);
}

/** The names of the WebAssembly modules. */
const MODULES = ["play", "games", "explain", "diagnosis", "bitboards"];

const installed = install();

test("package_contains_library_modules_and_licenses_only", async () => {
  const files = await installed;
  const modules = MODULES.map((name) => `wasm/${name}.wasm`);
  for (const file of ["README.md", "LICENSE-MIT", "LICENSE-APACHE", ...modules]) assert.ok(files.includes(file), file);
  const others = files.filter((file) => !/^(lib|wasm)\/|^(README\.md|LICENSE-.*|package\.json)$/.test(file));
  assert.deepEqual(others, []);
  const { dependencies, devDependencies, scripts } = JSON.parse(readFileSync(join(PACKAGE, "package.json"), "utf8"));
  assert.deepEqual([dependencies, devDependencies, scripts], [undefined, undefined, undefined]);
});

test("package_version_equals_that_of_crate", () => {
  const { version } = JSON.parse(readFileSync(join(PACKAGE, "package.json"), "utf8"));
  assert.match(readFileSync(join(PACKAGE, "Cargo.toml"), "utf8"), new RegExp(`\nversion = "${version}"\n`));
});

test("modules_contain_no_path_of_the_machine", () => {
  for (const name of MODULES) {
    const text = readFileSync(join(PACKAGE, `wasm/${name}.wasm`), "latin1");
    assert.ok(!text.includes(PACKAGE.split(/[\\/]/).slice(0, 3).join("/")), name);
    assert.ok(!text.includes(".cargo/registry"), name);
  }
});

test("readme_examples_in_fresh_folder_print_their_comments", async () => {
  await installed;
  const readme = readFileSync(join(folder, "node_modules/tabiya/README.md"), "utf8");
  const examples = [...readme.matchAll(/```js\n(.*?)```/gs)].map(([, code]) => code);
  assert.equal(examples.length, 8);
  for (const [index, code] of examples.entries()) {
    const file = join(folder, `example${index}.mjs`);
    writeFileSync(file, code);
    const expected = [...code.matchAll(/\/\/ → (.*)/g)].map(([, line]) => line);
    assert.ok(expected.length > 0);
    assert.deepEqual((await run(process.execPath, [file], folder)).trimEnd().split("\n"), expected);
  }
});
