// `Position`, an immutable chess position.

import { FenError, IllegalMoveError, MAX_FEN, PackedError, tooLong } from "./errors.js";
import { decode } from "./module.js";
import { checkOptions, quote } from "./options.js";
import { play } from "./play.js";
import { KINDS, SQUARES, TYPES, squareIndex, squareNames } from "./squares.js";

/** The argument that proves that a caller of the constructor has a valid state. */
const SECRET = Symbol("Position");

const COLORS = ["white", "black"];
const EN_PASSANT_STYLES = ["legal", "pseudo-legal", "always"];
/** The piece types that a pawn can promote to. */
const PROMOTIONS = ["q", "r", "b", "n"];
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

/**
 * The name of a position's state. It is a symbol, not a private name: a `Proxy` around a position, as the state of
 * Vue and other libraries is, has access to it. Copies by spread or structured clone lack it.
 */
const STATE = Symbol("state");

/** An immutable position. Its types are documented in `index.d.ts`. */
export class Position {
  /** @param {symbol} secret @param {Int32Array} state */
  constructor(secret, state) {
    if (secret !== SECRET) {
      throw new TypeError("Position: no public constructor; expected Position.start or Position.fromFen");
    }
    Object.defineProperty(this, STATE, { value: state });
  }

  static start() {
    play.ready().call("set_start");
    return new Position(SECRET, play.leave());
  }

  /** @param {string} fen @param {object} [options] */
  static fromFen(fen, options) {
    const flags = fenFlags(options);
    const text = fenText(fen);
    const result = play.call("read_fen", play.ready().write(text), flags);
    if (result < 0) throw new FenError(text, play.error(result));
    return new Position(SECRET, play.leave());
  }

  /** @param {string} fen @param {object} [options] */
  static readFen(fen, options) {
    const flags = fenFlags(options);
    const text = fenText(fen);
    const result = play.call("read_fen_with_report", play.ready().write(text), flags);
    if (result < 0) throw new FenError(text, play.error(result));
    const state = play.leave();
    const { changes } = play.error(-result);
    return { position: new Position(SECRET, state), changes };
  }

  /** @param {string} fen @param {object} [options] */
  static validateFen(fen, options) {
    try {
      Position.fromFen(fen, options);
      return null;
    } catch (error) {
      if (error instanceof FenError) return error;
      throw error;
    }
  }

  /** @param {Record<string, any> | Map<string, any>} pieces @param {Record<string, any>} [fields] */
  static fromPieces(pieces, fields) {
    return edit(null, { pieces, ...checkOptions(fields, EDIT_FIELDS) });
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

  get turn() {
    return call(this, "side_to_move") === 0 ? "white" : "black";
  }

  get isCheck() {
    return call(this, "is_check") !== 0;
  }

  get halfmoveClock() {
    return call(this, "halfmove_clock");
  }

  get fullmoveNumber() {
    return call(this, "fullmove_number");
  }

  get isChess960() {
    return call(this, "is_standard_castling") === 0;
  }

  get epSquare() {
    const index = call(this, "legal_ep_square");
    return index < 0 ? null : SQUARES[index];
  }

  get chess960Numbers() {
    const numbers = call(this, "chess960_numbers");
    return numbers < 0 ? null : Object.freeze([Math.floor(numbers / 960), numbers % 960]);
  }

  /** @param {{enPassant?: string, shredder?: boolean, clocks?: boolean}} [options] */
  fen(options) {
    const types = { enPassant: "string", shredder: "boolean", clocks: "boolean" };
    const { enPassant = "legal", shredder = false, clocks = true } = checkOptions(options, types);
    const style = optionIndex("enPassant", EN_PASSANT_STYLES, enPassant);
    return callText(this, "write_fen", style, Number(shredder), Number(clocks));
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
    const length = call(this, "write_pieces");
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
    return BigInt.asUintN(64, call(this, "squares", optionIndex("bitboard", SETS, name)));
  }

  checkers() {
    return squareNames(this.bitboard("checkers"));
  }

  pinned() {
    return squareNames(this.bitboard("pinned"));
  }

  /** @param {string} square @param {string} [color] */
  attackers(square, color) {
    const squares = squareNames(BigInt.asUintN(64, call(this, "attackers_to", squareIndex(square))));
    if (color === undefined) return squares;
    optionIndex("color", COLORS, color);
    const pieces = this.pieces();
    return squares.filter((name) => pieces.get(name).color === color);
  }

  /** @param {string} square */
  attacks(square) {
    return squareNames(BigInt.asUintN(64, call(this, "attacks_from", squareIndex(square))));
  }

  codes() {
    const count = generate(this);
    const { codes, list } = play;
    const result = new Array(count);
    for (let index = 0; index < count; index++) result[index] = codes[list + index];
    return result;
  }

  /** @param {Uint16Array} buffer */
  codesInto(buffer) {
    const count = generate(this);
    if (count > buffer.length) {
      throw new RangeError(`buffer: ${buffer.length} elements; expected at least ${count}`);
    }
    const { codes, list } = play;
    for (let index = 0; index < count; index++) buffer[index] = codes[list + index];
    return count;
  }

  get moveCount() {
    return call(this, "legal_move_count");
  }

  /** @param {{square?: string, san?: boolean}} [options] */
  moves(options) {
    const { square, san = false } = checkOptions(options, { square: "string", san: "boolean" });
    const from = square === undefined ? undefined : SQUARES[squareIndex(square)];
    const count = call(this, "describe_moves");
    const bytes = play.output(8 * count);
    const { codes, list } = play;
    const moves = new Array(count);
    for (let index = 0; index < count; index++) {
      moves[index] = toMove(bytes, 8 * index, codes[list + index]);
    }
    if (san) this.sans().forEach((text, index) => (moves[index].san = text));
    return from === undefined ? moves : moves.filter((move) => move.from === from);
  }

  sans() {
    return words(callText(this, "write_sans"));
  }

  ucis() {
    return words(callText(this, "write_ucis"));
  }

  /** @param {{castling?: string}} [options] */
  dests(options) {
    const { castling = "both" } = checkOptions(options, { castling: "string" });
    const style = optionIndex("castling", CASTLING_DESTINATIONS, castling);
    const bytes = play.output(call(this, "write_destinations", style));
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
    const text = moveText(this, move);
    play.enter(stateOf(this));
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
    if (isLegal === 0) throw illegalMove(this, move);
    return new Position(SECRET, play.leave());
  }

  /** @param {unknown} move */
  move(move) {
    const code = moveCode(this, move);
    const length = call(this, "describe_move", code);
    if (length === 0) throw illegalMove(this, move);
    return toMove(play.output(length), 0, code);
  }

  /** @param {unknown} move */
  san(move) {
    const text = callText(this, "write_san", moveCode(this, move));
    if (text === "") throw illegalMove(this, move);
    return text;
  }

  /** @param {unknown} move */
  isLegal(move) {
    const code = moveCode(this, move);
    return code !== 0 && call(this, "describe_move", code) !== 0;
  }

  /** @param {unknown} move */
  why(move) {
    const text = moveText(this, move);
    play.enter(stateOf(this));
    const length =
      typeof text === "number"
        ? play.call("explain_move", text)
        : play.call("explain_move_text", play.write(text));
    if (length >= 0) return play.error(-length);
    const sentence = decode(play.output(-length));
    return { isLegal: false, code: "not-a-move", sentence, uci: null, san: null, evidence: noEvidence() };
  }

  /** @param {number} depth */
  perft(depth) {
    const nodes = call(this, "count_leaves", checkDepth(depth));
    if (nodes > Number.MAX_SAFE_INTEGER) {
      throw new RangeError(`depth ${depth}: more than 2^53 - 1 leaves`);
    }
    return nodes;
  }

  /** @param {number} depth */
  divide(depth) {
    play.enter(stateOf(this));
    const moves = play.json(RangeError, "divide", checkDepth(depth));
    for (const move of moves) {
      if (typeof move.nodes !== "number" || move.nodes > Number.MAX_SAFE_INTEGER) {
        throw new RangeError(`depth ${depth}: more than 2^53 - 1 leaves`);
      }
    }
    return moves;
  }

  pack() {
    return play.output(call(this, "pack")).slice();
  }

  key() {
    return BigInt.asUintN(64, call(this, "key"));
  }

  outcome() {
    return OUTCOMES[call(this, "outcome")];
  }

  get isCheckmate() {
    return this.outcome()?.reason === "checkmate";
  }

  get isStalemate() {
    return this.outcome()?.reason === "stalemate";
  }

  /** @param {unknown} move */
  tryPlay(move) {
    return this.isLegal(move) ? this.play(move) : null;
  }

  board() {
    const pieces = this.pieces();
    const files = [..."abcdefgh"];
    return [..."87654321"].map((rank) => files.map((file) => pieces.get(`${file}${rank}`) ?? null));
  }

  ascii() {
    const rows = this.board().map((row, index) => `${8 - index} ${row.map(letter).join(" ")}`);
    return [...rows, "  a b c d e f g h"].join("\n");
  }

  /** @param {Record<string, any>} changes */
  edit(changes) {
    return edit(this, changes);
  }

  /** @param {string} square @param {any} piece */
  put(square, piece) {
    return edit(this, { pieces: { [square]: piece } });
  }

  /** @param {string} square */
  remove(square) {
    return edit(this, { pieces: { [square]: null } });
  }

  /** @param {string} turn */
  withTurn(turn) {
    return edit(this, { turn });
  }

  /** @param {string} castling */
  withRights(castling) {
    return edit(this, { castling });
  }

  get canClaimFiftyMoves() {
    return call(this, "can_claim_fifty_moves") !== 0;
  }

  /** @param {unknown} other */
  equals(other) {
    if (!(other instanceof Position)) return false;
    const state = stateOf(other);
    return stateOf(this).every((word, index) => word === state[index]);
  }
}

/** Returns the position in the slot of the module. */
export function positionInSlot() {
  return new Position(SECRET, play.leave());
}

/** Returns a position's state, also through a Proxy. @param {any} position @returns {Int32Array} */
function stateOf(position) {
  const state = position[STATE];
  if (state === undefined) throw new TypeError("position without a state; expected one that Position created");
  return state;
}

/** Calls an export with a position in the slot. @param {Position} position @param {string} name @param {(number | bigint)[]} args */
function call(position, name, ...args) {
  play.enter(stateOf(position));
  return play.call(name, ...args);
}

/** Returns the text that an export writes for a position. @param {Position} position @param {string} name @param {number[]} args */
function callText(position, name, ...args) {
  play.enter(stateOf(position));
  return play.text(name, ...args);
}

/** Writes the codes of the legal moves to the module's list and returns their number. @param {Position} position */
function generate(position) {
  play.enter(stateOf(position));
  try {
    return play.exports.legal_moves();
  } catch (error) {
    play.invalidate();
    throw error;
  }
}

/** Returns the code of a move, or 0 for a text without a legal move. @param {Position} position @param {unknown} move */
function moveCode(position, move) {
  const code = moveText(position, move);
  return typeof code === "number" ? code : call(position, "parse_move", play.write(code));
}

/** Returns the error for an illegal move. @param {Position} position @param {unknown} move */
function illegalMove(position, move) {
  return new IllegalMoveError(String(moveText(position, move)), position.fen(), position.why(move));
}

/** Returns the text of a FEN that is not too long. @param {unknown} fen */
function fenText(fen) {
  const text = String(fen);
  if (text.length > MAX_FEN) throw new FenError(text, tooLong(text));
  return text;
}

/** The options for reading a FEN, with their types. */
const FEN_OPTIONS = { lenient: "boolean", allowImpossibleChecks: "boolean", standardCastling: "boolean" };

/** Returns the flags of options for reading a FEN. @param {unknown} options */
function fenFlags(options) {
  const { lenient = false, allowImpossibleChecks = false, standardCastling = false } = checkOptions(options, FEN_OPTIONS);
  return Number(lenient) | (Number(allowImpossibleChecks) << 1) | (Number(standardCastling) << 2);
}

/** Returns the index of an option. @param {string} name @param {string[]} values @param {string} value */
function optionIndex(name, values, value) {
  const index = values.indexOf(value);
  if (index < 0) throw new RangeError(`${name}: ${quote(value)}; expected ${values.join(", ")}`);
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
 * Board widgets add `promotion: "q"` to each move, so a promotion counts only if a pawn reaches the last rank.
 *
 * @param {Position} position
 * @param {any} move
 * @returns {string | number}
 */
function moveText(position, move) {
  if (typeof move === "string") return move;
  if (typeof move === "number") return Number.isInteger(move) && move >= 0 && move < 65536 ? move : 0;
  if (move === null || typeof move !== "object") {
    throw new TypeError(`move: ${quote(move)}; expected a text, a code or an object with from and to`);
  }
  if (typeof move.code === "number") return moveText(position, move.code);
  const { from, to, promotion = null } = move;
  if (typeof from !== "string" || typeof to !== "string") {
    throw new TypeError(`move: from ${quote(from)} to ${quote(to)}; expected names of squares`);
  }
  if (promotion === null) return `${from}${to}`;
  if (!PROMOTIONS.includes(promotion)) {
    throw new RangeError(`promotion: ${quote(promotion)}; expected ${PROMOTIONS.join(", ")}`);
  }
  const isPromotion = /[18]$/.test(String(to)) && SQUARES.includes(from) && position.piece(from)?.type === "p";
  return isPromotion ? `${from}${to}${promotion}` : `${from}${to}`;
}

/** The fields of a position that an edit can set besides its pieces, with their types. */
const EDIT_FIELDS = { turn: "string", castling: "string", epSquare: "string", halfmoveClock: "number", fullmoveNumber: "number" };

/** The letter of a piece in a FEN, or a point. @param {{color: string, type: string} | null} piece */
function letter(piece) {
  if (piece === null) return ".";
  return piece.color === "white" ? piece.type.toUpperCase() : piece.type;
}

/** Returns the letter of a piece that an edit places. @param {string} square @param {any} piece */
function placedLetter(square, piece) {
  const text = typeof piece === "string" ? piece : letter({ color: piece?.color, type: String(piece?.type) });
  if (!/^[pnbrqkPNBRQK]$/.test(text) || (typeof piece !== "string" && !COLORS.includes(piece.color))) {
    throw new RangeError(`piece on ${square}: ${quote(piece)}; expected a letter such as N, or a color and a type`);
  }
  return text;
}

/**
 * Returns a position with changes, which begins with an empty board if there is no position.
 *
 * @param {Position | null} position
 * @param {Record<string, any>} changes
 */
function edit(position, changes) {
  const { pieces = {}, turn, castling, epSquare, halfmoveClock, fullmoveNumber } = checkOptions(changes, {
    ...EDIT_FIELDS,
    pieces: "object",
  });
  const letters = new Map();
  for (const [square, piece] of position?.pieces() ?? []) letters.set(square, letter(piece));
  for (const [square, piece] of pieces instanceof Map ? pieces : Object.entries(pieces)) {
    const name = SQUARES[squareIndex(square)];
    if (piece === null) letters.delete(name);
    else letters.set(name, placedLetter(name, piece));
  }
  const rows = [..."87654321"].map((rank) => {
    const row = [..."abcdefgh"].map((file) => letters.get(`${file}${rank}`) ?? "1").join("");
    return row.replace(/1+/g, (empty) => String(empty.length));
  });
  const old = (position ?? Position.start()).fen().split(" ");
  if (turn !== undefined) optionIndex("turn", COLORS, turn);
  const side = turn === undefined ? (position === null ? "w" : old[1]) : turn[0];
  const rights = castling ?? (position === null ? "-" : keptRights(old[2], letters, position.isChess960));
  const fields = [rows.join("/"), side, rights, epSquare ?? "-", halfmoveClock ?? 0, fullmoveNumber ?? old[5]];
  return Position.fromFen(fields.join(" "), { allowImpossibleChecks: true });
}

/** Returns the castling rights whose king and rook are in place. @param {string} rights @param {Map<string, string>} letters @param {boolean} isChess960 */
function keptRights(rights, letters, isChess960) {
  if (isChess960) return rights;
  const kept = [...rights].filter((right) => {
    const rank = right === right.toUpperCase() ? "1" : "8";
    const [king, rook] = rank === "1" ? ["K", "R"] : ["k", "r"];
    const file = right.toLowerCase() === "k" ? "h" : "a";
    return letters.get(`e${rank}`) === king && letters.get(`${file}${rank}`) === rook;
  });
  return kept.join("") || "-";
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
