// Games: moves with undo, repetitions, claims, endings and PGN, compared with chess.js.

import assert from "node:assert/strict";
import test from "node:test";

import { reactive } from "@vue/reactivity";
import { Chess } from "chess.js";
import { Game, GameOverError, IllegalMoveError, Position } from "tabiya";
import { GameTree } from "tabiya/pgn";

import { random } from "./support.mjs";

/** Returns a game after moves. */
function after(moves, game = Game.start()) {
  for (const move of moves.split(" ")) game.play(move);
  return game;
}

const REPEATED = "Nf3 Nf6 Ng1 Ng8";

test("game_plays_undoes_and_redoes", () => {
  const game = after("e4 e5 Nf3");
  assert.equal(game.undo().san, "Nf3");
  assert.equal(game.fen(), after("e4 e5").fen());
  assert.equal(game.redo().lan, "Ng1-f3");
  assert.equal(game.redo(), null);
  game.undo();
  game.play("d4");
  assert.deepEqual(game.history.map(({ san }) => san), ["e4", "e5", "d4"]);
  assert.equal(game.redo(), null, "a new move forgets the undone ones");
  while (game.undo() !== null);
  assert.equal(game.ply, 0);
  assert.ok(game.position.equals(Position.start()));
  assert.throws(() => game.play("e5"), IllegalMoveError);
  assert.equal(game.tryPlay("e5"), null);
  assert.equal(game.tryPlay("e4").san, "e4");
});

test("played_move_has_notation_flags_and_positions", () => {
  const [move] = after("d4 e5 dxe5 Qh4 Nd2 Bb4").history.slice(2);
  const { san, lan, uci, color, isCapture, isCheck, captured, before, fen } = move;
  assert.deepEqual([san, lan, uci, color, isCapture, isCheck, captured], ["dxe5", "d4xe5", "d4e5", "white", true, false, "p"]);
  assert.equal(before.play(move).fen(), fen);
  const mate = after("f3 e5 g4 Qh4#").history.at(-1);
  assert.deepEqual([mate.isCheck, mate.isCheckmate], [true, true]);
  const castling = after("O-O", Game.fromFen("4k3/8/8/8/8/8/8/4K2R w K - 0 1")).history[0];
  assert.deepEqual([castling.san, castling.lan, castling.to], ["O-O", "O-O", "g1"]);
});

test("random_games_agree_with_chess_js", () => {
  const next = random(7);
  for (let index = 0; index < 10; index++) {
    const game = Game.start();
    const chess = new Chess();
    for (let ply = 0; ply < 120 && !chess.isGameOver(); ply++) {
      const moves = game.moves({ san: true });
      const { san } = moves[next(moves.length)];
      const played = game.play(san);
      const expected = chess.move(san);
      assert.deepEqual([played.san, played.uci, played.fen], [expected.san, expected.lan, chess.fen()]);
      assert.equal(game.repetitions >= 3, chess.isThreefoldRepetition());
      const isClaimable = game.repetitions >= 3 || game.position.halfmoveClock >= 100;
      assert.equal(isClaimable && game.outcome() === null, game.claims().length > 0);
    }
    assert.equal(chess.history().join(" "), game.history.map(({ san }) => san).join(" "));
    assert.equal(GameTree.fromGame(game).pgn(), game.pgn());
  }
});

test("repetitions_allow_claims_and_end_the_game", () => {
  const game = after(`${REPEATED} ${REPEATED}`);
  assert.equal(game.repetitions, 3);
  assert.deepEqual(game.claims(), ["threefold-repetition"]);
  assert.equal(game.outcome(), null);
  game.undo();
  assert.deepEqual([game.claims(), game.claims("Ng8"), game.canClaimDraw], [[], ["threefold-repetition"], true]);
  assert.throws(() => game.claimDraw(), RangeError);
  assert.deepEqual(game.claimDraw("Ng8"), { winner: null, reason: "threefold-repetition", result: "1/2-1/2" });
  assert.equal(game.ply, 7, "the announced move is not played");
  const fivefold = after(Array(4).fill(REPEATED).join(" "));
  assert.equal(fivefold.outcome().reason, "fivefold-repetition");
  assert.deepEqual(fivefold.claims(), []);
  assert.equal(after("e4 e5").canClaimDraw, false);
});

test("fifty_moves_allow_a_claim", () => {
  const game = Game.fromFen("4k3/8/8/8/8/8/8/R3K3 w - - 99 80");
  assert.deepEqual([game.claims(), game.claims("Ra2"), game.canClaimDraw], [[], ["fifty-moves"], true]);
  game.play("Ra2");
  assert.deepEqual(game.claims(), ["fifty-moves"]);
  assert.equal(game.claimDraw().reason, "fifty-moves");
});

test("declared_end_stops_the_game_until_undo", () => {
  const game = after("e4 e5");
  assert.deepEqual(game.resign("black"), { winner: "white", reason: "resignation", result: "1-0" });
  assert.throws(() => game.play("Nf3"), GameOverError);
  assert.throws(() => game.agreeDraw(), GameOverError);
  assert.equal(game.tryPlay("Nf3"), null);
  assert.match(game.pgn(), /1\. e4 e5 1-0\n/);
  game.undo();
  assert.equal(game.outcome(), null);
  assert.equal(game.agreeDraw().result, "1/2-1/2");
  assert.throws(() => Game.start().resign("w"), RangeError);
});

test("pgn_has_tags_start_position_and_wrapped_moves", () => {
  const game = Game.fromFen("4k3/8/8/8/8/8/4P3/4K3 b - - 0 7");
  Object.assign(game.tags, { White: 'A "B" \\', Result: "?", FEN: "x", ECO: "A00" });
  after("Kd7 e4", game);
  const pgn = game.pgn();
  assert.match(pgn, /\[White "A \\"B\\" \\\\"\]\n\[Black "\?"\]\n\[Result "\*"\]\n\[ECO "A00"\]\n\[FEN "4k3[^\n]*\]\n\[SetUp "1"\]/);
  assert.match(pgn, /\n\n7\.\.\. Kd7 8\. e4 \*\n\n$/);
  assert.equal(GameTree.fromPgn(pgn).pgn(), pgn);
  assert.throws(() => { game.tags["no name"] = "x"; game.pgn(); }, RangeError);
  const long = after(Array(12).fill(REPEATED).slice(0, 4).join(" "));
  assert.ok(long.pgn().split("\n").every((line) => line.length < 80));
  const chess960 = new Game(Position.chess960(1));
  assert.match(chess960.pgn(), /\[Variant "Chess960"\]/);
  assert.equal(GameTree.fromGame(chess960).pgn(), chess960.pgn());
});

test("game_in_reactive_state_works", () => {
  const game = reactive(Game.start());
  game.play("e4");
  assert.equal(game.position.fen(), after("e4").fen());
  assert.equal(game.undo().san, "e4");
  assert.throws(() => new Game("fen"), TypeError);
});
