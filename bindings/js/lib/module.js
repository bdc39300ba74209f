// A WebAssembly module of the package: its instance, its memory, and the texts that it reads and writes.

/** The number of 32-bit words of a position in the slot. */
const WORDS = 12;

/** The greatest size of a text or of bytes that a module reads. */
const MAX_INPUT = 16 * 1024 * 1024;

/** The initial size of the input. */
const MIN_INPUT = 256;

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/**
 * A module and its instance.
 *
 * A position is a value of 12 words, which only the modules write. After an error inside of WebAssembly, the
 * module starts again with a fresh memory: no position is lost, because all are in JavaScript.
 */
export class WasmModule {
  /** @param {string} name The name of the function that loads the module. */
  constructor(name) {
    this.name = name;
    /** @type {WebAssembly.Module | null} */
    this.module = null;
    /** @type {Int32Array | null} The state that the slot holds. */
    this.loaded = null;
    /** @type {Uint8Array | null} The text of the game that is loaded. */
    this.game = null;
    /** @type {Uint8Array | null} The text from which games are read. */
    this.pgn = null;
    /** True if there is no instance, or an error left its memory in an unknown state. */
    this.isStale = true;
    /** @type {Record<string, Function>} */
    this.exports = {};
    /** @type {WebAssembly.Memory | null} */
    this.memory = null;
    this.bytes = new Uint8Array(0);
    this.codes = new Uint16Array(0);
    this.words = new Int32Array(0);
    this.slot = 0;
    this.list = 0;
    this.input = 0;
    this.capacity = 0;
  }

  /**
   * Starts a compiled module.
   *
   * @param {WebAssembly.Module} module
   * @param {WebAssembly.Instance} instance
   */
  start(module, instance) {
    this.use(instance);
    this.module = module;
  }

  /** Creates a fresh instance. */
  restart() {
    if (this.module === null) {
      throw new Error(`tabiya: not loaded; expected \`await ${this.name}()\` first`);
    }
    this.use(new WebAssembly.Instance(this.module, {}));
  }

  /** Replaces the instance. @param {WebAssembly.Instance} instance */
  use({ exports }) {
    if (typeof exports.slot_size !== "function" || exports.slot_size() !== 4 * WORDS) {
      throw new Error("tabiya: the WebAssembly module belongs to another version of the package");
    }
    this.exports = /** @type {Record<string, Function>} */ (exports);
    this.memory = /** @type {WebAssembly.Memory} */ (exports.memory);
    this.slot = this.exports.slot() >> 2;
    this.list = this.exports.move_list() >> 1;
    this.loaded = null;
    this.game = null;
    this.pgn = null;
    this.input = this.exports.input(MIN_INPUT);
    this.capacity = MIN_INPUT;
    this.refresh();
    this.isStale = false;
  }

  /** Requests a fresh instance for the next call, after an error inside of WebAssembly. */
  invalidate() {
    this.isStale = true;
    this.loaded = null;
  }

  /** Returns the module with an instance. */
  ready() {
    if (this.isStale) this.restart();
    return this;
  }

  /** Refreshes the views of the memory, which growth detaches. */
  refresh() {
    const { buffer } = /** @type {WebAssembly.Memory} */ (this.memory);
    if (this.bytes.buffer !== buffer) {
      this.bytes = new Uint8Array(buffer);
      this.codes = new Uint16Array(buffer);
      this.words = new Int32Array(buffer);
    }
  }

  /** Makes room for input. @param {number} length */
  reserve(length) {
    if (length > this.capacity) {
      if (length > MAX_INPUT) {
        throw new RangeError(`input: ${length} bytes; expected at most ${MAX_INPUT}`);
      }
      this.input = this.call("input", length);
      this.capacity = length;
    }
    this.refresh();
  }

  /** Copies a position to the slot. @param {Int32Array} state */
  enter(state) {
    if (this.loaded !== state) {
      if (this.isStale) this.restart();
      const { words, slot } = this;
      for (let index = 0; index < WORDS; index++) words[slot + index] = state[index];
      this.loaded = state;
    }
  }

  /** Returns a copy of the position in the slot. */
  leave() {
    const { words, slot } = this;
    const state = new Int32Array(WORDS);
    for (let index = 0; index < WORDS; index++) state[index] = words[slot + index];
    this.loaded = state;
    return state;
  }

  /** Writes a text to the input and returns its length in bytes. @param {string} text */
  write(text) {
    if (this.isStale) this.restart();
    const { length } = text;
    if (length <= this.capacity) {
      const { bytes, input } = this;
      let index = 0;
      for (; index < length; index++) {
        const unit = text.charCodeAt(index);
        if (unit > 127) break;
        bytes[input + index] = unit;
      }
      if (index === length) return length;
    }
    // A character has at most three bytes per UTF-16 unit.
    this.reserve(Math.min(3 * length, Math.max(MAX_INPUT, length)));
    const target = this.bytes.subarray(this.input, this.input + this.capacity);
    const { read, written } = encoder.encodeInto(text, target);
    if (read < length) throw new RangeError(`input: ${length} characters; expected at most ${MAX_INPUT} bytes`);
    return written;
  }

  /** Writes bytes to the input and returns their number. @param {Uint8Array} source */
  writeBytes(source) {
    if (!(source instanceof Uint8Array)) {
      throw new TypeError(`bytes: ${Object.prototype.toString.call(source)}; expected a Uint8Array`);
    }
    this.ready().reserve(source.length);
    this.bytes.set(source, this.input);
    return source.length;
  }

  /**
   * Calls an export. After an error inside of it, the module starts again.
   *
   * @param {string} name
   * @param {(number | bigint)[]} args
   */
  call(name, ...args) {
    try {
      const result = this.exports[name](...args);
      // Growth of the memory detaches the views.
      if (this.bytes.length === 0) this.refresh();
      return result;
    } catch (error) {
      this.invalidate();
      throw error;
    }
  }

  /** Returns a part of the output. @param {number} length */
  output(length) {
    this.refresh();
    const start = this.exports.output();
    return this.bytes.subarray(start, start + length);
  }

  /** Calls an export that writes a text, and returns the text. @param {string} name @param {(number | bigint)[]} args */
  text(name, ...args) {
    return decode(this.output(this.call(name, ...args)));
  }

  /**
   * Calls an export that writes JSON, or a message and returns its negative length.
   *
   * @param {new (message: string) => Error} ErrorType
   * @param {string} name
   * @param {(number | bigint)[]} args
   */
  json(ErrorType, name, ...args) {
    const length = this.call(name, ...args);
    const text = decode(this.output(Math.abs(length)));
    if (length < 0) throw new ErrorType(text);
    return parseJson(text);
  }

  /** Returns the JSON of an error. @param {number} length The negative length. */
  error(length) {
    return parseJson(decode(this.output(-length)));
  }
}

/** Returns the text of bytes in UTF-8. @param {Uint8Array} bytes */
export function decode(bytes) {
  return decoder.decode(bytes);
}

/** Texts and long integers of JSON. */
const TOKENS = /"(?:[^"\\]|\\.)*"|-?\d{16,}/g;

/**
 * Parses JSON with names in camel case. Integers of more than 15 digits become texts, so that no digit is lost.
 *
 * @param {string} json
 */
function parseJson(json) {
  const safe = json.replace(TOKENS, (token) => (token[0] === '"' ? token : `"${token}"`));
  return camelCase(JSON.parse(safe));
}

/** Returns a value of JSON with names in camel case. @param {unknown} value @returns {any} */
function camelCase(value) {
  if (Array.isArray(value)) return value.map(camelCase);
  if (value === null || typeof value !== "object") return value;
  const entries = Object.entries(value).map(([name, member]) => [camelCaseName(name), camelCase(member)]);
  return Object.fromEntries(entries);
}

/** Returns a name with words joined by underscores in camel case. @param {string} name */
export function camelCaseName(name) {
  return name.replace(/_([a-z0-9])/g, (_, letter) => letter.toUpperCase());
}
