// Tests of `Position`: queries, moves, notation, and that nothing changes a position.

import assert from "node:assert/strict";
import test from "node:test";

import { FenError, IllegalMoveError, Position, SQUARES } from "tabiya";

import { KIWIPETE, START } from "./support.mjs";

/** Checks that a function of positions returns the expected values. */
function check(query, expected) {
  for (const [fen, value] of Object.entries(expected)) {
    assert.deepEqual(query(Position.fromFen(fen)), value, fen);
  }
}

test("turn_of_positions_is_color", () => {
  check((position) => position.turn, { [START]: "white", "4k3/8/8/8/8/8/8/4K3 b - - 0 1": "black" });
});

test("is_check_of_positions_matches_checkers", () => {
  const positions = {
    [START]: [false, []],
    "4k3/4r3/8/8/8/8/8/4K3 w - - 0 1": [true, ["e7"]],
    "4k3/4r3/8/8/8/3n4/8/4K3 w - - 0 1": [true, ["d3", "e7"]],
  };
  check((position) => [position.isCheck, position.checkers()], positions);
});

test("clocks_of_positions_are_read", () => {
  const query = ({ halfmoveClock, fullmoveNumber }) => [halfmoveClock, fullmoveNumber];
  check(query, { [START]: [0, 1], "4k3/8/8/8/8/8/8/4K3 w - - 65535 65535": [65535, 65535] });
});

test("ep_square_without_legal_capture_is_null", () => {
  check((position) => position.epSquare, {
    [START]: null,
    "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1": "d6",
    // The capture would open the rank to the queen.
    "8/8/8/K2pP2q/8/8/8/7k w - d6 0 1": null,
  });
});

test("piece_on_squares_has_color_and_type", () => {
  const position = Position.fromFen(KIWIPETE);
  assert.deepEqual(position.piece("e1"), { color: "white", type: "k" });
  assert.deepEqual(position.piece("a6"), { color: "black", type: "b" });
  assert.equal(position.piece("e3"), null);
  assert.equal(position.pieces().size, 32);
  assert.throws(() => position.piece("e9"), RangeError);
});

test("bitboard_of_names_is_set_of_squares", () => {
  const position = Position.fromFen("4r1k1/8/8/8/8/8/4N3/4K2R w K - 0 1");
  assert.equal(position.bitboard("pinned"), 1n << 12n);
  assert.equal(position.bitboard("castlingRooks"), 1n << 7n);
  assert.equal(position.bitboard("occupied"), (1n << 4n) | (1n << 7n) | (1n << 12n) | (5n << 60n));
  assert.equal(position.bitboard("checkers"), 0n);
  assert.ok((position.bitboard("whiteAttacks") >> BigInt(SQUARES.indexOf("d4"))) & 1n);
  assert.ok((position.bitboard("blackAttacks") >> BigInt(SQUARES.indexOf("e2"))) & 1n);
  assert.throws(() => position.bitboard("toString"), RangeError);
});

test("attacks_and_attackers_of_squares_agree", () => {
  const position = Position.fromFen(KIWIPETE);
  for (const square of SQUARES) {
    for (const target of position.attacks(square)) {
      assert.ok(position.attackers(target).includes(square), `${square} ${target}`);
    }
  }
  assert.deepEqual(position.attacks("e5").length, 8);
  assert.deepEqual(position.pinned(), []);
});

test("moves_of_positions_have_all_properties", () => {
  check((position) => position.move("e5d6"), {
    "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1": {
      code: 15076,
      uci: "e5d6",
      from: "e5",
      to: "d6",
      kind: "en-passant",
      piece: "p",
      captured: "p",
      promotion: null,
    },
  });
  const promotion = Position.fromFen("3r3k/4P3/8/8/8/8/8/4K3 w - - 0 1").move("exd8=N");
  const { kind, captured, promotion: type, uci } = promotion;
  assert.deepEqual([kind, captured, type, uci], ["promotion", "r", "n", "e7d8n"]);
});

test("castling_in_standard_chess_and_chess960_has_target_of_king", () => {
  const query = (position) => {
    const { kind, from, to, uci } = position.move("O-O");
    return [position.isChess960, kind, from, to, uci];
  };
  check(query, {
    "4k3/8/8/8/8/8/8/4K2R w K - 0 1": [false, "castling", "e1", "g1", "e1g1"],
    "4k3/8/8/8/8/8/8/4KR2 w F - 0 1": [true, "castling", "e1", "g1", "e1f1"],
  });
});

test("codes_moves_sans_and_ucis_have_one_order", () => {
  for (const fen of [START, KIWIPETE, "4k3/8/8/8/8/8/8/4KR2 w F - 0 1", "3r3k/4P3/8/8/8/8/8/4K3 w - - 0 1"]) {
    const position = Position.fromFen(fen);
    const moves = position.moves();
    const buffer = new Uint16Array(256);
    const count = position.codesInto(buffer);
    assert.deepEqual(moves.map(({ code }) => code), position.codes());
    assert.deepEqual(moves.map(({ uci }) => uci), position.ucis());
    assert.deepEqual(moves.map((move) => position.san(move)), position.sans());
    assert.deepEqual(Array.from(buffer.subarray(0, count)), position.codes());
    assert.equal(position.moveCount, moves.length);
  }
});

test("codes_into_short_buffer_throws_range_error", () => {
  assert.throws(() => Position.start().codesInto(new Uint16Array(19)), RangeError);
});

test("position_without_moves_has_empty_lists", () => {
  const mate = Position.fromFen("R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1");
  const lists = [mate.moves(), mate.sans(), mate.ucis(), mate.codes(), [...mate.dests()]];
  assert.deepEqual(lists, [[], [], [], [], []]);
});

test("dests_by_castling_style_name_king_or_rook", () => {
  const position = Position.fromFen("4k3/8/8/8/8/8/3PPP2/3QK2R w K - 0 1");
  const dests = (castling) => position.dests({ castling }).get("e1");
  assert.deepEqual(dests("king"), ["f1", "g1"]);
  assert.deepEqual(dests("rook"), ["f1", "h1"]);
  assert.deepEqual(dests("both"), ["f1", "g1", "h1"]);
  assert.deepEqual(position.dests().get("e1"), ["f1", "g1", "h1"]);
  assert.throws(() => position.dests({ castling: "queen" }), RangeError);
});

test("play_of_each_form_of_move_yields_equal_positions", () => {
  const start = Position.start();
  const expected = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";
  const move = start.move("e4");
  for (const form of ["e4", "e2e4", "e2-e4", move, move.code, { from: "e2", to: "e4" }, { from: "e2", to: "e4", promotion: null }]) {
    const after = start.play(form);
    assert.equal(after.fen(), expected, JSON.stringify(form));
    assert.ok(start.isLegal(form), JSON.stringify(form));
  }
  const promoting = Position.fromFen("7k/4P3/8/8/8/8/8/4K3 w - - 0 1");
  const knight = promoting.play({ from: "e7", to: "e8", promotion: "n" });
  assert.equal(knight.fen(), "4N2k/8/8/8/8/8/8/4K3 b - - 0 1");
});

test("castling_by_king_or_rook_square_yields_equal_positions", () => {
  const position = Position.fromFen("4k3/8/8/8/8/8/8/4K2R w K - 0 1");
  const after = ["O-O", "e1g1", "e1h1", { from: "e1", to: "g1" }].map((move) => position.play(move).fen());
  assert.deepEqual(new Set(after), new Set(["4k3/8/8/8/8/8/8/5RK1 b - - 1 1"]));
});

test("play_leaves_position_unchanged", () => {
  const position = Position.fromFen(KIWIPETE);
  const before = [position.fen(), position.key(), String(position.pack())];
  for (const move of position.moves()) position.play(move);
  assert.throws(() => position.play("a1a8"), IllegalMoveError);
  position.perft(3);
  assert.deepEqual([position.fen(), position.key(), String(position.pack())], before);
});

test("results_of_calls_are_copies", () => {
  const position = Position.start();
  const results = () => [position.codes(), position.pack(), position.moves(), position.dests().get("e2")];
  const expected = results();
  for (const result of results()) result.fill(0);
  assert.deepEqual(results(), expected);
});

test("fen_by_style_has_en_passant_castling_and_clocks", () => {
  const after = Position.start().play("e4");
  const placement = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR";
  assert.equal(after.fen({ enPassant: "always" }), `${placement} b KQkq e3 0 1`);
  assert.equal(after.fen({ shredder: true, clocks: false }), `${placement} b HAha -`);
  assert.equal(`${after}`, `${placement} b KQkq - 0 1`);
  assert.equal(JSON.stringify({ after }), `{"after":"${placement} b KQkq e3 0 1"}`);
  const pinned = Position.fromFen("8/8/8/K2pP2q/8/8/8/7k w - d6 0 1");
  assert.equal(pinned.fen({ enPassant: "pseudo-legal" }), "8/8/8/K2pP2q/8/8/8/7k w - d6 0 1");
  assert.equal(pinned.fen(), "8/8/8/K2pP2q/8/8/8/7k w - - 0 1");
  assert.throws(() => after.fen({ enPassant: "never" }), RangeError);
});

test("outcome_of_positions_names_winner_and_reason", () => {
  const outcome = (winner, reason, result) => ({ winner, reason, result });
  check((position) => position.outcome(), {
    [START]: null,
    "R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1": outcome("white", "checkmate", "1-0"),
    "r6k/8/8/8/8/8/5PPP/r5K1 w - - 0 1": outcome("black", "checkmate", "0-1"),
    "k7/8/1Q6/8/8/8/8/7K b - - 0 1": outcome(null, "stalemate", "1/2-1/2"),
    "4k3/8/8/8/8/8/8/4KN2 w - - 0 1": outcome(null, "insufficient-material", "1/2-1/2"),
    "4k3/8/8/8/8/8/8/4KR2 w - - 150 90": outcome(null, "seventy-five-moves", "1/2-1/2"),
  });
  check((position) => position.canClaimFiftyMoves, {
    "4k3/8/8/8/8/8/8/4KR2 w - - 99 90": false,
    "4k3/8/8/8/8/8/8/4KR2 w - - 100 90": true,
  });
});

test("key_by_repetition_rule_ignores_clocks_and_order", () => {
  assert.equal(Position.start().key(), 0x463b96181691fc9cn);
  const play = (moves) => moves.split(" ").reduce((position, move) => position.play(move), Position.start());
  assert.equal(play("Nf3 Nf6 Ng1 Ng8").key(), Position.start().key());
  assert.equal(play("e4 d6 d4").key(), play("d4 d6 e4").key());
  assert.notEqual(play("Nf3").key(), play("Nc3").key());
});

test("equals_of_positions_includes_clocks", () => {
  const position = Position.start();
  assert.ok(position.equals(Position.fromFen(START)));
  assert.ok(!position.equals(Position.fromFen(START.replace("0 1", "1 1"))));
  assert.ok(!position.equals(START));
});

test("chess960_of_all_numbers_reads_back", () => {
  for (let number = 0; number < 960; number++) {
    const position = Position.chess960(number);
    assert.deepEqual(position.chess960Numbers, [number, number]);
    assert.ok(Position.fromFen(position.fen({ shredder: true })).equals(position));
  }
  assert.ok(Position.chess960(518).equals(Position.start()));
  assert.equal(Position.chess960(518, 0).fen(), "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
  assert.equal(Position.fromFen(KIWIPETE).chess960Numbers, null);
  for (const number of [-1, 960, 0.5, NaN, "0"]) {
    assert.throws(() => Position.chess960(number), RangeError, String(number));
  }
});

test("pack_of_positions_has_28_bytes_and_reads_back", () => {
  for (const fen of [START, KIWIPETE, "4k3/8/8/3pP3/8/8/8/4K3 w - d6 7 65535"]) {
    const position = Position.fromFen(fen);
    assert.equal(position.pack().length, 28);
    assert.ok(Position.unpack(position.pack()).equals(position), fen);
  }
});

test("read_fen_leniently_reports_waived_rules", () => {
  const { position, changes } = Position.readFen("4k3/8/8/8/8/8/8/4K3 w K - - 0", { lenient: true });
  assert.equal(position.fen(), "4k3/8/8/8/8/8/8/4K3 w - - 0 1");
  assert.deepEqual(changes, [
    "castling: dropped 'K', king or rook not in place",
    "halfmove clock: read - as 0",
    "fullmove number: read 0 as 1",
  ]);
  assert.deepEqual(Position.readFen(START).changes, []);
});

test("positions_of_any_source_are_read", () => {
  const fen = "4k3/8/8/8/8/8/8/4K3 w - - 3 9";
  const texts = [`${fen}\r\n`, `\ufeff${fen}`, fen.replaceAll(" ", "\t"), fen.replaceAll(" ", "\u00a0"), `${fen} bm Kd2;`];
  for (const text of [...texts, `${fen};D1 5`, "4k3/8/8/8/8/8/8/4K3 w - - hmvc 3; fmvn 9; PV: x;"]) {
    assert.equal(Position.fromFen(text).fen(), fen, JSON.stringify(text));
  }
  assert.deepEqual(Position.readFen(`${fen} [0.5] 32`).changes, [
    'byte 30: found "[0.5]"; expected an opcode (a letter, then up to 14 letters, digits or underscores); kept as text',
  ]);
  const error = "4k3/8/8/8/8/8/8/4K2R\tw KQ - bm Kd2;";
  assert.throws(() => Position.fromFen(error), { field: "castling", at: [24], suggestions: ["4k3/8/8/8/8/8/8/4K2R w K - 0 1 bm Kd2;"] });
});

test("constructor_without_secret_throws_type_error", () => {
  assert.throws(() => new Position(), TypeError);
  assert.throws(() => new Position(Symbol("Position"), new Int32Array(12)), TypeError);
  assert.throws(() => Position.prototype.fen.call(structuredClone(Position.start())), TypeError);
});

test("divide_of_position_adds_up_to_perft", () => {
  const position = Position.fromFen(KIWIPETE);
  const moves = position.divide(3);
  assert.equal(moves.reduce((sum, { nodes }) => sum + nodes, 0), 97_862);
  assert.deepEqual(moves.map(({ code }) => code).sort(), position.codes().sort());
  assert.deepEqual(moves.find(({ uci }) => uci === "e1g1"), {
    uci: "e1g1",
    san: "O-O",
    code: position.move("O-O").code,
    nodes: 2_059,
  });
  assert.deepEqual(position.divide(0), []);
});

test("position_from_pieces_and_edits_is_valid_or_an_error", () => {
  const board = Position.fromPieces({ e1: "K", e8: { color: "black", type: "k" }, a7: "P" });
  assert.equal(board.fen(), "4k3/P7/8/8/8/8/8/4K3 w - - 0 1");
  assert.equal(Position.fromPieces(new Map([["e1", "K"], ["e8", "k"]]), { turn: "black", fullmoveNumber: 9 }).fen(), "4k3/8/8/8/8/8/8/4K3 b - - 0 9");
  const start = Position.start();
  assert.equal(start.remove("h1").fen(), "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBN1 w Qkq - 0 1");
  assert.equal(start.withRights("Kq").withTurn("black").fen().split(" ").slice(1, 3).join(" "), "b Kq");
  assert.equal(start.remove("e2").put("e4", "P").piece("e4").type, "p");
  assert.equal(start.edit({ pieces: { e1: null, e2: "K", d2: null } }).fen().split(" ")[2], "kq", "rights follow the king");
  assert.ok(start.edit({}).equals(start));
  const pushed = start.play("e4").play("c5").play("e5").play("d5");
  assert.equal(pushed.edit({}).epSquare, null);
  assert.equal(pushed.edit({ epSquare: "d6" }).epSquare, "d6");
  assert.throws(() => start.remove("e1"), FenError);
  assert.throws(() => start.put("e4", "x"), RangeError);
  assert.throws(() => start.put("i9", "P"), RangeError);
  assert.throws(() => start.withTurn("w"), RangeError);
  assert.throws(() => start.edit({ colour: "w" }), TypeError);
  assert.equal(Position.validateFen(START), null);
  assert.equal(Position.validateFen("8/8/8/8/8/8/8/8 w - - 0 1").field, "placement");
  assert.equal(Position.chess960(1).remove("a2").isChess960, true);
});

test("position_lists_pieces_moves_and_attackers_by_square", () => {
  const position = Position.fromFen(KIWIPETE);
  assert.deepEqual(position.board()[0][0], { color: "black", type: "r" });
  assert.equal(position.board()[7][1], null);
  assert.equal(position.ascii().split("\n")[0], "8 r . . . k . . r");
  assert.deepEqual(position.moves({ square: "e1" }).map(({ uci }) => uci).sort(), ["e1c1", "e1d1", "e1f1", "e1g1"]);
  assert.deepEqual(position.moves({ san: true }).map(({ san }) => san), position.sans());
  assert.deepEqual(position.attackers("e6", "white"), ["d5", "e5"].filter((square) => position.attackers("e6").includes(square)));
  assert.equal(position.attackers("e6", "black").length + position.attackers("e6", "white").length, position.attackers("e6").length);
  assert.equal(position.tryPlay("e1e8"), null);
  assert.equal(position.tryPlay("O-O").fen(), position.play("O-O").fen());
  assert.deepEqual([position.isCheckmate, position.isStalemate], [false, false]);
  assert.ok(Position.fromFen("6kQ/5ppp/8/8/8/8/1B6/6K1 b - - 0 1").isCheck);
  assert.ok(Position.fromFen("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1").isStalemate);
  assert.ok(Position.fromFen("R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1").isCheckmate);
});
