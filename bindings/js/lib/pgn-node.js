// The entry point `tabiya/pgn` of Node.js, Deno and Bun, which loads the module at once.

import { loadFile } from "./files.js";
import { initPgnSync } from "./pgn.js";

loadFile(initPgnSync, "games.wasm");

export * from "./pgn.js";
