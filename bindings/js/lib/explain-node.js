// The entry point `tabiya/explain` of Node.js, Deno and Bun, which loads the modules at once.

import { readFileSync } from "node:fs";

import "./node.js";
import { initExplainSync } from "./explain.js";

initExplainSync(readFileSync(new URL("../wasm/explain.wasm", import.meta.url)));

export * from "./explain.js";
