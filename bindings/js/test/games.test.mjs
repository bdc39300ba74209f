// Random games: legal moves, SAN, FEN and outcomes equal those of chess.js and chessops.

import assert from "node:assert/strict";
import test from "node:test";

import { Chess as ChessJs } from "chess.js";
import { Chess as ChessOps } from "chessops/chess";
import { makeFen, parseFen } from "chessops/fen";
import { makeSan } from "chessops/san";
import { makeUci, parseUci } from "chessops/util";
import { Position } from "tabiya";

import { random } from "./support.mjs";

const GAMES = Number(process.env.TABIYA_GAMES ?? 40);
const MAX_PLIES = 200;

/** Plays random games from a position and calls a function with each position and move. */
function playGames(start, seed, games, visit) {
  const next = random(seed);
  for (let game = 0; game < games; game++) {
    let position = start(next);
    const state = visit.start(position);
    for (let ply = 0; ply < MAX_PLIES; ply++) {
      visit.position(state, position);
      const moves = position.moves();
      if (moves.length === 0) break;
      const move = moves[next(moves.length)];
      position = position.play(move);
      visit.move(state, move);
    }
  }
}

test("random_games_agree_with_chess_js", () => {
  let positions = 0;
  playGames(() => Position.start(), 1, Math.ceil(GAMES / 4), {
    start: (position) => new ChessJs(position.fen()),
    position(chess, position) {
      assert.deepEqual(position.sans().sort(), chess.moves().sort(), position.fen());
      assert.equal(position.fen(), chess.fen());
      assert.equal(position.isCheck, chess.inCheck());
      assert.equal(position.outcome()?.reason === "checkmate", chess.isCheckmate());
      assert.equal(position.outcome()?.reason === "stalemate", chess.isStalemate());
      positions++;
    },
    move(chess, { from, to, promotion }) {
      chess.move({ from, to, promotion: promotion ?? undefined });
    },
  });
  assert.ok(positions > 500, `${positions} positions`);
});

/** Returns the legal moves of chessops in UCI notation, with castling as the square of the rook. */
function chessOpsMoves(chess) {
  const moves = [];
  for (const [from, targets] of chess.allDests()) {
    const isPawn = chess.board.pawn.has(from);
    for (const to of targets) {
      const isPromotion = isPawn && (to < 8 || to >= 56);
      for (const promotion of isPromotion ? ["queen", "rook", "bishop", "knight"] : [undefined]) {
        moves.push({ from, to, promotion });
      }
    }
  }
  return moves;
}

/** Visits each position of a game, which chessops plays too. */
const CHESSOPS = {
  start: (position) => ChessOps.fromSetup(parseFen(position.fen({ shredder: true })).unwrap()).unwrap(),
  position(chess, position) {
    const moves = chessOpsMoves(chess);
    const ucis = position.moves().map(({ code, uci, kind }) => (kind === "castling" ? rookUci(code) : uci));
    assert.deepEqual(ucis.sort(), moves.map(makeUci).sort(), position.fen());
    const sans = moves.map((move) => makeSan(chess, move));
    assert.deepEqual(position.sans().sort(), sans.sort(), position.fen());
    assert.equal(position.fen(), makeFen(chess.toSetup(), { epd: false }));
    assert.equal(position.isCheck, chess.isCheck());
    const { reason, winner } = position.outcome() ?? {};
    assert.equal(reason === "checkmate", chess.isCheckmate());
    assert.equal(reason === "stalemate", chess.isStalemate());
    if (reason === "checkmate") assert.equal(winner, chess.outcome().winner);
  },
  move(chess, { code, uci, kind }) {
    chess.play(parseUci(kind === "castling" ? rookUci(code) : uci));
  },
};

/** Returns the origin and the target of a code, from its low twelve bits. */
function rookUci(code) {
  const name = (square) => "abcdefgh"[square & 7] + ((square >> 3) + 1);
  return name(code & 63) + name((code >> 6) & 63);
}

test("random_games_agree_with_chessops", () => {
  playGames(() => Position.start(), 2, GAMES, CHESSOPS);
});

test("random_games_of_double_chess960_agree_with_chessops", () => {
  playGames((next) => Position.chess960(next(960), next(960)), 3, GAMES, CHESSOPS);
});
