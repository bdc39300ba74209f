// The entry point `tabiya/bitboards` of Node.js, Deno and Bun, which loads the modules at once.

import { readFileSync } from "node:fs";

import "./node.js";
import { initBitboardsSync } from "./bitboards.js";

initBitboardsSync(readFileSync(new URL("../wasm/bitboards.wasm", import.meta.url)));

export * from "./bitboards.js";
