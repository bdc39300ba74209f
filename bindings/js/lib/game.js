// `Game`: moves from a start position, with undo, draw claims and PGN.

import { quote } from "./options.js";
import { Position } from "./position.js";

/** The names of the tag pairs that each game in PGN begins with, and their values if they are unknown. */
const ROSTER = { Event: "?", Site: "?", Date: "????.??.??", Round: "?", White: "?", Black: "?", Result: "*" };

/** The tag pairs that follow from the start position. */
export const START_TAGS = ["FEN", "SetUp", "Variant"];

/** The results that a tag pair can give to a game that has not ended on the board. */
const RESULTS = ["1-0", "0-1", "1/2-1/2", "0-0"];

/** The maximum line length in the export format of PGN. */
const WIDTH = 79;

/** The number of half-moves after which a player may claim a draw. */
const FIFTY_MOVES = 100;

/** The draw claims, with the tests that the last position of a line must pass. */
const CLAIMS = /** @type {const} */ (["threefold-repetition", "fifty-moves"]);

/** The error of a move or an ending after the end of a game. */
export class GameOverError extends Error {
  /** @param {string} reason */
  constructor(reason) {
    super(`game: over by ${reason}; expected a game that goes on, or \`undo()\` first`);
    this.name = "GameOverError";
  }
}

/**
 * A game, which its methods change. Its types are documented in `index.d.ts`.
 *
 * The fields are plain, so that a `Proxy` around a game works, as the state of Vue and other libraries is.
 */
export class Game {
  /** @param {Position} [position] */
  constructor(position = Position.start()) {
    if (!(position instanceof Position)) {
      throw new TypeError(`position: ${quote(position)}; expected a Position`);
    }
    /** @type {Record<string, string>} */
    this.tags = {};
    /** @private @type {Position[]} The positions, also those of moves that were undone. */
    this._positions = [position];
    /** @private @type {any[]} The moves, also those that were undone. */
    this._moves = [];
    /** @private The number of moves that are played. */
    this._ply = 0;
    /** @private @type {any} The end by resignation, agreement or a claim. */
    this._declared = null;
  }

  static start() {
    return new Game();
  }

  /** @param {string} fen @param {object} [options] */
  static fromFen(fen, options) {
    return new Game(Position.fromFen(fen, options));
  }

  get position() {
    return this._positions[this._ply];
  }

  get startPosition() {
    return this._positions[0];
  }

  get ply() {
    return this._ply;
  }

  get turn() {
    return this.position.turn;
  }

  /** @param {object} [options] */
  fen(options) {
    return this.position.fen(options);
  }

  /** @param {object} [options] */
  moves(options) {
    return this.position.moves(options);
  }

  get history() {
    return this._moves.slice(0, this._ply);
  }

  /** @param {unknown} move */
  play(move) {
    if (this._declared !== null) throw new GameOverError(this._declared.reason);
    const played = new PlayedMove(this.position, move);
    this._moves.splice(this._ply, Infinity, played);
    this._positions.splice(++this._ply, Infinity, played.after);
    return played;
  }

  /** @param {unknown} move */
  tryPlay(move) {
    return this._declared === null && this.position.isLegal(move) ? this.play(move) : null;
  }

  undo() {
    if (this._ply === 0) return null;
    this._declared = null;
    return this._moves[--this._ply];
  }

  redo() {
    return this._ply < this._moves.length ? this._moves[this._ply++] : null;
  }

  /** The number of times that the position has occurred, this time included. */
  get repetitions() {
    return countOccurrences(this._positions.slice(0, this._ply + 1));
  }

  /** @param {unknown} [move] */
  claims(move) {
    if (this.outcome() !== null) return [];
    const line = this._positions.slice(0, this._ply + 1);
    if (move !== undefined) line.push(this.position.play(move));
    const last = line[line.length - 1];
    const isFiftyMoves = last.halfmoveClock >= FIFTY_MOVES && last.moveCount > 0;
    return CLAIMS.filter((claim) => (claim === "fifty-moves" ? isFiftyMoves : countOccurrences(line) >= 3));
  }

  get canClaimDraw() {
    return this.claims().length > 0 || this.position.codes().some((code) => this.claims(code).length > 0);
  }

  /** @param {unknown} [move] */
  claimDraw(move) {
    this._checkOpen();
    const [reason] = this.claims(move);
    if (reason === undefined) {
      throw new RangeError("claim: neither a threefold repetition nor fifty moves; expected a draw that can be claimed");
    }
    return this._end(null, reason);
  }

  /** @param {"white" | "black"} color */
  resign(color) {
    if (color !== "white" && color !== "black") {
      throw new RangeError(`color: ${quote(color)}; expected white or black`);
    }
    return this._end(color === "white" ? "black" : "white", "resignation");
  }

  agreeDraw() {
    return this._end(null, "agreement");
  }

  outcome() {
    if (this._declared !== null) return this._declared;
    const outcome = this.position.outcome();
    if (outcome !== null) return outcome;
    return this.repetitions >= 5 ? ending(null, "fivefold-repetition") : null;
  }

  get result() {
    const { Result } = this.tags;
    return this.outcome()?.result ?? (RESULTS.includes(Result) ? Result : "*");
  }

  pgn() {
    const lines = Object.entries(this._tagPairs()).map(([name, value]) => `[${name} ${quoteTag(value)}]`);
    return `${lines.join("\n")}\n\n${wrap(this._movetext())}\n\n`;
  }

  /** @private */
  _tagPairs() {
    /** @type {Record<string, string>} */
    const pairs = { ...ROSTER };
    const others = Object.entries(this.tags).filter(([name]) => !START_TAGS.includes(name));
    for (const [name, value] of others) if (name in ROSTER && value !== "") pairs[name] = value;
    pairs.Result = this.result;
    /** @type {Record<string, string>} */
    const rest = Object.fromEntries(others.filter(([name]) => !(name in ROSTER)));
    const start = this.startPosition;
    if (!start.equals(Position.start())) {
      if (start.isChess960) rest.Variant = "Chess960";
      rest.SetUp = "1";
      rest.FEN = start.fen({ enPassant: "always" });
    }
    for (const name of Object.keys(rest).sort()) {
      if (!/^\w+$/.test(name)) throw new RangeError(`tag: ${quote(name)}; expected letters, digits and _`);
      pairs[name] = rest[name];
    }
    return pairs;
  }

  /** @private */
  _movetext() {
    const words = [];
    for (const [index, { san }] of this.history.entries()) {
      const before = this._positions[index];
      if (before.turn === "white") words.push(`${before.fullmoveNumber}.`);
      else if (index === 0) words.push(`${before.fullmoveNumber}...`);
      words.push(san);
    }
    return [...words, this.result];
  }

  /** @private */
  _checkOpen() {
    const outcome = this.outcome();
    if (outcome !== null) throw new GameOverError(outcome.reason);
  }

  /** @private @param {"white" | "black" | null} winner @param {string} reason */
  _end(winner, reason) {
    this._checkOpen();
    this._moves.length = this._ply;
    this._positions.length = this._ply + 1;
    this._declared = ending(winner, reason);
    return this._declared;
  }
}

/** A move that was played, with its notation and the positions around it. */
class PlayedMove {
  /** @param {Position} before @param {unknown} move */
  constructor(before, move) {
    const found = before.move(move);
    const san = before.san(found.code);
    const piece = found.piece === "p" ? "" : found.piece.toUpperCase();
    const promotion = found.promotion === null ? "" : `=${found.promotion.toUpperCase()}`;
    const sign = found.captured === null ? "-" : "x";
    Object.assign(this, found, {
      color: before.turn,
      san,
      lan: found.kind === "castling" ? san.replace(/[+#]$/, "") : `${piece}${found.from}${sign}${found.to}${promotion}`,
      isCapture: found.captured !== null,
      isCheck: /[+#]$/.test(san),
      isCheckmate: san.endsWith("#"),
    });
    this.before = before;
    this.after = before.play(found.code);
    Object.freeze(this);
  }

  get fen() {
    return this.after.fen();
  }
}

/** Counts how often the last of some positions occurs. @param {Position[]} positions */
function countOccurrences(positions) {
  const last = positions.length - 1;
  const key = positions[last].key();
  const first = Math.max(0, last - positions[last].halfmoveClock);
  let count = 1;
  for (let index = last - 4; index >= first; index -= 2) if (positions[index].key() === key) count++;
  return count;
}

/** @param {"white" | "black" | null} winner @param {string} reason */
function ending(winner, reason) {
  const result = winner === null ? "1/2-1/2" : winner === "white" ? "1-0" : "0-1";
  return Object.freeze({ winner, reason, result });
}

/** Returns the value of a tag pair in quotes. @param {unknown} value */
function quoteTag(value) {
  // PGN has no control characters.
  // eslint-disable-next-line no-control-regex
  const text = String(value).replace(/[\x00-\x1f\x7f]/g, " ");
  return `"${text.replace(/[\\"]/g, "\\$&")}"`;
}

/** Joins words to lines that are not too long. @param {string[]} words */
function wrap(words) {
  let line = "";
  const lines = [];
  for (const word of words) {
    if (line.length + 1 + word.length > WIDTH && line !== "") {
      lines.push(line);
      line = word;
    } else {
      line = line === "" ? word : `${line} ${word}`;
    }
  }
  return [...lines, line].join("\n");
}
