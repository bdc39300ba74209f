// `Position`, an immutable chess position.

import { FenError, IllegalMoveError, PackedError } from "./errors.js";
import { decode } from "./module.js";
import { play } from "./play.js";
import { KINDS, SQUARES, TYPES, squareIndex, squareNames } from "./squares.js";

/** The argument that proves that a caller of the constructor has a valid state. */
const SECRET = Symbol("Position");

const EN_PASSANT_STYLES = ["legal", "pseudo-legal", "always"];
const CASTLING_DESTINATIONS = ["king", "rook", "both"];

/** The outcomes by the number of the module. */
const OUTCOMES = [
  null,
  { winner: "white", reason: "checkmate", result: "1-0" },
  { winner: "black", reason: "checkmate", result: "0-1" },
  { winner: null, reason: "stalemate", result: "1/2-1/2" },
  { winner: null, reason: "insufficient-material", result: "1/2-1/2" },
  { winner: null, reason: "seventy-five-moves", result: "1/2-1/2" },
].map((outcome) => Object.freeze(outcome));

/** The sets of squares by the number of the module. */
const SETS = ["checkers", "pinned", "castlingRooks", "occupied", "whiteAttacks", "blackAttacks"];

/** An immutable position. Its types are documented in `index.d.ts`. */
export class Position {
  /** @type {Int32Array} */
  #state;

  /** @param {symbol} secret @param {Int32Array} state */
  constructor(secret, state) {
    if (secret !== SECRET) {
      throw new TypeError("Position: no public constructor; expected Position.start or Position.fromFen");
    }
    this.#state = state;
  }

  static start() {
    play.ready().call("set_start");
    return new Position(SECRET, play.leave());
  }

  /** @param {string} fen @param {object} [options] */
  static fromFen(fen, options) {
    const text = String(fen);
    const length = play.ready().write(text);
    const result = play.call("read_fen", length, fenFlags(options));
    if (result < 0) throw new FenError(text, play.error(result));
    return new Position(SECRET, play.leave());
  }

  /** @param {string} fen @param {object} [options] */
  static readFen(fen, options) {
    const text = String(fen);
    const length = play.ready().write(text);
    const result = play.call("read_fen_with_report", length, fenFlags(options));
    if (result < 0) throw new FenError(text, play.error(result));
    const state = play.leave();
    const { changes } = play.error(-result);
    return { position: new Position(SECRET, state), changes };
  }

  /** @param {Uint8Array} bytes */
  static unpack(bytes) {
    const length = play.ready().writeBytes(bytes);
    const result = play.call("unpack", length);
    if (result < 0) throw new PackedError(decode(play.output(-result)));
    return new Position(SECRET, play.leave());
  }

  /** @param {number} white @param {number} black */
  static chess960(white, black = white) {
    for (const number of [white, black]) {
      if (!Number.isInteger(number) || number < 0 || number >= 960) {
        throw new RangeError(`Chess960 number: ${number}; expected an integer from 0 to 959`);
      }
    }
    play.ready().call("set_chess960", white, black);
    return new Position(SECRET, play.leave());
  }

  /** Calls an export with this position in the slot. @param {string} name @param {(number | bigint)[]} args */
  #call(name, ...args) {
    play.enter(this.#state);
    return play.call(name, ...args);
  }

  /** Returns the text that an export writes for this position. @param {string} name @param {number[]} args */
  #text(name, ...args) {
    play.enter(this.#state);
    return play.text(name, ...args);
  }

  get turn() {
    return this.#call("side_to_move") === 0 ? "white" : "black";
  }

  get isCheck() {
    return this.#call("is_check") !== 0;
  }

  get halfmoveClock() {
    return this.#call("halfmove_clock");
  }

  get fullmoveNumber() {
    return this.#call("fullmove_number");
  }

  get isChess960() {
    return this.#call("is_standard_castling") === 0;
  }

  get epSquare() {
    const index = this.#call("legal_ep_square");
    return index < 0 ? null : SQUARES[index];
  }

  get chess960Numbers() {
    const numbers = this.#call("chess960_numbers");
    return numbers < 0 ? null : Object.freeze([Math.floor(numbers / 960), numbers % 960]);
  }

  /** @param {{enPassant?: string, shredder?: boolean, clocks?: boolean}} options */
  fen({ enPassant = "legal", shredder = false, clocks = true } = {}) {
    const style = optionIndex("enPassant", EN_PASSANT_STYLES, enPassant);
    return this.#text("write_fen", style, Number(shredder), Number(clocks));
  }

  toString() {
    return this.fen();
  }

  toJSON() {
    return this.fen({ enPassant: "always" });
  }

  /** @param {string} square */
  piece(square) {
    return this.pieces().get(SQUARES[squareIndex(square)]) ?? null;
  }

  pieces() {
    const length = this.#call("write_pieces");
    const map = new Map();
    play.output(length).forEach((code, index) => {
      if (code === 0) return;
      const letter = String.fromCharCode(code);
      const type = letter.toLowerCase();
      map.set(SQUARES[index], Object.freeze({ color: letter === type ? "black" : "white", type }));
    });
    return map;
  }

  /** @param {string} name */
  bitboard(name) {
    return BigInt.asUintN(64, this.#call("squares", optionIndex("bitboard", SETS, name)));
  }

  checkers() {
    return squareNames(this.bitboard("checkers"));
  }

  pinned() {
    return squareNames(this.bitboard("pinned"));
  }

  /** @param {string} square */
  attackers(square) {
    return squareNames(BigInt.asUintN(64, this.#call("attackers_to", squareIndex(square))));
  }

  /** @param {string} square */
  attacks(square) {
    return squareNames(BigInt.asUintN(64, this.#call("attacks_from", squareIndex(square))));
  }

  /** Writes the codes of the legal moves to the list of the module and returns their number. */
  #generate() {
    play.enter(this.#state);
    try {
      return play.exports.legal_moves();
    } catch (error) {
      play.invalidate();
      throw error;
    }
  }

  codes() {
    const count = this.#generate();
    const { codes, list } = play;
    const result = new Array(count);
    for (let index = 0; index < count; index++) result[index] = codes[list + index];
    return result;
  }

  /** @param {Uint16Array} buffer */
  codesInto(buffer) {
    const count = this.#generate();
    if (count > buffer.length) {
      throw new RangeError(`buffer: ${buffer.length} elements; expected at least ${count}`);
    }
    const { codes, list } = play;
    for (let index = 0; index < count; index++) buffer[index] = codes[list + index];
    return count;
  }

  get moveCount() {
    return this.#call("legal_move_count");
  }

  moves() {
    const count = this.#call("describe_moves");
    const bytes = play.output(8 * count);
    const { codes, list } = play;
    const moves = new Array(count);
    for (let index = 0; index < count; index++) {
      moves[index] = toMove(bytes, 8 * index, codes[list + index]);
    }
    return moves;
  }

  sans() {
    return words(this.#text("write_sans"));
  }

  ucis() {
    return words(this.#text("write_ucis"));
  }

  /** @param {{castling?: string}} options */
  dests({ castling = "both" } = {}) {
    const style = optionIndex("castling", CASTLING_DESTINATIONS, castling);
    const bytes = play.output(this.#call("write_destinations", style));
    const map = new Map();
    let index = 0;
    while (index < bytes.length) {
      const from = SQUARES[bytes[index]];
      const targets = new Array(bytes[index + 1]);
      index += 2;
      for (let target = 0; target < targets.length; target++) targets[target] = SQUARES[bytes[index++]];
      map.set(from, targets);
    }
    return map;
  }

  /** @param {unknown} move */
  play(move) {
    const text = moveText(move);
    play.enter(this.#state);
    let isLegal;
    try {
      isLegal =
        typeof text === "number"
          ? play.exports.make_move(text)
          : play.exports.make_move_of_text(play.write(text));
    } catch (error) {
      play.invalidate();
      throw error;
    }
    if (isLegal === 0) throw this.#illegal(move);
    return new Position(SECRET, play.leave());
  }

  /** @param {unknown} move */
  move(move) {
    const code = this.#code(move);
    const length = this.#call("describe_move", code);
    if (length === 0) throw this.#illegal(move);
    return toMove(play.output(length), 0, code);
  }

  /** @param {unknown} move */
  san(move) {
    const text = this.#text("write_san", this.#code(move));
    if (text === "") throw this.#illegal(move);
    return text;
  }

  /** @param {unknown} move */
  isLegal(move) {
    const code = this.#code(move);
    return code !== 0 && this.#call("describe_move", code) !== 0;
  }

  /** Returns the code of a move, or 0 for a text without a legal move. @param {unknown} move */
  #code(move) {
    const text = moveText(move);
    return typeof text === "number" ? text : this.#call("parse_move", play.write(text));
  }

  /** @param {unknown} move */
  why(move) {
    const text = moveText(move);
    play.enter(this.#state);
    const length =
      typeof text === "number"
        ? play.call("explain_move", text)
        : play.call("explain_move_text", play.write(text));
    if (length >= 0) return play.error(-length);
    const sentence = decode(play.output(-length));
    return { isLegal: false, code: "not-a-move", sentence, uci: null, san: null, evidence: noEvidence() };
  }

  /** @param {unknown} move */
  #illegal(move) {
    return new IllegalMoveError(String(moveText(move)), this.fen(), this.why(move));
  }

  /** @param {number} depth */
  perft(depth) {
    const nodes = this.#call("count_leaves", checkDepth(depth));
    if (nodes > Number.MAX_SAFE_INTEGER) {
      throw new RangeError(`depth ${depth}: more than 2^53 - 1 leaves`);
    }
    return nodes;
  }

  /** @param {number} depth */
  divide(depth) {
    play.enter(this.#state);
    const moves = play.json(RangeError, "divide", checkDepth(depth));
    for (const move of moves) {
      if (typeof move.nodes !== "number" || move.nodes > Number.MAX_SAFE_INTEGER) {
        throw new RangeError(`depth ${depth}: more than 2^53 - 1 leaves`);
      }
    }
    return moves;
  }

  pack() {
    return this.#bytes("pack");
  }

  /** @param {string} name */
  #bytes(name) {
    return play.output(this.#call(name)).slice();
  }

  key() {
    return BigInt.asUintN(64, this.#call("key"));
  }

  outcome() {
    return OUTCOMES[this.#call("outcome")];
  }

  get canClaimFiftyMoves() {
    return this.#call("can_claim_fifty_moves") !== 0;
  }

  /** @param {unknown} other */
  equals(other) {
    if (!(other instanceof Position)) return false;
    const state = other.#state;
    return this.#state.every((word, index) => word === state[index]);
  }
}

/** Returns the flags of options for reading a FEN. @param {{lenient?: boolean, allowImpossibleChecks?: boolean, standardCastling?: boolean}} options */
function fenFlags({ lenient = false, allowImpossibleChecks = false, standardCastling = false } = {}) {
  return Number(lenient) | (Number(allowImpossibleChecks) << 1) | (Number(standardCastling) << 2);
}

/** Returns the index of an option. @param {string} name @param {string[]} values @param {string} value */
function optionIndex(name, values, value) {
  const index = values.indexOf(value);
  if (index < 0) throw new RangeError(`${name}: ${JSON.stringify(value)}; expected ${values.join(", ")}`);
  return index;
}

/** Returns a depth that is in range. @param {number} depth */
export function checkDepth(depth) {
  if (!Number.isInteger(depth) || depth < 0 || depth > 255) {
    throw new RangeError(`depth: ${depth}; expected an integer from 0 to 255`);
  }
  return depth;
}

/**
 * Returns the text of a move in UCI notation or SAN, or its code.
 *
 * @param {any} move
 * @returns {string | number}
 */
function moveText(move) {
  if (typeof move === "string") return move;
  if (typeof move === "number") return Number.isInteger(move) && move >= 0 && move < 65536 ? move : 0;
  if (move === null || typeof move !== "object") {
    throw new TypeError(`move: ${String(move)}; expected a text, a code or an object with from and to`);
  }
  if (typeof move.code === "number") return moveText(move.code);
  return `${move.from}${move.to}${move.promotion ?? ""}`;
}

/** Returns the words of a text with single spaces. @param {string} text */
function words(text) {
  return text === "" ? [] : text.split(" ");
}

/**
 * Returns the move that eight bytes describe.
 *
 * @param {Uint8Array} bytes
 * @param {number} start
 * @param {number} code
 */
function toMove(bytes, start, code) {
  const from = SQUARES[bytes[start]];
  const promotion = TYPES[bytes[start + 6]] ?? null;
  return {
    code,
    uci: from + SQUARES[bytes[start + 2]] + (promotion ?? ""),
    from,
    to: SQUARES[bytes[start + 1]],
    kind: KINDS[bytes[start + 3]],
    piece: TYPES[bytes[start + 4]],
    captured: TYPES[bytes[start + 5]] ?? null,
    promotion,
  };
}

/** Returns the evidence of a text that is not a move. */
function noEvidence() {
  return {
    origin: null,
    target: null,
    attackers: [],
    attacked: [],
    line: [],
    blockers: [],
    safe: [],
    captured: null,
    squares: [],
  };
}
