// Indices of texts: bytes of UTF-8 in the modules, UTF-16 units in JavaScript.

/**
 * Returns the indices of UTF-16 units for indices of bytes in UTF-8.
 *
 * @param {string} text
 * @param {number[]} bytes
 */
export function unitIndices(text, bytes) {
  const units = [];
  let byte = 0;
  let unit = 0;
  let next = 0;
  for (const character of text) {
    const code = /** @type {number} */ (character.codePointAt(0));
    byte += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    if (next < bytes.length && bytes[next] < byte) {
      units.push(unit);
      while (next < bytes.length && bytes[next] < byte) next++;
    }
    unit += character.length;
  }
  // What is missing at the end is at the length of the text.
  if (next < bytes.length) units.push(unit);
  return units;
}

/**
 * Returns the index of UTF-16 units for each index of a byte in UTF-8 where a character begins or the text ends.
 *
 * @param {string} text
 * @param {number[]} bytes In any order.
 * @returns {Map<number, number>}
 */
export function unitIndexMap(text, bytes) {
  const ascending = [...new Set(bytes)].sort((a, b) => a - b);
  const units = unitIndices(text, ascending);
  return new Map(ascending.map((byte, index) => [byte, units[index]]));
}
