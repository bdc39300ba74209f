// The types of `tabiya`: positions, moves and errors.

/** A file of the board. */
export type File = "a" | "b" | "c" | "d" | "e" | "f" | "g" | "h";

/** A rank of the board. */
export type Rank = "1" | "2" | "3" | "4" | "5" | "6" | "7" | "8";

/** The name of a square, from `a1` to `h8`. */
export type Square = `${File}${Rank}`;

/** A color. */
export type Color = "white" | "black";

/** The letter of a piece type, as in a FEN of Black. */
export type PieceType = "p" | "n" | "b" | "r" | "q" | "k";

/** The letter of a piece that a pawn can promote to. */
export type PromotionType = "n" | "b" | "r" | "q";

/** A piece. */
export interface Piece {
  readonly color: Color;
  readonly type: PieceType;
}

/** The kind of a move. Captures are not a kind of their own: see {@link Move.captured}. */
export type MoveKind = "normal" | "castling" | "en-passant" | "promotion";

/** A legal move of a position. */
export interface Move {
  /** The move as an integer of 16 bits, which no other legal move of the position has. */
  readonly code: number;
  /** The move in UCI notation: `e2e4`, `e7e8q`, `e1g1`. In Chess960, castling names the rook: `e1h1`. */
  readonly uci: string;
  /** The origin. */
  readonly from: Square;
  /** The destination of the moving piece: for castling, that of the king. */
  readonly to: Square;
  /** The kind. */
  readonly kind: MoveKind;
  /** The type of the moving piece. */
  readonly piece: PieceType;
  /** The type of the captured piece. */
  readonly captured: PieceType | null;
  /** The type of the piece that the pawn promotes to. */
  readonly promotion: PromotionType | null;
}

/**
 * A move as an argument: UCI notation or SAN, the code of a move, or the squares of a move.
 *
 * Castling is the destination of the king or the square of its rook. A `promotion` counts only if a pawn reaches the
 * last rank, so a board can send `promotion: "q"` with each move.
 */
export type MoveInput =
  | string
  | number
  | { readonly code: number }
  | { readonly from: Square; readonly to: Square; readonly promotion?: PromotionType | null | undefined };

/** The squares on which the verdict about a move rests, by their role. */
export interface Evidence {
  /** The square of the moving piece, if the move is known. */
  readonly origin: Square | null;
  /** The destination of the moving piece, if the move is known. */
  readonly target: Square | null;
  /** The pieces that give check, attack or pin. */
  readonly attackers: readonly Square[];
  /** The squares that they attack, such as that of the king. */
  readonly attacked: readonly Square[];
  /** The squares between attackers and attacked squares, or the path that must be clear. */
  readonly line: readonly Square[];
  /** The pieces on such a line: pinned pieces, and pieces that block a path. */
  readonly blockers: readonly Square[];
  /** The squares that must not be attacked, and are not: those of the king in legal castling. */
  readonly safe: readonly Square[];
  /** The captured piece of a legal move. It is beside the target for en passant. */
  readonly captured: Square | null;
  /** All squares that the sentence names, and those of the other roles except lines. */
  readonly squares: readonly Square[];
}

/** The verdict about a move, with its reason. */
export interface Explanation {
  /** `true` if the move is legal. */
  readonly isLegal: boolean;
  /** The stable name of the reason, such as `pinned`; `legal` for a legal move. */
  readonly code: string;
  /** The reason as a sentence without a period. */
  readonly sentence: string;
  /** A legal move in UCI notation. */
  readonly uci: string | null;
  /** A legal move in SAN. */
  readonly san: string | null;
  /** The squares on which the verdict rests. */
  readonly evidence: Evidence;
}

/** The end of a game on the board. */
export interface Outcome {
  /** The winner, or `null` for a draw. */
  readonly winner: Color | null;
  /** The rule that ends the game. */
  readonly reason: "checkmate" | "stalemate" | "insufficient-material" | "seventy-five-moves";
  /** The result as in PGN. */
  readonly result: "1-0" | "0-1" | "1/2-1/2";
}

/** A root move with its number of leaves. */
export interface RootMove {
  /** The move in UCI notation. */
  readonly uci: string;
  /** The move in SAN. */
  readonly san: string;
  /** The code of the move. */
  readonly code: number;
  /** The number of leaves behind the move. */
  readonly nodes: number;
}

/** The options for reading a FEN. */
export interface FenReadOptions {
  /**
   * Waives every rule that can be waived: castling rights without king or rook in place and an impossible en
   * passant square are dropped. Default: `false`.
   */
  readonly lenient?: boolean | undefined;
  /** Accepts checks that no last move can have given, as in composed positions. Default: `false`. */
  readonly allowImpossibleChecks?: boolean | undefined;
  /** Rejects castling rights that exist only in Chess960. Default: `false`. */
  readonly standardCastling?: boolean | undefined;
}

/** The options for writing a FEN. */
export interface FenWriteOptions {
  /**
   * The condition for writing the en passant square: a legal capture, a pawn that attacks the square, or any
   * double push. Default: `"legal"`.
   */
  readonly enPassant?: "legal" | "pseudo-legal" | "always" | undefined;
  /** Writes castling rights as the files of the rooks. Default: `false`, as in X-FEN. */
  readonly shredder?: boolean | undefined;
  /** Writes the two clocks. Default: `true`. */
  readonly clocks?: boolean | undefined;
}

/** Pieces by square, as letters of a FEN or as values; `null` for an empty square. */
export type PiecePlacement =
  | { readonly [square in Square]?: string | Piece | null | undefined }
  | ReadonlyMap<Square, string | Piece | null>;

/** The fields of a position besides its pieces. */
export interface PositionFields {
  readonly turn?: Color | undefined;
  /** Castling rights as in a FEN: `KQkq`, `-`. */
  readonly castling?: string | undefined;
  readonly epSquare?: Square | undefined;
  readonly halfmoveClock?: number | undefined;
  readonly fullmoveNumber?: number | undefined;
}

/** The name of a set of squares. */
export type BitboardName =
  | "checkers"
  | "pinned"
  | "castlingRooks"
  | "occupied"
  | "whiteAttacks"
  | "blackAttacks";

/**
 * An immutable position of standard chess, Chess960 or double Chess960.
 *
 * Each method returns the same for the same position, and {@link Position.play} returns another position. The
 * state has 48 bytes, which only the package writes. A `Proxy` around a position works, so positions may be in the state
 * of Vue, Svelte or MobX. A structured clone and a spread lack the state: send {@link Position.pack} to a worker.
 */
export class Position {
  private constructor();

  /** Returns the start position of standard chess. */
  static start(): Position;

  /**
   * Reads a FEN or EPD. The two clocks may be absent. White space of any kind may separate the fields, and EPD
   * operations after them are ignored, except those of the clocks.
   *
   * @throws {FenError} The FEN is invalid, or the text has more than 1,024 characters.
   * @throws {TypeError} An option has an unknown name or another type.
   */
  static fromFen(fen: string, options?: FenReadOptions): Position;

  /**
   * Reads a FEN or EPD, and returns the rules that were waived and the operations that are not EPD, as sentences.
   * Use it with `{ lenient: true }` to waive rules.
   *
   * @throws {FenError} As {@link Position.fromFen}.
   * @throws {TypeError} As {@link Position.fromFen}.
   */
  static readFen(
    fen: string,
    options?: FenReadOptions,
  ): { readonly position: Position; readonly changes: readonly string[] };

  /** Returns the error of a FEN, or `null` if it is valid. */
  static validateFen(fen: string, options?: FenReadOptions): FenError | null;

  /**
   * Returns a position with pieces on an empty board. White moves, and nobody may castle, unless you say otherwise.
   *
   * @throws {FenError} The position is invalid.
   * @throws {RangeError} A square or a piece is none.
   */
  static fromPieces(pieces: PiecePlacement, fields?: PositionFields): Position;

  /**
   * Returns the position that {@link Position.pack} wrote.
   *
   * @throws {PackedError} The bytes are invalid.
   */
  static unpack(bytes: Uint8Array): Position;

  /**
   * Returns a start position of Chess960. Number 518 is the start position of standard chess. With a second
   * number, Black has another back rank, as in double Chess960.
   *
   * @throws {RangeError} A number is not an integer from 0 to 959.
   */
  static chess960(number: number, blackNumber?: number): Position;

  /** The side to move. */
  get turn(): Color;

  /** `true` if the side to move is in check. */
  get isCheck(): boolean;

  /** The number of half-moves since the last capture or pawn move. */
  get halfmoveClock(): number;

  /** The number of the full move, from 1. */
  get fullmoveNumber(): number;

  /** `true` if a castling right exists only in Chess960. */
  get isChess960(): boolean;

  /** The en passant square, if a capture there is legal. */
  get epSquare(): Square | null;

  /** The numbers of White's and Black's back rank, if this is a start position of Chess960. */
  get chess960Numbers(): readonly [white: number, black: number] | null;

  /** The number of legal moves. */
  get moveCount(): number;

  /** `true` if a player may claim a draw by the fifty-move rule. */
  get canClaimFiftyMoves(): boolean;

  /** Returns the FEN. */
  fen(options?: FenWriteOptions): string;

  /** Returns the FEN. */
  toString(): string;

  /** Returns the FEN with the en passant square after any double push, without loss. */
  toJSON(): string;

  /** Returns the piece on a square. */
  piece(square: Square): Piece | null;

  /** Returns the pieces by square, from a1 to h8. */
  pieces(): Map<Square, Piece>;

  /** Returns a set of squares as an integer of 64 bits: a1 is the lowest bit, h8 the highest. */
  bitboard(name: BitboardName): bigint;

  /** Returns the pieces that give check. */
  checkers(): Square[];

  /** Returns the pinned pieces of the side to move. */
  pinned(): Square[];

  /** Returns the pieces that attack a square: those of both players, or of one. */
  attackers(square: Square, color?: Color): Square[];

  /** Returns the squares that the piece on a square attacks. */
  attacks(square: Square): Square[];

  /**
   * Returns the legal moves: all, or those from a square. With `{ san: true }`, each has the field `san`.
   *
   * @throws {TypeError} An option has an unknown name or another type.
   */
  moves(options: { readonly square?: Square | undefined; readonly san: true }): (Move & { readonly san: string })[];
  moves(options?: { readonly square?: Square | undefined; readonly san?: boolean | undefined }): Move[];

  /** Returns the legal moves in SAN, in the order of {@link Position.moves}. */
  sans(): string[];

  /** Returns the legal moves in UCI notation, in the order of {@link Position.moves}. */
  ucis(): string[];

  /** Returns the codes of the legal moves, in the order of {@link Position.moves}: the fastest list. */
  codes(): number[];

  /**
   * Writes the codes of the legal moves to a buffer and returns their number. No position has more than 256.
   *
   * @throws {RangeError} The buffer is too short.
   */
  codesInto(buffer: Uint16Array): number;

  /**
   * Returns the legal destinations by origin, as board widgets need them.
   *
   * `castling` selects the square that stands for castling: the destination of the king, the square of the rook,
   * or both. Default: `"both"`.
   */
  dests(options?: { readonly castling?: "king" | "rook" | "both" | undefined }): Map<Square, Square[]>;

  /**
   * Returns the position after a move.
   *
   * @throws {IllegalMoveError} The move is illegal, or the text is not a move.
   * @throws {TypeError} The argument is no move.
   * @throws {RangeError} The promotion is not `q`, `r`, `b` or `n`.
   */
  play(move: MoveInput): Position;

  /** Returns the position after a move, or `null` if the move is illegal. */
  tryPlay(move: MoveInput): Position | null;

  /**
   * Returns a legal move.
   *
   * @throws {IllegalMoveError} The move is illegal, or the text is not a move.
   */
  move(move: MoveInput): Move;

  /**
   * Returns the SAN of a legal move.
   *
   * @throws {IllegalMoveError} The move is illegal, or the text is not a move.
   */
  san(move: MoveInput): string;

  /** Tests whether a move is legal. */
  isLegal(move: MoveInput): boolean;

  /** Explains why a move is legal or illegal. A text that is not a move has the code `not-a-move`. */
  why(move: MoveInput): Explanation;

  /**
   * Counts the sequences of `depth` legal moves: perft.
   *
   * The call blocks its thread until it ends. Call it in a worker that you can terminate, unless the depth is small.
   *
   * @throws {RangeError} The depth is not an integer from 0 to 255, or there are more than 2^53 - 1 sequences.
   */
  perft(depth: number): number;

  /**
   * Counts the leaves behind each legal move: divide. At depth 0, the result is empty.
   *
   * @throws {RangeError} As {@link Position.perft}.
   */
  divide(depth: number): RootMove[];

  /** Returns the position in 28 bytes, without loss. Equal positions have equal bytes. */
  pack(): Uint8Array;

  /**
   * Returns the Zobrist key. Positions that are equal by the repetition rule have equal keys. Without an en
   * passant square, it is the key of Polyglot.
   */
  key(): bigint;

  /**
   * Returns the outcome, if the game ends on the board: by checkmate, stalemate, insufficient material or 75 moves
   * without a capture or a pawn move. Repetition depends on earlier positions: count their keys.
   */
  outcome(): Outcome | null;

  /** `true` if the side to move is checkmated. */
  get isCheckmate(): boolean;

  /** `true` if the side to move has no legal move and is not in check. */
  get isStalemate(): boolean;

  /** Returns the pieces as eight rows of eight, from a8 to h1. */
  board(): (Piece | null)[][];

  /** Returns a picture of the board in letters, with coordinates. */
  ascii(): string;

  /**
   * Returns a position with other pieces or fields. `null` removes a piece. Castling rights without king or rook in
   * place are dropped, and there is no en passant square unless you give one.
   *
   * @throws {FenError} The position is invalid.
   * @throws {RangeError} A square or a piece is none.
   */
  edit(changes: PositionFields & { readonly pieces?: PiecePlacement | undefined }): Position;

  /** Returns a position with a piece on a square: {@link Position.edit} of one piece. */
  put(square: Square, piece: string | Piece): Position;

  /** Returns a position without the piece on a square. */
  remove(square: Square): Position;

  /** Returns a position with another side to move. */
  withTurn(turn: Color): Position;

  /** Returns a position with other castling rights, as in a FEN. */
  withRights(castling: string): Position;

  /** Tests whether another position is equal, clocks included. */
  equals(other: unknown): boolean;
}

/** A move that was played in a {@link Game}. */
export interface PlayedMove extends Move {
  /** The player. */
  readonly color: Color;
  /** The move in SAN. */
  readonly san: string;
  /** The move in long notation: `Ng1-f3`. */
  readonly lan: string;
  readonly isCapture: boolean;
  readonly isCheck: boolean;
  readonly isCheckmate: boolean;
  /** The position before the move. */
  readonly before: Position;
  /** The position after the move. */
  readonly after: Position;
  /** The FEN after the move. */
  readonly fen: string;
}

/** A draw that the player to move may claim. */
export type DrawClaim = "threefold-repetition" | "fifty-moves";

/** The end of a game: on the board, by repetition, or by the players. */
export interface GameOutcome {
  readonly winner: Color | null;
  readonly reason: Outcome["reason"] | DrawClaim | "fivefold-repetition" | "resignation" | "agreement";
  readonly result: "1-0" | "0-1" | "1/2-1/2";
}

/**
 * A game: moves from a start position, with undo, repetitions, draw claims and PGN. Its methods change it.
 *
 * `tabiya/pgn` reads PGN, and has trees with variations and comments.
 */
export class Game {
  /** Starts a game at a position: by default, the start position. */
  constructor(position?: Position);

  /** Starts a game at the start position. */
  static start(): Game;

  /**
   * Starts a game at a FEN.
   *
   * @throws {FenError} As {@link Position.fromFen}.
   */
  static fromFen(fen: string, options?: FenReadOptions): Game;

  /**
   * The values of tag pairs, which {@link Game.pgn} writes. Those for the start position are derived, and so is `Result`
   * once the game has ended.
   */
  readonly tags: Record<string, string>;

  /** The position after the last move. */
  get position(): Position;

  /** The position before the first move. */
  get startPosition(): Position;

  /** The number of moves that are played and not undone. */
  get ply(): number;

  /** The side to move. */
  get turn(): Color;

  /** Returns the FEN of the position. */
  fen(options?: FenWriteOptions): string;

  /** Returns the legal moves, as {@link Position.moves}. */
  moves: Position["moves"];

  /** The moves that are played and not undone. */
  get history(): readonly PlayedMove[];

  /**
   * Plays a move, and forgets moves that were undone.
   *
   * @throws {IllegalMoveError} The move is illegal.
   * @throws {GameOverError} A player has resigned, or a draw was agreed or claimed.
   */
  play(move: MoveInput): PlayedMove;

  /** Plays a move, or returns `null` if that is not possible. */
  tryPlay(move: MoveInput): PlayedMove | null;

  /** Takes the last move back. Returns it, or `null` if there is none. A declared end of the game is void. */
  undo(): PlayedMove | null;

  /** Plays the move that was undone last. Returns it, or `null` if there is none. */
  redo(): PlayedMove | null;

  /** The number of times that the position has occurred, this time included. */
  get repetitions(): number;

  /**
   * Returns the draws that the player to move may claim: in this position, or with the announced move.
   *
   * @throws {IllegalMoveError} The move is illegal.
   */
  claims(move?: MoveInput): DrawClaim[];

  /** `true` if a draw can be claimed in this position or with some move. */
  get canClaimDraw(): boolean;

  /**
   * Ends the game by a claim, in this position or with the announced move.
   *
   * @throws {RangeError} No draw can be claimed.
   * @throws {GameOverError} The game is over.
   */
  claimDraw(move?: MoveInput): GameOutcome;

  /**
   * Ends the game: the player resigns.
   *
   * @throws {GameOverError} The game is over.
   */
  resign(color: Color): GameOutcome;

  /**
   * Ends the game by agreement.
   *
   * @throws {GameOverError} The game is over.
   */
  agreeDraw(): GameOutcome;

  /** Returns how the game has ended, or `null` if it goes on. */
  outcome(): GameOutcome | null;

  /** The result as in PGN: of the outcome, or else of the tag pair `Result`, or else `*`. */
  get result(): "1-0" | "0-1" | "1/2-1/2" | "0-0" | "*";

  /** Returns the game in the export format of PGN. */
  pgn(): string;
}

/** The error of a move or an ending after the end of a game. */
export class GameOverError extends Error {
  private constructor();
  readonly name: "GameOverError";
}

/** The error of an invalid FEN. */
export class FenError extends Error {
  private constructor();
  readonly name: "FenError";
  /** The FEN. */
  readonly fen: string;
  /** The invalid field, or `empty FEN`, `trailing text`, `impossible check` or `length`. */
  readonly field: string;
  /** The indices of the characters that cause the error, in ascending order, at most 64. The length of the FEN if something is missing at its end. */
  readonly at: readonly number[];
  /** The characters at these indices, truncated. */
  readonly found: string;
  /** The rule that the FEN breaks. */
  readonly rule: string;
  /** Advice on how to fix the error. */
  readonly advice: string | null;
  /** Valid FENs that fix the error: one if the fix is unambiguous, or else none. */
  readonly suggestions: readonly string[];
  /** The part of the FEN around the error, and carets to print below it. */
  readonly excerpt: { readonly text: string; readonly carets: string };
}

/** The error of an illegal move, or of a text that is not a move. */
export class IllegalMoveError extends Error {
  private constructor();
  readonly name: "IllegalMoveError";
  /** The move as it was given. */
  readonly move: string;
  /** The FEN of the position. */
  readonly fen: string;
  /** The stable name of the reason, such as `pinned`. */
  readonly code: string;
  /** The reason as a sentence without a period. */
  readonly sentence: string;
  /** The squares on which the verdict rests. */
  readonly squares: readonly Square[];
  /** The same squares by their role. */
  readonly evidence: Evidence;
}

/** The error of bytes that are not a packed position. */
export class PackedError extends Error {
  private constructor();
  readonly name: "PackedError";
}

/** The names of the squares, from a1 to h8. */
export const SQUARES: readonly Square[];

/** A compiled module: a `WebAssembly.Module`, which workers receive by `postMessage`. */
export type CompiledModule = object;

/** A response of `fetch`. */
export interface ResponseLike {
  readonly url: string;
  arrayBuffer(): Promise<ArrayBuffer>;
}

/** The source of a module: a URL, a response, bytes or a compiled module. */
export type ModuleSource =
  | string
  | { readonly href: string }
  | ResponseLike
  | ArrayBuffer
  | ArrayBufferView
  | CompiledModule;

/**
 * Loads the module. Browsers need it before the first use of {@link Position}; Node.js, Deno and Bun load the
 * module when they import the package. Further calls have no effect.
 *
 * Without a source, it fetches `play.wasm` of the package.
 */
export function init(source?: ModuleSource | Promise<ModuleSource>): Promise<void>;

/** Loads the module from bytes or from a compiled module, without waiting. */
export function initSync(source: ArrayBuffer | ArrayBufferView | CompiledModule): void;

/** Returns the compiled module, for {@link initSync} in a worker. */
export function compiledModule(): CompiledModule;
