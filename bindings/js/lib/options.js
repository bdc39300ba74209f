// Options and messages: names, types, and input that is quoted shortened.

/** The most characters of the input that a message quotes. */
const MAX_QUOTED = 60;

/** Returns a text with at most 60 characters. @param {string} text */
export function shorten(text) {
  if (text.length <= MAX_QUOTED) return text;
  // A pair of surrogates is not divided.
  const end = /[\ud800-\udbff]/.test(text[MAX_QUOTED - 1]) ? MAX_QUOTED - 1 : MAX_QUOTED;
  return `${text.slice(0, end)}…`;
}

/** Returns any value as it is quoted in a message. @param {unknown} value */
export function quote(value) {
  if (typeof value === "string") return JSON.stringify(shorten(value));
  if (typeof value === "function") return "a function";
  if (typeof value === "object" && value !== null) return shorten(Object.prototype.toString.call(value));
  return shorten(String(value));
}

/**
 * Checks the names and the types of options. A value that is `undefined` counts as absent.
 *
 * @param {unknown} options
 * @param {Record<string, string>} types The type of each option, as `typeof` names it.
 * @returns {any}
 */
export function checkOptions(options, types) {
  if (options === undefined) return {};
  if (options === null || typeof options !== "object") {
    throw new TypeError(`options: ${quote(options)}; expected an object`);
  }
  for (const [name, value] of Object.entries(options)) {
    if (!Object.hasOwn(types, name)) {
      throw new TypeError(`options: unknown name ${quote(name)}; expected ${Object.keys(types).join(", ")}`);
    }
    if (value !== undefined && typeof value !== types[name]) {
      throw new TypeError(`${name}: ${quote(value)}; expected a ${types[name]}`);
    }
  }
  return options;
}
