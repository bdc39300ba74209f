// The entry point `tabiya/explain` of Node.js, Deno and Bun, which loads the modules at once.

import { loadFile } from "./files.js";
import "./node.js";
import { initExplainSync } from "./explain.js";

loadFile(initExplainSync, "explain.wasm");

export * from "./explain.js";
