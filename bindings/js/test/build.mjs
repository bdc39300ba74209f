// Builds the WebAssembly modules of the package: `node build.mjs`.
//
// cargo compiles, wasm-opt of binaryen optimizes, and a module that exceeds the limit of size fails the build.
// `node build.mjs --quick` only compiles, with little optimization, for the quick tests.

import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

const TARGET = "wasm32-unknown-unknown";

/** The features of a module, the profile of cargo that compiles it, and its greatest size in bytes, compressed by gzip. */
const MODULES = [
  { name: "play", profile: "release", maxSize: 125_000 },
  { name: "games", profile: "games", maxSize: 201_000 },
  { name: "explain", profile: "explain", maxSize: 142_000 },
  { name: "diagnosis", profile: "diagnosis", maxSize: 142_000 },
  { name: "bitboards", profile: "bitboards", maxSize: 60_000 },
];

/** Tests whether a module is optimized for speed. @param {string} name */
function isFast(name) {
  return name === "play" || name === "games";
}

/** Whether the modules are only compiled. */
const isQuick = process.argv.includes("--quick");

/** The proposals of WebAssembly that the code uses: those of all browsers since 2021, with simd128. */
const PROPOSALS = ["simd", "bulk-memory", "bulk-memory-opt", "sign-ext", "mutable-globals", "nontrapping-float-to-int"];

const crate = dirname(dirname(fileURLToPath(import.meta.url)));
const root = dirname(dirname(crate));
const targetDir = process.env.CARGO_TARGET_DIR ?? join(root, "target", "js");

/** Runs a program and fails if it fails. */
function run(program, args, options = {}) {
  const { status, error } = spawnSync(program, args, { stdio: "inherit", cwd: crate, ...options });
  if (error) throw error;
  if (status !== 0) {
    console.error(`build: \`${program} ${args.join(" ")}\` failed with exit code ${status}`);
    process.exit(1);
  }
}

/** Installs the standard library of the target if it is missing. */
function installTarget() {
  const { status, stdout } = spawnSync("rustc", ["--print", "target-libdir", "--target", TARGET], {
    cwd: crate,
    encoding: "utf8",
  });
  const folder = stdout.trim();
  const isInstalled = status === 0 && existsSync(folder) && readdirSync(folder).some((file) => file.startsWith("libcore"));
  if (!isInstalled) run("rustup", ["target", "add", TARGET]);
}

/** Returns the environment of cargo: flags of the compiler, and no paths of this machine in messages. */
function environment() {
  const cargoHome = process.env.CARGO_HOME ?? join(homedir(), ".cargo");
  const flags = [
    "-Ctarget-feature=+simd128",
    // Bounds the memory of a diagnosis, and of any defect: 512 MiB.
    "-Clink-arg=--max-memory=536870912",
    `--remap-path-prefix=${root}=tabiya`,
    `--remap-path-prefix=${cargoHome}=cargo`,
  ];
  const rustflags = { CARGO_ENCODED_RUSTFLAGS: flags.join("\x1f"), CARGO_TARGET_DIR: targetDir };
  return { ...process.env, ...rustflags };
}

/** Tests whether a file exists and is newer than others. */
function isNewer(file, others) {
  if (!existsSync(file)) return false;
  const { mtimeMs } = statSync(file);
  return others.every((other) => statSync(other).mtimeMs < mtimeMs);
}

/** Compiles and optimizes a module, and returns its bytes. */
function build(module) {
  const { name } = module;
  const profile = isQuick ? "quick" : module.profile;
  const args = ["build", "--locked", "--profile", profile, "--target", TARGET];
  run("cargo", [...args, "--no-default-features", "--features", name], { env: environment() });
  const compiled = join(targetDir, TARGET, profile, "tabiya_js.wasm");
  if (isQuick) return readFileSync(compiled);
  const optimized = join(targetDir, `${name}.wasm`);
  const require = createRequire(import.meta.url);
  const wasmOpt = join(dirname(require.resolve("binaryen/package.json")), "bin", "wasm-opt");
  const features = PROPOSALS.map((proposal) => `--enable-${proposal}`);
  if (isNewer(optimized, [compiled, wasmOpt, fileURLToPath(import.meta.url)])) return readFileSync(optimized);
  rmSync(optimized, { force: true });
  run(process.execPath, [
    wasmOpt,
    compiled,
    ...features,
    isFast(name) ? "-O3" : "-Oz",
    "--strip-debug",
    "--strip-producers",
    "--strip-target-features",
    "-o",
    optimized,
  ]);
  return readFileSync(optimized);
}

installTarget();
const outDir = join(crate, "wasm");
mkdirSync(outDir, { recursive: true });
for (const module of MODULES) {
  const bytes = build(module);
  const { imports, exports } = inspect(bytes);
  if (imports.length > 0) throw new Error(`${module.name}.wasm imports ${imports.join(", ")}; expected nothing`);
  const size = gzipSync(bytes, { level: isQuick ? 1 : 9 }).length;
  console.log(`${module.name}.wasm: ${bytes.length} bytes, ${size} by gzip, ${exports} exports`);
  if (size > module.maxSize && !isQuick) {
    console.error(`${module.name}.wasm: ${size} bytes by gzip; expected at most ${module.maxSize}`);
    process.exit(1);
  }
  writeFileSync(join(outDir, `${module.name}.wasm`), bytes);
}

/** Returns the names of the imports and the number of exports of a module. */
function inspect(bytes) {
  const module = new WebAssembly.Module(bytes);
  const imports = WebAssembly.Module.imports(module).map(({ name }) => name);
  return { imports, exports: WebAssembly.Module.exports(module).length };
}
