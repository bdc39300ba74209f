// The files of the modules in Node.js, Deno and Bun.

import { readFileSync } from "node:fs";

/**
 * Loads a module from its file, unless the file is absent: a bundler that copied the code need not have copied it. The
 * program then passes the module to the function that loads it.
 *
 * @param {(source: BufferSource) => void} initSync
 * @param {string} name The name of the file.
 */
export function loadFile(initSync, name) {
  let bytes;
  try {
    bytes = readFileSync(new URL(`../wasm/${name}`, import.meta.url));
  } catch {
    return;
  }
  initSync(bytes);
}
