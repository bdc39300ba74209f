// Tests of `tabiya/diagnosis`: the causes of wrong counts, and the edits of the rules.

import assert from "node:assert/strict";
import test from "node:test";

import { FenError, Position } from "tabiya";
import { DiagnosisError, DivideError, diagnose, editExample, edits, recognize } from "tabiya/diagnosis";
import { leafCategories } from "tabiya/explain";

import { KIWIPETE, dataLines } from "./support.mjs";

const CASTLING = "4k3/8/8/8/8/8/8/4K2R w K - 0 1";

test("diagnose_of_posted_totals_agrees_with_file", () => {
  let checked = 0;
  for (const line of dataLines("perft/posted-wrong-totals.tsv").slice(1)) {
    const [fen, depth, kind, posted, right, , , codes] = line.split("\t");
    if (kind !== "nodes" || Number(right) > 100_000) continue;
    const { candidates, comparisons } = diagnose([{ fen, depth: Number(depth), nodes: BigInt(posted) }]);
    const expected = { depth: Number(depth), category: null, right: BigInt(right), reported: BigInt(posted) };
    assert.deepEqual(comparisons, [expected]);
    const found = candidates.flat();
    // A single number does not distinguish pairs, so that these are not searched.
    const isExplained = codes !== "unexplained" && !codes.includes(" + ");
    for (const code of isExplained ? codes.split(", ") : []) assert.ok(found.includes(code), line);
    checked++;
  }
  assert.ok(checked >= 3, `${checked} lines`);
});

test("diagnose_of_counts_at_two_depths_fits_no_en_passant", () => {
  const position = Position.start();
  const diagnosis = diagnose([
    { position, depth: 4, nodes: 197_281 },
    { position, depth: 5, nodes: 4_865_351 },
  ]);
  const { candidates, confidence, extent, hypotheses, chance, sentence, evidence } = diagnosis;
  assert.deepEqual([candidates[0], extent], [["no-en-passant"], "singles"]);
  assert.ok(["fits", "could-be-chance"].includes(confidence), confidence);
  assert.ok(hypotheses > 1_000 && chance >= 0 && chance <= 1, `${hypotheses} ${chance}`);
  assert.match(sentence, /^as if en passant captures were never generated.*\(right, 258 missing\)$/);
  assert.match(evidence, /^\d+ of \d+ edits fits?; /);
  assert.deepEqual(diagnosis.comparisons[1], { depth: 5, category: null, right: 4_865_609n, reported: 4_865_351n });
  const edit = diagnosis.edits.find(({ code }) => code === "no-en-passant");
  assert.deepEqual([edit.group, edit.color], ["En passant", null]);
  assert.ok(edit.reports.length > 0 && edit.reports.every(({ cause, source }) => cause !== "" && source !== ""));
});

test("diagnose_of_divide_output_and_totals_combines_them", () => {
  const position = Position.fromFen(CASTLING);
  const rows = position.divide(1).filter(({ san }) => san !== "O-O");
  const divide = rows.map(({ san, nodes }) => `${san}: ${nodes}`).join("\n");
  const castling = position.divide(2).find(({ san }) => san === "O-O").nodes;
  const { candidates } = diagnose([
    { position, depth: 1, divide },
    { position, depth: 2, nodes: position.perft(2) - castling },
  ]);
  const codes = candidates.flat();
  for (const code of ["no-castling", "no-kingside-castling"]) assert.ok(codes.includes(code), `${codes}`);
});

test("diagnose_of_category_counts_compares_category", () => {
  const position = Position.fromFen(KIWIPETE);
  const right = leafCategories(position, 2);
  const report = (category, nodes) => diagnose([{ position, depth: 2, category, nodes }]);
  for (const category of Object.keys(right).filter((name) => name !== "nodes")) {
    const { confidence, comparisons } = report(category, right[category]);
    const nodes = BigInt(right[category]);
    assert.deepEqual([confidence, comparisons], ["right", [{ depth: 2, category, right: nodes, reported: nodes }]]);
  }
  const codes = report("castles", 0).candidates.flat();
  assert.ok(codes.includes("no-castling"), `${codes}`);
});

test("answer_to_question_leaves_candidates_of_answer", () => {
  const position = Position.fromFen(CASTLING);
  const observations = [{ position, depth: 1, nodes: position.perft(1) - 1 }];
  const { candidates, question } = diagnose(observations);
  const { fen, depth, right, answers } = question;
  assert.equal(BigInt(Position.fromFen(fen).perft(depth)), right);
  const listed = answers.flatMap(({ candidates: same }) => same.map(String));
  assert.deepEqual(listed.toSorted(), candidates.map(String).toSorted());
  for (const { nodes, candidates: expected } of answers) {
    const next = diagnose([...observations, { fen, depth, nodes }]);
    assert.deepEqual(next.candidates.map(String).toSorted(), expected.map(String).toSorted());
  }
});

test("diagnose_of_right_counts_says_so", () => {
  const { extent, confidence, candidates, edits: found, question } = diagnose([
    { position: Position.start(), depth: 3, nodes: 8_902n },
    { fen: KIWIPETE, depth: 2, nodes: 2_039 },
  ]);
  assert.deepEqual([extent, confidence, candidates, found, question], ["counts-are-right", "right", [], [], null]);
});

test("diagnose_of_unusable_observations_throws_typed_errors", () => {
  const position = Position.start();
  const fen = position.fen();
  assert.throws(() => diagnose([]), DiagnosisError);
  assert.throws(() => diagnose([{ position, depth: 0, nodes: 1 }]), DiagnosisError);
  assert.throws(() => diagnose([{ position, depth: 31, nodes: 1 }]), DiagnosisError);
  assert.throws(() => diagnose([{ position, depth: 6, nodes: 1_000_000 }], { maxPositions: 1_000 }), DiagnosisError);
  assert.throws(() => diagnose([{ position, depth: 2, divide: "nothing" }]), DivideError);
  assert.throws(() => diagnose([{ fen: "8/8 w", depth: 2, nodes: 1 }]), FenError);
  for (const nodes of [-1, 0.5, 2n ** 64n, 2 ** 53, NaN, "400", null]) {
    assert.throws(() => diagnose([{ position, depth: 2, nodes }]), RangeError, String(nodes));
  }
  for (const depth of [-1, 0.5, 256, "2", 2n, undefined]) {
    assert.throws(() => diagnose([{ position, depth, nodes: 400 }]), RangeError, String(depth));
  }
  for (const category of ["", "nodes", "en_passant", 1]) {
    assert.throws(() => diagnose([{ position, depth: 2, nodes: 1, category }]), RangeError, String(category));
  }
  for (const observation of [
    { position: {}, depth: 2, nodes: 400 },
    { position, fen, depth: 2, nodes: 400 },
    { depth: 2, nodes: 400 },
    { position, depth: 2 },
    { position, depth: 2, nodes: 400, divide: "e2e4: 20" },
    { position, depth: 2, category: "checks", divide: "e2e4: 20" },
    null,
  ]) {
    assert.throws(() => diagnose([observation]), TypeError, JSON.stringify(observation));
  }
  for (const maxPositions of [-1, NaN, "1", 1n]) {
    const run = () => diagnose([{ position, depth: 2, nodes: 400 }], { maxPositions });
    assert.throws(run, typeof maxPositions === "number" ? RangeError : TypeError, `${maxPositions}`);
  }
  // An error leaves no observation behind.
  assert.equal(diagnose([{ position, depth: 1, nodes: 20 }]).comparisons.length, 1);
});

test("edits_have_distinct_codes_and_texts", () => {
  const all = edits();
  assert.ok(all.length > 1_000, `${all.length}`);
  assert.equal(new Set(all.map(({ code }) => code)).size, all.length);
  for (const { code, color, group, clause, rule } of all) {
    assert.ok(group !== "" && clause !== "" && rule !== "", code);
    assert.equal(color, /-(white|black)$/.exec(code)?.[1] ?? null, code);
  }
});

test("edit_example_is_confirmed_by_perft", () => {
  for (const code of ["no-en-passant", "castling-through-check", "no-castling-black", "pinned-piece-free"]) {
    const { fen, depth, right, wrong } = editExample(code);
    assert.equal(Position.fromFen(fen).perft(depth), right, code);
    assert.notEqual(wrong, right, code);
  }
  // No legal move captures en passant here, but the edit adds one.
  assert.equal(editExample("en-passant-despite-diagonal-pin").fen.split(" ")[3], "d6");
  assert.throws(() => editExample("no-such-edit"), { name: "RangeError", message: /^edit no-such-edit: unknown; / });
});

test("counts_from_another_tree_are_recognized", () => {
  const position = Position.start();
  const deeper = [{ position, depth: 3, nodes: 197_281 }];
  assert.deepEqual(recognize(deeper), { tree: "depth-above", description: "one ply more" });
  const { otherTree, extent, confidence, candidates, sentence } = diagnose(deeper);
  assert.deepEqual([otherTree, extent, confidence, candidates], ["depth-above", "other-tree", "other-tree", []]);
  assert.ok(sentence.startsWith("the count is right for one ply more"), sentence);
  const divide = position.divide(2).map(({ uci, nodes }) => `${uci}: ${nodes}`).join("\n");
  assert.equal(recognize([{ position, depth: 3, divide }]).tree, "depth-below");
  assert.equal(recognize([{ position, depth: 3, nodes: 97_862 }]).tree, "kiwipete");
  assert.equal(recognize([{ position, depth: 3, nodes: 8_902 }]), null);
  assert.equal(recognize([{ position, depth: 3, nodes: 8_901 }]), null);
  assert.throws(() => recognize([]), DiagnosisError);
});
