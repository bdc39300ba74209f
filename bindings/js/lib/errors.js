// The errors of the package.

import { shorten } from "./options.js";
import { unitIndices } from "./text.js";

/** The most indices of an error. */
const MAX_INDICES = 64;

/** The most characters of a FEN, or of an EPD line. */
export const MAX_FEN = 1024;

/** Returns the explanation of a text that is longer than any FEN. @param {string} text */
export function tooLong(text) {
  const excerpt = shorten(text);
  return {
    field: "length",
    message: `length: ${text.length} characters; expected at most ${MAX_FEN}`,
    at: [],
    found: excerpt,
    rule: `a FEN or EPD line has at most ${MAX_FEN} characters`,
    advice: "read the lines of a file one by one",
    suggestion: null,
    excerpt: { text: excerpt, carets: "" },
  };
}

/** The error of an invalid FEN. */
export class FenError extends Error {
  /**
   * @param {string} fen
   * @param {{field: string, message: string, at: number[], found: string, rule: string, advice: string | null,
   *   suggestion: string | null, excerpt: {text: string, carets: string}}} explanation
   */
  constructor(fen, explanation) {
    super(explanation.message);
    this.name = "FenError";
    this.fen = fen;
    this.field = explanation.field;
    this.at = Object.freeze(unitIndices(fen, explanation.at.slice(0, MAX_INDICES)));
    this.found = explanation.found;
    this.rule = explanation.rule;
    this.advice = explanation.advice;
    this.suggestions = Object.freeze(explanation.suggestion === null ? [] : [explanation.suggestion]);
    this.excerpt = Object.freeze(explanation.excerpt);
  }
}

/** The error of an illegal move, or of a text that is not a move. */
export class IllegalMoveError extends Error {
  /**
   * @param {string} move
   * @param {string} fen
   * @param {{code: string, sentence: string, evidence: {squares: string[]} | null}} explanation
   */
  constructor(move, fen, explanation) {
    super(`${shorten(move)}: ${explanation.sentence}`);
    this.name = "IllegalMoveError";
    this.move = move;
    this.fen = fen;
    this.code = explanation.code;
    this.sentence = explanation.sentence;
    this.evidence = explanation.evidence;
    this.squares = Object.freeze(explanation.evidence?.squares ?? []);
  }
}

/** The error of bytes that are not a packed position. */
export class PackedError extends Error {
  /** @param {string} message */
  constructor(message) {
    super(`packed position: ${message}`);
    this.name = "PackedError";
  }
}

/** The error of a text without counts by root move. */
export class DivideError extends Error {
  /** @param {string} message */
  constructor(message) {
    super(message);
    this.name = "DivideError";
  }
}
