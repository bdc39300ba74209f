// Journeys through the view of perft.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

import { idle, journey, open, site, SITE, useSite } from "./support.mjs";

useSite();

const START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const POSITION_3 = "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1";
const PROMOTIONS = "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1";
const CASTLING = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
const KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
/** Castling passes f1, which the rook on f2 attacks. */
const ATTACKED_PATH = "4k3/8/8/8/8/8/5r2/4K2R w K - 0 1";

/** The outputs of `tools/explain/tests/data/divide`, with their positions and depths. */
const OUTPUTS = [
  ["stockfish", START, 5],
  ["roce", PROMOTIONS, 5],
  ["qperft", START, 3],
  ["vice", POSITION_3, 3],
  ["vice_js", START, 3],
  ["bbc", START, 3],
  ["tabiya", POSITION_3, 3],
  ["san", POSITION_3, 3],
  ["dash", CASTLING, 2],
  ["info_string", POSITION_3, 3],
  ["table", START, 3],
  ["long_algebraic", CASTLING, 2],
  ["capitals", PROMOTIONS, 2],
];

/** An output with more leaves than the page counts unasked. */
const LARGE_OUTPUT = ["octopus_perft", START, 8];

const FOLDER = join(SITE, "../tools/explain/tests/data/divide");

const readOutput = (name) => readFileSync(join(FOLDER, `${name}.txt`), "utf8");

/** Returns the fragment of a state. */
const fragment = (values) => `#perft?${new URLSearchParams(values)}`;

const heading = (page, name) => page.getByRole("heading", { name, exact: true }).waitFor();
const shown = (page, text) => page.getByText(text, { exact: true }).first().waitFor();
const outputField = (page) => page.getByLabel("Divide output of the engine");

/** Returns the cells of the row of a move. */
async function rowOf(page, san) {
  const cells = page.locator("tr", { has: page.getByRole("rowheader", { name: san, exact: true }) }).locator("td");
  return cells.allInnerTexts();
}

journey("row_link_descends_and_breadcrumb_returns", { start: "#perft" }, async ({ page, user }) => {
  await user.choose(page.getByLabel("Depth"), "5");
  await shown(page, "4,865,609 leaves at depth 5");
  assert.deepEqual(await rowOf(page, "e4"), ["e2e4", "405,385"]);
  await user.press(page.getByRole("link", { name: "e4", exact: true }));
  await heading(page, "Perft 4 after e4");
  await shown(page, "405,385 leaves at depth 4");
  await user.press(page.getByRole("link", { name: "e5", exact: true }));
  await shown(page, "24,825 leaves at depth 3");
  assert.match(await page.locator('[data-square="e5"]').getAttribute("aria-label"), /black pawn/);
  await page.goBack();
  await shown(page, "405,385 leaves at depth 4");
  await page.goForward();
  await shown(page, "24,825 leaves at depth 3");
  await user.press(page.getByRole("navigation", { name: "Moves from the position" }).getByRole("link", { name: "Start position" }));
  await shown(page, "4,865,609 leaves at depth 5");
  await user.press(page.getByRole("link", { name: "d4", exact: true }));
  await shown(page, "361,790 leaves at depth 4");
});

journey("order_by_leaves_puts_largest_count_first", { start: "#perft" }, async ({ page, user }) => {
  await shown(page, "8,902 leaves at depth 3");
  await user.choose(page.getByLabel("Order"), "by leaves");
  assert.match(await page.locator(".perft-table tbody tr").first().innerText(), /^e4\s+e2e4\s+600$/);
});

journey("fen_edit_removes_moves_and_keeps_depth", { start: "#perft?moves=e2e4&depth=2" }, async ({ page, user }) => {
  await heading(page, "Perft 2 after e4");
  await user.fill(page.getByLabel("FEN", { exact: true }), CASTLING);
  await heading(page, "Perft 2");
  await shown(page, "568 leaves at depth 2");
});

journey("illegal_move_in_link_shows_reason", { start: "#perft?moves=e2e4,e7e4" }, async ({ page, user }) => {
  await page.getByText("The move e7e4 of the link is illegal", { exact: false }).waitFor();
  await user.press(page.getByRole("link", { name: "Go back to the last legal move" }));
  await page.getByText("is illegal").waitFor({ state: "detached" });
  await heading(page, "Perft 3 after e4");
});

journey("checkmate_has_no_leaves", { start: "#perft?moves=f2f3,e7e5,g2g4,d8h4" }, async ({ page }) => {
  await shown(page, "0 leaves at depth 3");
  await page.getByText("The game ends here").waitFor();
});

journey("wrong_count_leads_to_next_query_and_vanished_bug", { start: "#perft" }, async ({ page, user }) => {
  const output = readOutput("bbc").replace("e2e4  nodes: 600", "e2e4  nodes: 601");
  await user.fill(outputField(page), output);
  await shown(page, "1 wrong count");
  await page.getByText("The output states a total of 8,902, but its counts add up to 8,903.").waitFor();
  assert.deepEqual(await rowOf(page, "e4"), ["e2e4", "600", "601", "+1"]);
  await heading(page, "Next query");
  await page.getByText(`position fen ${START} moves e2e4`, { exact: true }).waitFor();
  await shown(page, "go perft 2");
  await user.press(page.getByRole("link", { name: "Go on after e4" }));
  await shown(page, "600 leaves at depth 2");
  assert.equal(await outputField(page).inputValue(), "");
  const replies = "a7 b7 c7 d7 e7 f7 g7 h7".split(" ");
  const pushes = replies.flatMap((square) => [5, 6].map((rank) => `${square}${square[0]}${rank}`));
  const counts = [...pushes, "b8a6", "b8c6", "g8f6", "g8h6"].map((move) => `${move}: 30`);
  await user.fill(outputField(page), counts.join("\n"));
  await page.getByText("Before this move, the engine counted 601 leaves here.", { exact: false }).waitFor({ state: "detached" });
  await page.getByText(/^\d+ wrong counts$/).waitFor();
  await idle(page);
  const right = await page.locator(".perft-table tbody tr").evaluateAll((rows) =>
    rows.map((row) => `${row.cells[1].innerText}: ${row.cells[2].innerText}`),
  );
  await user.fill(outputField(page), right.join("\n"));
  await page.getByText("Everything is right: 20 moves, 600 leaves at depth 2.").waitFor();
  await page.getByText("Before this move, the engine counted 601 leaves here.", { exact: false }).waitFor();
});

const WRONG_MOVES = { fen: ATTACKED_PATH, depth: "1" };

journey("wrong_moves_show_reason_and_evidence", { start: fragment(WRONG_MOVES) }, async ({ page, user }) => {
  await user.fill(outputField(page), "e1d1: 1\ne1f2: 1\ne1g1: 1\nh1f1: 1\nh1f1: 1\n");
  await page.getByText(/^\d+ moves are missing, 1 illegal move, 1 repeated move$/).waitFor();
  await page.getByText("The black rook on f2 attacks f1 on the path of the castling king.").waitFor();
  await user.press(page.getByRole("button", { name: "e1g1 (extra)" }));
  const square = (name) => page.locator(`[data-square="${name}"]`).getAttribute("aria-label");
  assert.match(await square("f2"), /black rook, attacker/);
  assert.match(await square("f1"), /attacked/);
  assert.match(await square("g1"), /target/);
  assert.equal(await page.locator(".arrows line").count(), 2);
  await page.getByText("Look at: castling").waitFor();
  await page.getByRole("button", { name: "Rf1 (duplicate)" }).waitFor();
  await page.getByRole("button", { name: "Rh8+ (missing)" }).waitFor();
  await page.getByText("Fix these moves first.", { exact: false }).waitFor();
});

journey("total_alone_leads_to_diagnosis", { start: "#perft?moves=e2e4&depth=4" }, async ({ page, user }) => {
  await user.fill(outputField(page), "Nodes searched: 405300");
  await page.getByText("only the total 405,300. Right is 405,385.", { exact: false }).waitFor();
  const target = page.getByRole("link", { name: /^Diagnose 405,300/ });
  const href = await target.getAttribute("href");
  assert.match(href, /^#diagnose\?/);
  assert.match(href, /counts=4:405300/);
  assert.match(href, /fen=rnbqkbnr\/pppppppp\/8\/8\/4P3\/8\/PPPP1PPP\/RNBQKBNR\+b\+KQkq\+e3\+0\+1/);
  await user.fill(outputField(page), "Nodes searched: 405385");
  await page.getByText("This total is right.", { exact: false }).waitFor();
});

journey("unreadable_output_shows_problem_and_keeps_counts", { start: "#perft" }, async ({ page, user }) => {
  await user.fill(outputField(page), "segmentation fault");
  await page.getByText("The output cannot be read", { exact: false }).waitFor();
  await shown(page, "8,902 leaves at depth 3");
  await user.press(page.getByRole("button", { name: "Clear" }));
  await page.getByText("The output cannot be read", { exact: false }).waitFor({ state: "detached" });
  assert.equal(await outputField(page).inputValue(), "");
});

journey("categories_are_counted_on_demand", { start: "#perft?depth=4" }, async ({ page, user }) => {
  await user.press(page.getByRole("button", { name: "Count categories" }));
  await page.getByRole("rowheader", { name: "Captures", exact: true }).waitFor();
  assert.equal((await rowOf(page, "Captures"))[0], "1,576");
  assert.equal((await rowOf(page, "Checks"))[0], "469");
  assert.equal((await rowOf(page, "Checkmates"))[0], "8");
});

journey("long_count_waits_for_confirmation", { start: "#perft?depth=9" }, async ({ page, user }) => {
  await page.getByText(/This has about [\d.]+ trillion leaves\./).waitFor();
  await page.getByText(/Counting them takes about .* (hours|days)/).waitFor();
  await user.press(page.getByRole("button", { name: "Count anyway" }));
  await page.getByText("Counting", { exact: false }).first().waitFor();
  await user.press(page.getByRole("button", { name: "Cancel" }));
  await page.getByText("The count was canceled.").waitFor();
  // A reload shows the confirmation again.
  await page.reload();
  await page.getByText(/This has about [\d.]+ trillion leaves\./).waitFor();
});

test("outputs_of_a_dozen_engines_paste_without_complaint", { timeout: 300_000 }, async () => {
  const names = [...OUTPUTS, LARGE_OUTPUT].map(([name]) => `${name}.txt`);
  const files = readdirSync(FOLDER).filter((name) => name.endsWith(".txt"));
  assert.deepEqual(names.toSorted(), files.toSorted());
  const { page, context, messages } = await open("#perft");
  for (const [name, fen, depth] of OUTPUTS) {
    await page.goto(`${site.url}${fragment({ fen, depth: String(depth) })}`);
    await outputField(page).fill(readOutput(name));
    const headline = page.locator(".verdict strong, .verdict .error").first();
    await headline.waitFor();
    const verdict = await headline.innerText();
    assert.match(verdict, /^Everything is right: \d+ moves, [\d,]+ leaves at depth \d\.$/, name);
    assert.equal(await page.locator(".wrong-moves, tr.wrong").count(), 0, name);
  }
  const [name, fen, depth] = LARGE_OUTPUT;
  await page.goto(`${site.url}${fragment({ fen, depth: String(depth) })}`);
  await outputField(page).fill(readOutput(name));
  await page.getByText(/This has about \d+ billion leaves\./).waitFor();
  assert.equal(await page.locator(".verdict").innerText(), "");
  assert.deepEqual(messages, []);
  await context.close();
});

test("kiwipete_depth_5_counts_193690690_leaves", { timeout: 60_000 }, async (t) => {
  const { page, context } = await open("#perft");
  await shown(page, "8,902 leaves at depth 3");
  const start = performance.now();
  await page.goto(`${site.url}${fragment({ fen: KIWIPETE, depth: "5" })}`);
  await shown(page, "193,690,690 leaves at depth 5");
  const seconds = ((performance.now() - start) / 1000).toFixed(2);
  const worker = await page.locator(".perft-progress [data-volatile]").innerText();
  t.diagnostic(`${seconds} s from the link to the total; worker: ${worker}`);
  await context.close();
});

journey("output_disappears_with_its_position", { start: "#perft?depth=1&output=e2e4:+1" }, async ({ page, user }) => {
  await page.getByText("19 moves are missing").waitFor();
  await user.fill(page.getByLabel("FEN", { exact: true }), "4k3/8/8/8/8/8/8/4K3 w - - 0 1");
  await shown(page, "5 leaves at depth 1");
  assert.equal(await outputField(page).inputValue(), "");
});

journey("output_of_another_depth_is_recognized_first", { start: fragment({ depth: "2" }) }, async ({ page, user }) => {
  // The right counts of depth 3, and two lines that are no counts.
  const right = "a2a3: 380\nb2b3: 420\nc2c3: 420\nd2d3: 539\ne2e3: 599\nf2f3: 380\ng2g3: 420\nh2h3: 380\na2a4: 420\n" +
    "b2b4: 421\nc2c4: 441\nd2d4: 560\ne2e4: 600\nf2f4: 401\ng2g4: 421\nh2h4: 420\nb1a3: 400\nb1c3: 440\ng1f3: 440\ng1h3: 400\n";
  await user.fill(outputField(page), `Time: 1 ms\n${right}some text\n`);
  await shown(page, "20 wrong counts");
  const verdict = page.locator(".verdict p").first();
  await page.getByText(/^These counts are right for one ply more\./).waitFor();
  assert.match(await verdict.innerText(), /one ply more/);
  await shown(page, "2 lines were not read: “Time: 1 ms”, “some text”.");
  await user.choose(page.getByLabel("Depth"), "3");
  await shown(page, "Everything is right: 20 moves, 8,902 leaves at depth 3.");
  await page.getByText(/^These counts are right for/).waitFor({ state: "detached" });
});

journey("total_of_another_position_is_recognized", { start: fragment({ depth: "3", output: "Nodes searched: 97862" }) }, async ({ page }) => {
  await page.getByText(/^These counts are right for Kiwipete\./).waitFor();
});

test("verdict_and_differences_are_on_first_screen_of_phone", { timeout: 60_000 }, async () => {
  const output = "e2e4: 20\nd2d4: 19\na2a3: 20\n";
  const { page, context } = await open(fragment({ depth: "2", output }), { width: 360, height: 740, hasTouch: true });
  await shown(page, "17 moves are missing, 1 wrong count");
  await idle(page);
  const first = page.locator(".perft-table tbody tr").first();
  for (const part of [page.locator(".verdict strong").first(), page.locator(".perft-table thead .number").last(), first]) {
    const { x, y, width, height } = await part.boundingBox();
    assert.ok(x >= 0 && x + width <= 360 && y >= 0 && y + height <= 740, JSON.stringify({ x, y, width, height }));
  }
  assert.ok((await page.locator("header").boundingBox()).height <= 60, "a header of one row");
  await context.close();
});
