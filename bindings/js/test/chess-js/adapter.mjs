// The class `Chess` of chess.js by this package, so that the tests of chess.js can run with it.

import { GameTree, Position } from "tabiya/pgn";

/** The squares in the order of chess.js, from a8 to h1. */
export const SQUARES = [..."87654321"].flatMap((rank) => [..."abcdefgh"].map((file) => file + rank));
export const [WHITE, BLACK] = ["w", "b"];
export const [PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING] = ["p", "n", "b", "r", "q", "k"];
export const DEFAULT_POSITION = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
export const SEVEN_TAG_ROSTER = { Event: "?", Site: "?", Date: "????.??.??", Round: "?", White: "?", Black: "?", Result: "*" };
const SUFFIXES = ["", "!", "?", "!!", "??", "!?", "?!"];
const COLORS = { w: "white", b: "black" };
const LETTERS = { white: "w", black: "b" };

const toPiece = (piece) => (piece === null ? undefined : { type: piece.type, color: LETTERS[piece.color] });

/** A move as chess.js describes it. */
export class Move {
  constructor(before, move, san, after) {
    const { from, to, piece, captured, promotion, kind } = move;
    const isBigPawn = piece === "p" && Math.abs(from[1] - to[1]) === 2;
    const castling = to[0] === "g" ? "k" : "q";
    const quiet = isBigPawn ? "b" : "n";
    const flag = kind === "castling" ? castling : kind === "en-passant" ? "e" : captured ? "c" : promotion ? "n" : quiet;
    const flags = `${flag}${promotion ? "p" : ""}`;
    Object.assign(this, { color: LETTERS[before.turn], piece, from, to, san, lan: `${from}${to}${promotion ?? ""}` });
    Object.assign(this, { before: before.fen(), after: after.fen(), flags }, captured && { captured }, promotion && { promotion });
  }
}
const FLAGS = { Capture: "c", Promotion: "p", EnPassant: "e", KingsideCastle: "k", QueensideCastle: "q", BigPawn: "b" };
for (const [name, flag] of Object.entries(FLAGS)) {
  const value = /** @this {any} */ function () { return this.flags.includes(flag); };
  Object.defineProperty(Move.prototype, `is${name}`, { value });
}

/** Returns the description of a node's move. */
const describe = (node) => new Move(node.parent.position, node.move, node.san, node.position);

export const validateFen = (fen) => ({ ok: Position.validateFen(fen) === null, error: Position.validateFen(fen)?.message });

/** A game whose state is a node of an immutable tree. */
export class Chess {
  constructor(fen = DEFAULT_POSITION) {
    this.load(fen);
  }
  load(fen, { preserveHeaders = false } = {}) {
    const tags = preserveHeaders ? this.node.tree.tags : {};
    this.node = GameTree.start(Position.fromFen(fen, { lenient: true, allowImpossibleChecks: true })).root;
    for (const [name, value] of Object.entries(tags)) this.setHeader(name, value);
  }
  reset = () => this.load(DEFAULT_POSITION);
  get position() {
    return this.node.position;
  }
  /** Replaces the tree, and keeps the node, whose index no edit of what follows changes. */
  use(tree) {
    this.node = tree.node(this.node.index);
  }
  fen = () => this.node.fen;
  turn = () => LETTERS[this.position.turn];
  moveNumber = () => this.position.fullmoveNumber;
  hash = () => this.position.key().toString(16);
  ascii = () => this.position.ascii();
  board = () => this.position.board().map((row, rank) => row.map((piece, file) => piece && { square: `${"abcdefgh"[file]}${8 - rank}`, ...toPiece(piece) }));
  get = (square) => toPiece(this.position.piece(square));
  findPiece = ({ type, color }) => [...this.position.pieces()].filter(([, piece]) => piece.type === type && LETTERS[piece.color] === color).map(([square]) => square);
  attackers = (square, color = this.turn()) => this.position.attackers(square, COLORS[color]);
  isAttacked = (square, color) => this.attackers(square, color).length > 0;
  squareColor = (square) => (SQUARES.includes(square) ? ((square.charCodeAt(0) + Number(square[1])) % 2 === 0 ? "dark" : "light") : null);
  perft = (depth) => this.position.perft(depth);
  isCheck = () => this.position.isCheck;
  isCheckmate = () => this.position.isCheckmate;
  isStalemate = () => this.position.isStalemate;
  isInsufficientMaterial = () => this.position.outcome()?.reason === "insufficient-material";
  isThreefoldRepetition = () => this.node.tree.game(this.node).repetitions >= 3;
  isDrawByFiftyMoves = () => this.position.halfmoveClock >= 100;
  isDraw = () => this.isDrawByFiftyMoves() || this.isStalemate() || this.isInsufficientMaterial() || this.isThreefoldRepetition();
  isGameOver = () => this.isCheckmate() || this.isDraw();
  moves({ verbose = false, square, piece } = {}) {
    const { position } = this;
    let moves = position.moves({ san: true });
    if (square !== undefined) moves = moves.filter(({ from }) => from === square);
    if (piece !== undefined) moves = moves.filter((move) => move.piece === piece);
    return moves.map((move) => (verbose ? new Move(position, move, move.san, position.play(move)) : move.san));
  }
  move(input, { strict = false } = {}) {
    const { position } = this;
    if (!position.isLegal(input) || (strict && typeof input === "string" && position.san(input).replace(/[+#]/, "") !== input.replace(/[+#]/, ""))) {
      throw new Error(`Invalid move: ${typeof input === "string" ? input : JSON.stringify(input)}`);
    }
    this.node = this.node.tree.addLine(this.node, position.move(input).uci);
    return describe(this.node);
  }
  undo() {
    if (this.node.index === 0) return null;
    const move = describe(this.node);
    const { parent } = this.node;
    this.node = this.node.tree.remove(this.node).node(parent.index);
    return move;
  }
  history = ({ verbose = false } = {}) => this.node.line.map((node) => (verbose ? describe(node) : node.san));
  pgn({ newline = "\n" } = {}) {
    const tags = Object.entries(this.getHeaders()).map(([name, value]) => `[${name} "${value}"]`);
    const text = this.node.tree.pgn({ style: "one-line" }).trimEnd().split("\n").at(-1);
    // chess.js writes comments without spaces, and a number for Black only as `1. ...` before the first move.
    const numbered = text.replace(/^((?:\{.*?\} )*\d+\.)\.\./, "$1 ...").replace(/\{ (.*?) \}/g, "{$1}");
    const moves = numbered.replace(/ \d+\.{3} /g, " ");
    return [...tags, "", moves].join(newline);
  }
  loadPgn(pgn, { strict = false, newlineChar } = {}) {
    const text = newlineChar === undefined ? pgn : pgn.replace(new RegExp(newlineChar, "g"), "\n");
    const tree = text.trim() === "" ? GameTree.start() : GameTree.fromPgn(text);
    const error = tree.findings.find(({ kind }) => ["move", "null-move", "variation", "comment", "start-position"].includes(kind));
    if (error !== undefined || (strict && tree.findings.length > 0)) throw new Error(`Invalid move in PGN: ${error?.text}`);
    this.node = tree.mainLine().at(-1) ?? tree.root;
  }
  getHeaders = () => ({ ...SEVEN_TAG_ROSTER, ...this.node.tree.tags, Result: this.node.tree.result });
  setHeader(name, value) {
    this.use(name === "Result" ? this.node.tree.setResult(value) : this.node.tree.setTag(name, value));
    return this.getHeaders();
  }
  header(...pairs) {
    for (let index = 0; index + 1 < pairs.length; index += 2) this.setHeader(pairs[index], pairs[index + 1]);
    return this.getHeaders();
  }
  removeHeader(name) {
    const hasTag = name in this.node.tree.tags;
    this.use(this.node.tree.setTag(name, null));
    return hasTag;
  }
  getComment = () => this.node.comments.join(" ") || undefined;
  setComment = (text) => this.use(this.node.tree.setComment(this.node, text.replaceAll("{", "[").replaceAll("}", "]")));
  removeComment() {
    const comment = this.getComment();
    this.use(this.node.tree.setComment(this.node, ""));
    return comment;
  }
  getComments() {
    const nodes = [this.node.tree.root, ...this.node.tree.mainLine()];
    return nodes.filter(({ comment, nags }) => comment !== "" || nags.length > 0).map(({ fen, comment, nags }) => {
      const suffix = nags.find((nag) => nag >= 1 && nag <= 6);
      return { fen, ...(comment && { comment }), ...(suffix && { suffixAnnotation: SUFFIXES[suffix] }), nags: nags.filter((nag) => nag > 6) };
    });
  }
  removeComments() {
    const comments = this.getComments();
    for (const { index } of this.node.tree.nodes()) this.use(this.node.tree.setComment(index, ""));
    return comments;
  }
}
