// The entry point `tabiya/bitboards` of Node.js, Deno and Bun, which loads the modules at once.

import { loadFile } from "./files.js";
import "./node.js";
import { initBitboardsSync } from "./bitboards.js";

loadFile(initBitboardsSync, "bitboards.wasm");

export * from "./bitboards.js";
