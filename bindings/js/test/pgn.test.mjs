// Trees: PGN read and written, walked, edited and streamed; findings with their places.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import test from "node:test";

import { reactive } from "@vue/reactivity";
import { Chess } from "chess.js";
import { parsePgn } from "chessops/pgn";
import { Game, Position } from "tabiya";
import { GameTree, PgnError, readPgn, readPgnStream } from "tabiya/pgn";

import { ROOT } from "./support.mjs";

const ANNOTATED = `[White "A"]
[Black "B"]

1. e4 $1 {[%clk 0:03:00] good [%cal Ge2e4,Rd1h5]} e5 (1... c5 2. Nf3 {Sicilian} d6) (1... e6)
2. Nf3 Nc6 {-0.31/20 1.3s} *
`;

/** Returns the SAN of nodes. */
const sans = (nodes) => nodes.map(({ san }) => san).join(" ");

test("tree_has_moves_variations_comments_and_values", () => {
  const tree = GameTree.fromPgn(ANNOTATED);
  assert.deepEqual(tree.tags, { White: "A", Black: "B" });
  assert.deepEqual(Object.keys(tree.tags), ["White", "Black"]);
  assert.equal(sans(tree.mainLine()), "e4 e5 Nf3 Nc6");
  const [e4] = tree.root.children;
  assert.equal(tree.root.next, e4, "one object per node");
  assert.equal(sans(e4.children), "e5 c5 e6");
  assert.equal(sans(e4.variations), "c5 e6");
  assert.deepEqual([e4.nags, e4.comment], [[1], "[%clk 0:03:00] good [%cal Ge2e4,Rd1h5]"]);
  assert.equal(e4.values.clock, 180);
  assert.deepEqual(e4.values.arrows, [{ color: "green", from: "e2", to: "e4" }, { color: "red", from: "d1", to: "h5" }]);
  const [c5] = e4.variations;
  assert.deepEqual([c5.isMainLine, c5.ply, c5.next.comment, c5.next.next.isMainLine], [false, 2, "Sicilian", false]);
  const last = tree.mainLine().at(-1);
  assert.deepEqual([last.values.eval, last.values.depth, last.values.timeSpent], [0.31, 20, 1.3]);
  assert.equal(last.fen, last.position.fen());
  assert.equal(last.move.uci, last.uci);
  assert.equal(tree.root.fen, Position.start().fen());
  assert.deepEqual([tree.root.move, tree.root.san, tree.root.parent], [null, null, null]);
});

test("tree_is_written_in_four_styles", () => {
  const tree = GameTree.fromPgn(ANNOTATED);
  assert.equal(tree.pgn({ style: "as-read" }), ANNOTATED);
  assert.match(tree.pgn({ style: "reduced" }), /\[Result "\*"\]\n\n1\. e4 e5 2\. Nf3 Nc6 \*\n\n$/);
  assert.match(tree.pgn({ style: "one-line" }), /^\[White "A"\]\n\[Black "B"\]\n\n1\. e4! [^\n]+\*\n\n$/);
  assert.equal(`${tree}`, tree.pgn());
  assert.throws(() => tree.pgn({ style: "short" }), RangeError);
  assert.equal(GameTree.fromPgn(tree.pgn()).pgn(), tree.pgn());
});

test("edits_return_other_trees", () => {
  const tree = GameTree.fromPgn(ANNOTATED);
  const [e4] = tree.mainLine();
  const line = tree.addLine(e4.next, "2. Nc3 Nf6");
  assert.equal(sans(line.line), "e4 e5 Nc3 Nf6");
  assert.equal(tree.nodeCount + 2, line.tree.nodeCount);
  assert.equal(sans(tree.root.next.next.children), "Nf3", "the old tree is unchanged");
  assert.equal(tree.addLine(tree.root, ["e2e4", "e7e5"]).tree.nodeCount, tree.nodeCount, "moves that exist are found");
  const main = line.tree.makeMainLine(line);
  assert.equal(sans(main.mainLine()), "e4 e5 Nc3 Nf6");
  const [c5] = tree.root.next.variations;
  assert.equal(sans(tree.promote(c5).mainLine()), "e4 c5 Nf3 d6");
  assert.equal(sans(tree.remove(c5).root.next.children), "e5 e6");
  const changed = tree.setComment(1, "new").setNags(1, [3, 14]).setTag("Event", "X").setResult("1-0");
  assert.deepEqual([changed.node(1).comment, changed.node(1).nags, changed.tags.Event, changed.result], ["new", [3, 14], "X", "1-0"]);
  assert.equal(changed.setTag("Event", null).tags.Event, undefined);
  assert.equal(changed.setComment(1, "").node(1).comment, "");
  const variation = tree.setComment(c5, "before", { place: "before" }).setComment(c5.index, "after it", { place: "closing" });
  assert.deepEqual([variation.node(c5.index).startingComments, variation.node(c5.index).closingComments], [["before"], ["after it"]]);
  assert.equal(tree.merge(GameTree.fromPgn("1. d4 d5")).root.children.length, 2);
});

test("edits_that_are_not_possible_are_errors", () => {
  const tree = GameTree.fromPgn(ANNOTATED);
  assert.throws(() => tree.addLine(tree.root, "e5"), { name: "PgnError", message: /"e5" is not a legal move/ });
  assert.throws(() => tree.remove(0), PgnError);
  assert.throws(() => tree.setTag("a b", "x"), PgnError);
  assert.throws(() => tree.setTag("FEN", "x"), PgnError);
  assert.throws(() => tree.setComment(1, "x", { place: "before" }), PgnError);
  assert.throws(() => tree.setComment(1, "x", { where: "before" }), TypeError);
  assert.throws(() => tree.node(99), RangeError);
  assert.throws(() => tree.addLine(GameTree.start().root, "e4"), RangeError);
  assert.throws(() => tree.setNags(1, [-1]), RangeError);
  assert.throws(() => tree.merge(GameTree.start(Position.chess960(1))), PgnError);
  assert.throws(() => GameTree.fromPgn(""), PgnError);
  assert.throws(() => GameTree.fromPgn(5), TypeError);
  assert.throws(() => new GameTree(), TypeError);
  assert.equal(sans(tree.mainLine()), "e4 e5 Nf3 Nc6", "a failed edit changes nothing");
});

test("findings_have_kind_and_place", () => {
  const text = '1. e4 e5 *\n\n[Result "1-0"]\n\n1. d4 d5\n2. Bb6 0-1\n\n[FEN "x"]\n\n1. e4 *\n\n1. e4 (1. d4 *\n';
  const trees = [...readPgn(text)];
  const found = trees.map(({ findings }) => findings.map(({ kind, line, column }) => [kind, line, column]));
  assert.deepEqual(found, [[], [["move", 6, 4], ["result", 3, 1]], [["start-position", 8, 1]], [["variation", 12, 7]]]);
  const [{ message, text: quoted, ply, offset }] = trees[1].findings;
  assert.match(message, /no matching white bishop can move to b6/);
  assert.deepEqual([quoted, ply, text.slice(offset, offset + 3)], ['"Bb6"', 2, "Bb6"]);
  assert.equal(sans(trees[1].mainLine()), "d4 d5", "what precedes the error is kept");
  assert.equal(trees[2].mainLine().length, 0);
});

test("nothing_is_hidden_by_an_open_brace_or_a_second_tag", () => {
  const [{ findings }] = readPgn("1. e4 {never closed e5 2. Nf3 1-0");
  assert.deepEqual(findings.map(({ kind, column }) => [kind, column]), [["comment", 7]]);
  const tree = GameTree.fromPgn('[White "A"]\n[White "B"]\n\n1. e4 *');
  assert.deepEqual([tree.tags.White, tree.findings[0].kind], ["A", "tag"]);
});

test("game_that_is_too_long_is_an_error", () => {
  assert.throws(() => [...readPgn(`1. e4 {${"a".repeat(20 * 1024 * 1024)}} *`)], PgnError);
  const [tree] = readPgn(`1. e4 {${"a".repeat(9 * 1024 * 1024)}} *\n\n1. d4 *`);
  assert.equal(tree.nodeCount, 2);
});

test("games_and_trees_convert_into_each_other", () => {
  const tree = GameTree.fromPgn(ANNOTATED);
  const game = tree.game();
  assert.equal(game.history.map(({ san }) => san).join(" "), sans(tree.mainLine()));
  assert.equal(game.tags.White, "A");
  const [c5] = tree.root.next.variations;
  assert.equal(tree.game(c5.next).history.at(-1).san, "Nf3");
  const repeated = GameTree.fromPgn(`${"Nf3 Nf6 Ng1 Ng8 ".repeat(6)}*`);
  assert.equal(repeated.game().ply, 24, "a game may go on after a fivefold repetition");
  assert.throws(() => GameTree.fromPgn("1. e4 -- 2. d4 *").game(), PgnError);
  // A game that ended by resignation keeps its result, and a FEN game its start.
  const resigned = GameTree.fromPgn('[FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]\n\n1. e4 Kd7 1-0');
  assert.equal(resigned.game().result, "1-0");
  assert.equal(GameTree.fromGame(resigned.game()).pgn(), resigned.pgn());
  assert.equal(resigned.game().pgn(), resigned.pgn());
  assert.equal(resigned.game(1).result, "*");
  const other = Game.fromFen("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1");
  other.play("e4");
  assert.equal(sans(GameTree.fromGame(other).mainLine()), "e4");
});

test("streams_of_any_pieces_yield_the_same_games", async () => {
  const text = `\ufeff${ANNOTATED}\n`.repeat(60) + "1. d4 {é…𝄞} *";
  const bytes = new TextEncoder().encode(text);
  const expected = [...readPgn(text)].map((tree) => tree.pgn());
  assert.equal(expected.length, 61);
  for (const size of [1, 7, 1000, bytes.length]) {
    const pieces = async function* () {
      for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size);
    };
    const found = [];
    for await (const tree of readPgnStream(size === 7 ? new Response(bytes) : pieces())) found.push(tree.pgn());
    assert.deepEqual(found, expected, `pieces of ${size}`);
  }
  await assert.rejects(async () => { for await (const tree of readPgnStream(5)) tree; }, TypeError);
});

test("reading_can_be_interleaved_with_other_calls", () => {
  const games = readPgn(Array.from({ length: 300 }, (_, index) => `[Round "${index}"]\n\n1. e4 e5 2. Nf3 *\n\n`).join(""));
  let index = 0;
  for (const tree of games) {
    Position.fromFen("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1").play("e4");
    assert.equal(tree.tags.Round, String(index++));
    assert.equal(sans(tree.addLine(2, "Nc3").tree.mainLine()), "e4 e5 Nf3");
    assert.equal(tree.mainLine()[1].fen, tree.mainLine()[1].position.fen());
  }
  assert.equal(index, 300);
});

test("corpus_reads_like_chess_js_and_chessops", () => {
  const text = readFileSync(join(ROOT, "bindings/python/tests/data/lichess.pgn"), "utf8");
  const trees = [...readPgn(text)];
  const games = parsePgn(text);
  assert.equal(trees.length, games.length);
  for (const [index, tree] of trees.entries()) {
    assert.deepEqual(tree.findings, []);
    assert.equal(sans(tree.mainLine()), [...games[index].moves.mainline()].map(({ san }) => san).join(" "));
    if (index < 20) {
      const chess = new Chess();
      chess.loadPgn(tree.pgn());
      assert.equal(tree.game().fen(), chess.fen());
      assert.equal(tree.game().history.map(({ san }) => san).join(" "), chess.history().join(" "));
    }
  }
});

test("any_bytes_yield_trees", () => {
  for (const text of ["((((", "{", '[Event "', "1. e4 (", ")", "\0\u{ffff}", "1. e4 ; x", "%x\n1. e4", "$", "🙂 1. e4 🙂 e5"]) {
    for (const tree of readPgn(text)) assert.equal(typeof tree.pgn(), "string", text);
  }
  const bytes = Uint8Array.from({ length: 4096 }, (_, index) => (index * 167 + (index >> 3)) & 255);
  for (const tree of readPgn(bytes)) assert.equal(typeof tree.pgn(), "string");
});

test("tree_in_reactive_state_works", () => {
  const state = reactive({ tree: GameTree.fromPgn(ANNOTATED) });
  assert.equal(sans(state.tree.mainLine()), "e4 e5 Nf3 Nc6");
  state.tree = state.tree.setTag("Event", "X");
  assert.equal(state.tree.root.next.variations[0].position.turn, "white");
});
