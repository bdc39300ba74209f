// The entry point `tabiya/pgn`: games as trees of moves with comments and glyphs, read from PGN and written to it.

import { Game, START_TAGS } from "./game.js";
import { loaders } from "./load.js";
import { decode } from "./module.js";
import { checkOptions, quote } from "./options.js";
import { play } from "./play.js";
import { Position, positionInSlot } from "./position.js";

/** Tests whether the module that is loaded reads games. The module that only plays does not. */
function isLoaded() {
  return play.module !== null && play.exports.read_game !== undefined;
}

export const { init: initPgn, initSync: initPgnSync } = loaders(
  play,
  () => new URL("../wasm/games.wasm", import.meta.url),
  isLoaded,
);

/** The error of a tree, a text or an edit. */
export class PgnError extends Error {
  /** @param {string} message */
  constructor(message) {
    super(message);
    this.name = "PgnError";
  }
}

/** The argument that proves that a caller of the constructor has a valid tree. */
const SECRET = Symbol("GameTree");

/**
 * The name of the function that returns the data of a tree, or the tree of a node. A `Proxy` around a tree has access to
 * a symbol, and frameworks wrap no functions.
 */
const DATA = Symbol("data");

const RESULTS = ["*", "1-0", "0-1", "1/2-1/2", "0-0"];
const STYLES = ["export", "reduced", "one-line", "as-read"];
/** The index of the style that keeps everything in a tree. */
const ONE_LINE = STYLES.indexOf("one-line");
const PLACES = ["after", "before", "closing"];

/** The number of words before those of the nodes. */
const HEADER = 9;

/** The number of bytes that are read at once, so that the first game of a long text comes soon. */
const PIECE = 64 * 1024;

/** The greatest length of a game in bytes: with the piece after it, the input of the module. */
const MAX_GAME = 16 * 1024 * 1024 - PIECE;

const encoder = new TextEncoder();

/** A tree as the module encodes it: words and a text, and the text that it was read from. */
class TreeData {
  /** @param {number} length The length of the encoded tree in the output. */
  constructor(length) {
    const bytes = play.output(length).slice();
    const words = new Uint32Array(bytes.buffer, 0, bytes.length >> 2);
    const [nodes, annotations, tags, findings, result, start, end, linesBefore, lines] = words;
    this.words = words;
    this.count = nodes;
    this.findingCount = findings;
    this.result = RESULTS[result];
    this.range = { start, end, linesBefore, lines };
    this.parents = words.subarray(HEADER, HEADER + nodes);
    this.codes = words.subarray(HEADER + nodes, HEADER + 2 * nodes);
    const annotationStart = HEADER + 2 * nodes;
    const tagStart = annotationStart + 3 * annotations;
    this.annotations = words.subarray(annotationStart, tagStart);
    this.tagEnds = words.subarray(tagStart, tagStart + 2 * tags);
    this.text = bytes.subarray(4 * (tagStart + 2 * tags));
    this.start = positionInSlot();
    /** @type {readonly any[]} */
    this.findings = [];
    this.source = new Uint8Array(0);
    /** @type {GameNode[]} */
    this.nodes = [];
    /** @type {Map<string, any>} */
    this.computed = new Map();
    /** @type {() => GameTree} */
    this.tree = () => {
      throw new Error("tree: none");
    };
  }

  /** The text of tags and comments, by the byte where each ends. @param {number} start @param {number} end */
  slice(start, end) {
    return decode(this.text.subarray(start, end));
  }

  get children() {
    return this.cache("children", () => {
      /** @type {number[][]} */
      const children = Array.from({ length: this.count }, () => []);
      for (let index = 1; index < this.count; index++) children[this.parents[index]].push(index);
      return children;
    });
  }

  get tags() {
    return this.cache("tags", () => {
      const tags = new Map();
      let start = 0;
      for (let index = 0; index < this.tagEnds.length; index += 2) {
        const [nameEnd, valueEnd] = this.tagEnds.subarray(index, index + 2);
        const name = this.slice(start, nameEnd);
        // The first of several tag pairs with one name counts.
        if (!tags.has(name)) tags.set(name, this.slice(nameEnd, valueEnd));
        start = valueEnd;
      }
      return Object.freeze(Object.fromEntries(tags));
    });
  }

  /** The comments and glyphs of the nodes that have some. */
  get notes() {
    return this.cache("notes", () => {
      const notes = new Map();
      let start = this.tagEnds.at(-1) ?? 0;
      for (let index = 0; index < this.annotations.length; index += 3) {
        const [node, kind, value] = this.annotations.subarray(index, index + 3);
        if (!notes.has(node)) notes.set(node, { after: [], before: [], closing: [], nags: [] });
        const found = notes.get(node);
        if (kind >= 4) {
          if (kind === 4) found.nags.push(value);
        } else {
          found[PLACES[kind]].push(this.slice(start, value));
          start = value;
        }
      }
      return notes;
    });
  }

  /** SAN and UCI of all moves, which the module writes at once. */
  get moveTexts() {
    return this.cache("moveTexts", () => textsOf(this, "write_game_moves", " "));
  }

  /** The FENs of all nodes, which the module writes at once. */
  get fens() {
    return this.cache("fens", () => textsOf(this, "write_game_fens", "\n"));
  }

  /**
   * Returns a value that is computed once.
   *
   * @template T
   * @param {string} name
   * @param {() => T} compute
   * @returns {T}
   */
  cache(name, compute) {
    if (!this.computed.has(name)) this.computed.set(name, compute());
    return this.computed.get(name);
  }
}

/** Returns the texts that an export writes for a tree. @param {TreeData} data @param {string} name @param {string} separator */
function textsOf(data, name, separator) {
  enter(data);
  return play.text(name).split(separator);
}

/** Loads a tree, unless it is loaded. @param {TreeData} data */
function enter(data) {
  checkLoaded();
  if (play.isStale || play.game !== data.source) {
    enterText(data.source);
    callGame("read_game", 0, 1);
    play.game = data.source;
  }
}

/** Makes a text the one from which games are read, unless it is. @param {Uint8Array} text */
function enterText(text) {
  checkLoaded();
  if (play.isStale || play.pgn !== text) {
    const length = play.writeBytes(text);
    play.call("set_pgn", length);
    play.pgn = text;
  }
}

function checkLoaded() {
  if (!isLoaded()) throw new Error("tabiya: not loaded; expected `await initPgn()` first");
}

/** Calls an export that may replace the position in the slot. @param {string} name @param {number[]} args */
function callGame(name, ...args) {
  play.loaded = null;
  return play.call(name, ...args);
}

/** Returns the data of a tree, also through a Proxy. @param {any} tree @returns {TreeData} */
function dataOf(tree) {
  const data = tree instanceof GameTree ? /** @type {any} */ (tree)[DATA]() : undefined;
  if (data === undefined) throw new TypeError(`tree: ${quote(tree)}; expected a GameTree`);
  return data;
}

/** Returns the tree that an export encoded, and stores the text from which it can be loaded. @param {number} length */
function encodedTree(length) {
  if (length < 0) throw new PgnError(decode(play.output(-length)));
  if (length === 0) throw new Error("tabiya: no game in the module; expected one");
  const data = new TreeData(length);
  data.source = encoder.encode(play.text("write_game", ONE_LINE));
  play.game = data.source;
  return new GameTree(SECRET, data);
}

/** Returns a tree after an edit by an export. @param {any} tree @param {string} name @param {number[]} args */
function edited(tree, name, ...args) {
  return encodedTree(callGame(name, ...args));
}

/** An immutable game with variations. Its types are documented in `pgn.d.ts`. */
export class GameTree {
  /** @param {symbol} secret @param {TreeData} data */
  constructor(secret, data) {
    if (secret !== SECRET) {
      throw new TypeError("GameTree: no public constructor; expected GameTree.start or GameTree.fromPgn");
    }
    Object.defineProperty(this, DATA, { value: () => data });
    data.tree = () => this;
  }

  /** @param {Position} [position] */
  static start(position) {
    checkLoaded();
    position ??= Position.start();
    if (!(position instanceof Position)) throw new TypeError(`position: ${quote(position)}; expected a Position`);
    position.moveCount; // The position is in the slot now.
    return encodedTree(callGame("new_game"));
  }

  /** @param {string | Uint8Array} text */
  static fromPgn(text) {
    const { value } = readPgn(text).next();
    if (value === undefined) throw new PgnError("text: no game; expected tag pairs or moves");
    return value;
  }

  /** @param {Game} game */
  static fromGame(game) {
    if (!(game instanceof Game)) throw new TypeError(`game: ${quote(game)}; expected a Game`);
    let tree = GameTree.start(game.startPosition);
    if (game.ply > 0) tree = tree.addLine(tree.root, game.history.map(({ uci }) => uci)).tree;
    for (const [name, value] of Object.entries(game.tags)) {
      if (value !== "" && name !== "Result" && !START_TAGS.includes(name)) tree = tree.setTag(name, value);
    }
    return tree.setResult(game.result);
  }

  get tags() {
    return dataOf(this).tags;
  }

  get result() {
    return dataOf(this).result;
  }

  get findings() {
    return dataOf(this).findings;
  }

  get nodeCount() {
    return dataOf(this).count;
  }

  get root() {
    return this.node(0);
  }

  /** @param {number} index */
  node(index) {
    const data = dataOf(this);
    if (!Number.isInteger(index) || index < 0 || index >= data.count) {
      throw new RangeError(`node: ${quote(index)}; expected an integer from 0 to ${data.count - 1}`);
    }
    return (data.nodes[index] ??= new GameNode(data.tree, index));
  }

  nodes() {
    return Array.from({ length: dataOf(this).count }, (_, index) => this.node(index));
  }

  mainLine() {
    const line = [];
    for (let node = this.root.next; node !== null; node = node.next) line.push(node);
    return line;
  }

  /** @param {GameNode | number} node @param {string | readonly string[]} moves */
  addLine(node, moves) {
    const index = indexOf(this, node);
    const text = typeof moves === "string" ? moves : Array.from(moves).join(" ");
    enter(dataOf(this));
    const tree = edited(this, "add_line", index, play.write(text));
    return tree.node(play.call("added_node"));
  }

  /** @param {GameNode | number} node @param {string} text @param {{place?: string}} [options] */
  setComment(node, text, options) {
    const { place = "after" } = checkOptions(options, { place: "string" });
    const index = indexOf(this, node);
    enter(dataOf(this));
    return edited(this, "set_comment", index, indexIn("place", PLACES, place), play.write(String(text)));
  }

  /** @param {GameNode | number} node @param {readonly number[]} nags */
  setNags(node, nags) {
    const index = indexOf(this, node);
    for (const nag of nags) {
      if (!Number.isInteger(nag) || nag < 0 || nag > 0xffff_ffff) {
        throw new RangeError(`nag: ${quote(nag)}; expected an integer from 0 to 2^32 - 1`);
      }
    }
    enter(dataOf(this));
    return edited(this, "set_nags", index, play.writeBytes(new Uint8Array(Uint32Array.from(nags).buffer)));
  }

  /** @param {GameNode | number} node */
  remove(node) {
    const index = indexOf(this, node);
    enter(dataOf(this));
    return edited(this, "remove_node", index);
  }

  /** @param {GameNode | number} node */
  promote(node) {
    const index = indexOf(this, node);
    enter(dataOf(this));
    return edited(this, "promote_node", index, 0);
  }

  /** @param {GameNode | number} node */
  makeMainLine(node) {
    const index = indexOf(this, node);
    enter(dataOf(this));
    return edited(this, "promote_node", index, 1);
  }

  /** @param {string} name @param {string | null} value */
  setTag(name, value) {
    enter(dataOf(this));
    const nameLength = encoder.encode(String(name)).length;
    return edited(this, "set_tag", nameLength, play.write(`${name}${value ?? ""}`));
  }

  /** @param {string} result */
  setResult(result) {
    const index = indexIn("result", RESULTS, result);
    enter(dataOf(this));
    return edited(this, "set_result", index);
  }

  /** @param {GameTree} other */
  merge(other) {
    const { source } = dataOf(other);
    enter(dataOf(this));
    return edited(this, "merge_game", play.writeBytes(source));
  }

  /** @param {{style?: string}} [options] */
  pgn(options) {
    const { style = "export" } = checkOptions(options, { style: "string" });
    const index = indexIn("style", STYLES, style);
    const data = dataOf(this);
    if (style === "as-read") return decode(data.source);
    enter(data);
    return play.text("write_game", index);
  }

  toString() {
    return this.pgn();
  }

  /** @param {GameNode | number} [node] */
  game(node) {
    const mainLine = this.mainLine();
    const line = node === undefined ? mainLine : this.node(indexOf(this, node)).line;
    const game = new Game(dataOf(this).start);
    Object.assign(game.tags, this.tags);
    // The start position determines these, and the result is that of the whole main line.
    for (const name of START_TAGS) delete game.tags[name];
    if (line.at(-1) === mainLine.at(-1) && this.result !== "*") game.tags.Result = this.result;
    else delete game.tags.Result;
    for (const { code, ply } of line) {
      if (code === 0) throw new PgnError(`ply ${ply}: null move; expected moves that a game can have`);
      game.play(code);
    }
    return game;
  }
}

/** An immutable node of a tree: a move, and what belongs to it. Its types are documented in `pgn.d.ts`. */
export class GameNode {
  /** @param {() => GameTree} tree @param {number} index */
  constructor(tree, index) {
    this.index = index;
    /** @private */
    this[DATA] = tree;
  }

  /** @returns {GameTree} */
  get tree() {
    return this[DATA]();
  }

  /** @returns {GameNode | null} */
  get parent() {
    return this.index === 0 ? null : this.tree.node(dataOf(this.tree).parents[this.index]);
  }

  get children() {
    return dataOf(this.tree).children[this.index].map((index) => this.tree.node(index));
  }

  /** @returns {GameNode | null} */
  get next() {
    const [index] = dataOf(this.tree).children[this.index];
    return index === undefined ? null : this.tree.node(index);
  }

  get variations() {
    return this.children.slice(1);
  }

  get line() {
    /** @type {GameNode[]} */
    const line = [];
    /** @type {GameNode | null} */
    let node = this;
    for (; node !== null && node.index > 0; node = node.parent) line.push(node);
    return line.reverse();
  }

  get ply() {
    return this.line.length;
  }

  get isMainLine() {
    return this.line.every((node) => node.parent?.next === node);
  }

  get code() {
    return dataOf(this.tree).codes[this.index];
  }

  get san() {
    return this.index === 0 ? null : dataOf(this.tree).moveTexts[2 * this.index - 2];
  }

  get uci() {
    return this.index === 0 ? null : dataOf(this.tree).moveTexts[2 * this.index - 1];
  }

  /** @returns {any} */
  get move() {
    return this.code === 0 ? null : /** @type {GameNode} */ (this.parent).position.move(this.code);
  }

  get fen() {
    return dataOf(this.tree).fens[this.index];
  }

  get position() {
    const data = dataOf(this.tree);
    if (this.index === 0) return data.start;
    return data.cache(`position${this.index}`, () => {
      enter(data);
      callGame("game_position", this.index);
      return positionInSlot();
    });
  }

  get comment() {
    return this.comments.join(" ");
  }

  get comments() {
    return notes(this, "after");
  }

  get startingComments() {
    return notes(this, "before");
  }

  get closingComments() {
    return notes(this, "closing");
  }

  get nags() {
    return notes(this, "nags");
  }

  get values() {
    const data = dataOf(this.tree);
    return data.cache(`values${this.index}`, () => {
      enter(data);
      return Object.freeze(play.json(Error, "write_values", this.index));
    });
  }
}

/** Returns comments or glyphs of a node. @param {GameNode} node @param {string} kind */
function notes(node, kind) {
  return [...(dataOf(node.tree).notes.get(node.index)?.[kind] ?? [])];
}

/** Returns the index of a node of a tree. @param {any} tree @param {any} node */
function indexOf(tree, node) {
  if (typeof node === "number") return tree.node(node).index;
  if (!(node instanceof GameNode)) throw new TypeError(`node: ${quote(node)}; expected a GameNode`);
  if (dataOf(node.tree) !== dataOf(tree)) throw new RangeError("node: of another tree; expected a node of this tree");
  return node.index;
}

/** Returns the index of a name. @param {string} what @param {string[]} names @param {string} name */
function indexIn(what, names, name) {
  const index = names.indexOf(name);
  if (index < 0) throw new RangeError(`${what}: ${quote(name)}; expected ${names.join(", ")}`);
  return index;
}

/** A reader of games that receives its text in pieces. */
class PgnReader {
  constructor() {
    /** @type {Uint8Array} The text that is not read yet. */
    this.rest = new Uint8Array(0);
    /** The place of the rest in the whole text. */
    this.offset = 0;
    this.line = 1;
    /** The length at which the rest is worth reading, which doubles while a game is not complete. */
    this.minLength = 0;
  }

  /**
   * Yields the games that are complete.
   *
   * @param {Uint8Array} piece
   * @param {boolean} isLast
   * @returns {Generator<GameTree, void, undefined>}
   */
  *read(piece, isLast) {
    this.rest = concat(this.rest, piece);
    const { length } = this.rest;
    if (length < this.minLength && !isLast) return;
    let start = 0;
    for (;;) {
      enterText(this.rest);
      const size = callGame("read_game", start, Number(isLast));
      if (size === 0) break;
      const data = new TreeData(size);
      const { start: first, end, linesBefore, lines } = data.range;
      data.source = this.rest.slice(start + first, start + end);
      this.line += linesBefore;
      if (data.findingCount > 0) data.findings = this.findings(data, this.offset + start + first);
      this.line += lines;
      start += end;
      play.game = data.source;
      yield new GameTree(SECRET, data);
    }
    this.rest = this.rest.slice(start);
    this.offset += start;
    this.minLength = start === 0 ? Math.min(2 * length, MAX_GAME) : 0;
    if (this.rest.length >= MAX_GAME && !isLast) {
      throw new PgnError(`byte ${this.offset}: a game of more than ${MAX_GAME} bytes; expected shorter games`);
    }
  }

  /** Returns the findings of the game that was read last. @param {TreeData} data @param {number} offset */
  findings(data, offset) {
    const findings = play.json(Error, "write_findings").map((/** @type {any} */ { start, ...finding }) => {
      const before = decode(data.source.subarray(0, start)).split("\n");
      const place = { offset: offset + start, line: this.line + before.length - 1, column: (before.at(-1)?.length ?? 0) + 1 };
      return Object.freeze({ ...finding, ...place });
    });
    return Object.freeze(findings);
  }
}

/** @param {Uint8Array} first @param {Uint8Array} second */
function concat(first, second) {
  if (first.length === 0) return second;
  const bytes = new Uint8Array(first.length + second.length);
  bytes.set(first);
  bytes.set(second, first.length);
  return bytes;
}

/** Returns the bytes of a text or of bytes. @param {unknown} text */
function toBytes(text) {
  if (typeof text === "string") return encoder.encode(text);
  if (text instanceof Uint8Array) return text;
  throw new TypeError(`text: ${quote(text)}; expected a string or a Uint8Array`);
}

/** @param {string | Uint8Array} text @returns {Generator<GameTree, undefined, undefined>} */
export function* readPgn(text) {
  const bytes = toBytes(text);
  const reader = new PgnReader();
  for (let start = 0; start < bytes.length; start += PIECE) {
    const end = start + PIECE;
    yield* reader.read(bytes.subarray(start, end), end >= bytes.length);
  }
}

/** @param {any} source @returns {AsyncGenerator<GameTree, undefined, undefined>} */
export async function* readPgnStream(source) {
  const reader = new PgnReader();
  for await (const piece of pieces(source)) {
    const bytes = toBytes(piece);
    for (let start = 0; start < bytes.length; start += PIECE) {
      yield* reader.read(bytes.subarray(start, start + PIECE), false);
    }
  }
  yield* reader.read(new Uint8Array(0), true);
}

/** Yields the pieces of a stream; those of browsers may lack an iterator. @param {any} source */
async function* pieces(source) {
  const stream = source?.body ?? source;
  if (typeof stream?.getReader !== "function") {
    if (stream?.[Symbol.asyncIterator] === undefined && stream?.[Symbol.iterator] === undefined) {
      throw new TypeError(`source: ${quote(source)}; expected a stream, a response or pieces of text`);
    }
    yield* stream;
    return;
  }
  const reader = stream.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    await reader.cancel();
  }
}

export * from "./index.js";
