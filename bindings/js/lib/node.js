// The entry point of Node.js, Deno and Bun, which loads the module at once.

import { readFileSync } from "node:fs";

import { initSync } from "./play.js";

initSync(readFileSync(new URL("../wasm/play.wasm", import.meta.url)));

export * from "./index.js";
