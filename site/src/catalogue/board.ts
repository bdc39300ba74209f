// The texts of boards and of the view of the board.

import type { BitboardName, Color, GameOutcome, Piece, PieceType, Square } from "tabiya";

import type { Mark } from "../components/mark.ts";

const pieceTypes: Readonly<Record<PieceType, string>> = {
  p: "pawn",
  n: "knight",
  b: "bishop",
  r: "rook",
  q: "queen",
  k: "king",
};

const colors: Readonly<Record<Color, string>> = { white: "White", black: "Black" };

const marks: Readonly<Record<Mark, string>> = {
  origin: "origin",
  target: "target",
  attacker: "attacker",
  attacked: "attacked",
  line: "line",
  blocker: "pinned or blocking piece",
  safe: "must not be attacked",
  captured: "captured piece",
  named: "named in the reason",
  checker: "gives check",
  pinned: "pinned",
  occupied: "occupied",
  set: "in the set",
  moved: "last move",
  drawn: "marked",
  error: "error",
};

/** Signs of one character for marks without a shape, so that they differ without colors. */
const signs: Readonly<Partial<Record<Mark, string>>> = {
  occupied: "■",
  set: "+",
  error: "?",
};

/** Returns the name of a piece. */
function pieceName({ color, type }: Piece): string {
  return `${color} ${pieceTypes[type]}`;
}

const setNames: Readonly<Record<BitboardName, string>> = {
  occupied: "Occupied squares",
  whiteAttacks: "Attacked by White",
  blackAttacks: "Attacked by Black",
  checkers: "Checkers",
  pinned: "Pinned pieces",
  castlingRooks: "Rooks with castling rights",
};

const castlingRights: Readonly<Record<string, string>> = {
  K: "White O-O",
  Q: "White O-O-O",
  k: "Black O-O",
  q: "Black O-O-O",
};

const reasons: Readonly<Record<GameOutcome["reason"], string>> = {
  checkmate: "Checkmate",
  stalemate: "Stalemate",
  "insufficient-material": "Insufficient material",
  "seventy-five-moves": "75 moves without a capture or a pawn move",
  "fivefold-repetition": "Fivefold repetition",
  "threefold-repetition": "Threefold repetition",
  "fifty-moves": "50 moves without a capture or a pawn move",
  resignation: "Resignation",
  agreement: "Agreement",
};

export const board = {
  marks,
  signs,
  pieceName,
  colors,
  pieceTypes,
  setNames,
  square: (square: Square, piece: Piece | undefined, roles: readonly Mark[], isTarget: boolean) =>
    [square, piece && pieceName(piece), ...roles.map((role) => marks[role]), isTarget && "possible target"]
      .filter(Boolean)
      .join(", "),
  set: (caption: string, squares: readonly Square[]) =>
    `${caption}: ${squares.length === 0 ? "empty" : squares.join(" ")}`,
  mode: "Mode",
  play: "Play moves",
  edit: "Edit position",
  playLabel: "Board: select a piece, then its target",
  editLabel: "Board: select squares to put the chosen piece there",
  editHelp:
    "Select squares to put the chosen piece there, or drag pieces, off the board to remove them. On the board, the keys K Q R B N P put a white piece, " +
    "k q r b n p a black one, Delete removes it.",
  palette: "Piece to put",
  eraser: "Eraser",
  promotion: "Promote to",
  toMove: (turn: Color, isCheck: boolean) => `${colors[turn]} to move${isCheck ? ", in check" : ""}`,
  outcome: (reason: GameOutcome["reason"], winner: Color | null) =>
    `${reasons[reason]}: ${winner === null ? "a draw" : `${colors[winner]} wins`}`,
  line: "Moves",
  noMoves: "Drag a piece, or select it and its target. The moves appear here.",
  moveNumber: (number: number, turn: Color) => (turn === "white" ? `${number}.` : `${number}…`),
  first: "Back to the start",
  undo: "Undo",
  redo: "Redo",
  last: "On to the end",
  copyPgn: "Copy PGN",
  claims: {
    "threefold-repetition": "The position has occurred three times: a draw can be claimed.",
    "fifty-moves": "Fifty moves without a capture or a pawn move: a draw can be claimed.",
  },
  illegalInLink: (move: string, sentence: string) => `The line of the link ends before ${move}: ${sentence}.`,
  drawHelp: "Draw arrows with the right mouse button, or with A on two squares of the board.",
  legalMoves: (count: number) => (count === 1 ? "1 legal move" : `${count} legal moves`),
  turn: "Side to move",
  castling: "Castling rights",
  castlingRight: (right: string) =>
    castlingRights[right] ?? `${right === right.toUpperCase() ? "White" : "Black"}, rook on the ${right.toLowerCase()}-file`,
  epSquare: "En passant square",
  none: "none",
  halfmoveClock: "Halfmove clock",
  fullmoveNumber: "Move number",
  clear: "Clear the board",
  chess960: "Chess960 number",
  setUp: "Set up",
  otherForms: "FEN, key and bytes",
  forms: {
    fen: "FEN",
    everyDoublePush: "FEN, en passant square after any double push",
    shredder: "Shredder-FEN",
    withoutClocks: "FEN without clocks",
    key: "Zobrist key",
    packed: "28 bytes",
  },
  chess960Numbers: ([white, black]: readonly [number, number]) =>
    white === black ? `Start position ${white} of Chess960` : `Start position ${white}/${black} of double Chess960`,
  sets: "Bitboards",
  refused: (sentence: string) => `Not played: ${sentence}.`,
  showReason: "Show the reason on the board",
  doors: {
    label: "Where to start",
    position: "Or start from a position",
    introduction:
      "Find the bug behind a wrong perft number, see how attack sets are derived step by step, and learn why a move is illegal.",
    debug: {
      title: "My perft number is wrong",
      text: "Enter what your generator counts from the start position.",
      depth: "Depth",
      leaves: "Leaves",
      button: "Find the bug",
    },
    learn: {
      title: "How do magic bitboards work?",
      caption: "Copies of two blockers slide into the index of a table",
      link: "Follow a look-up, step by step",
    },
    why: { title: "Why is exd6 illegal?", link: "See the pin that no single piece shows" },
  },
} as const;
