// The module that plays, and the functions that load it.

import { loaders } from "./load.js";
import { WasmModule } from "./module.js";

/** The module of `Position`. */
export const play = new WasmModule("init");

export const { init, initSync } = loaders(play, () => new URL("../wasm/play.wasm", import.meta.url));

/** Returns the compiled module, for workers. */
export function compiledModule() {
  return play.ready().module;
}
