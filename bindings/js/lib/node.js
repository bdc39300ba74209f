// The entry point of Node.js, Deno and Bun, which loads the module at once.

import { loadFile } from "./files.js";
import { initSync } from "./play.js";

loadFile(initSync, "play.wasm");

export * from "./index.js";
