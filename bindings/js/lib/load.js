// Loading of a module from the sources that users have: a URL, a response, bytes or a compiled module.

/**
 * Compiles a source.
 *
 * @param {unknown} source
 * @returns {Promise<WebAssembly.Module>}
 */
async function compile(source) {
  let resolved = await source;
  if (resolved instanceof WebAssembly.Module) return resolved;
  if (typeof resolved === "string" || resolved instanceof URL || isRequest(resolved)) {
    if (String(resolved).startsWith("file:")) {
      throw new Error(`tabiya: ${String(resolved)}: not found beside the code; expected the bytes of the file as argument`);
    }
    resolved = await fetch(/** @type {RequestInfo | URL} */ (resolved));
  }
  if (typeof Response === "function" && resolved instanceof Response) {
    if (!resolved.ok) throw new Error(`tabiya: ${resolved.url}: HTTP status ${resolved.status}`);
    // Servers may lack the MIME type application/wasm, which streaming needs.
    const isWasm = resolved.headers.get("content-type")?.startsWith("application/wasm");
    if (isWasm) return WebAssembly.compileStreaming(resolved);
    resolved = await resolved.arrayBuffer();
  }
  return WebAssembly.compile(/** @type {BufferSource} */ (resolved));
}

/** Returns the address of a module, as a promise. @param {() => unknown} defaultSource */
async function locate(defaultSource) {
  try {
    return defaultSource();
  } catch {
    // A bundle in CommonJS has no address.
    throw new Error("tabiya: no address of the code; expected the module or its bytes as argument");
  }
}

/** @param {unknown} value */
function isRequest(value) {
  return typeof Request === "function" && value instanceof Request;
}

/**
 * Returns the two functions that load a module.
 *
 * @param {import("./module.js").WasmModule} target
 * @param {() => unknown} defaultSource
 * @param {() => boolean} [isLoaded] Tests whether the target needs no module.
 */
export function loaders(target, defaultSource, isLoaded = () => target.module !== null) {
  /** @type {Promise<void> | null} */
  let pending = null;

  /** @param {unknown} [source] */
  function init(source) {
    if (isLoaded()) return Promise.resolve();
    pending ??= compile(source ?? locate(defaultSource))
      .then(async (module) => {
        // Some browsers create large instances only asynchronously on the main thread.
        const instance = await WebAssembly.instantiate(module, {});
        if (!isLoaded()) target.start(module, instance);
      })
      .finally(() => {
        pending = null;
      });
    return pending;
  }

  /** @param {unknown} source */
  function initSync(source) {
    if (isLoaded()) return;
    const isModule = source instanceof WebAssembly.Module;
    const module = isModule ? source : new WebAssembly.Module(/** @type {BufferSource} */ (source));
    target.start(module, new WebAssembly.Instance(module, {}));
  }

  return { init, initSync };
}
