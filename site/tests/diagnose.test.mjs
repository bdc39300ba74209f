// Journeys through the view of the diagnosis.

import assert from "node:assert/strict";
import { test } from "node:test";

import { journey, open, useSite } from "./support.mjs";

useSite();

const EN_PASSANT_PIN = "8/5bk1/8/2Pp4/8/1K6/8/8 w - d6 0 1";

const leaves = (page, number = 1) => page.getByLabel(`Leaves of number ${number}`, { exact: true });
const depth = (page, number = 1) => page.getByLabel(`Depth of number ${number}`, { exact: true });
const button = (page) => page.getByRole("button", { name: "Diagnose", exact: true });
/** The verdict if a cause fits: one or several, perhaps by chance. */
const VERDICT = /^(Fits: as if|As if|Likeliest of \d+ causes(, perhaps by chance)?: )/;

const result = (page) => page.locator(".result h2");

journey("wrong_totals_are_diagnosed_as_missing_en_passant", { start: "#diagnose?counts=4:197281,5:" }, async ({ page, user, mode }) => {
  const start = performance.now();
  await user.fill(leaves(page, 2), "4,865,351");
  assert.equal(await leaves(page, 2).inputValue(), "4865351");
  await user.press(button(page));
  await result(page).waitFor({ timeout: 60_000 });
  const seconds = (performance.now() - start) / 1000;
  console.log(`# ${mode}: ${seconds.toFixed(1)} s from the form to the verdict`);
  assert.match(await result(page).innerText(), VERDICT);
  assert.match(await page.locator(".evidence").innerText(), /^\d+ of [\d,]+ edits fits?; .*\.$/);
  const row = page.locator(".result tbody tr").nth(1);
  assert.deepEqual(await row.locator("td").allInnerTexts(), ["5", "4,865,609", "4,865,351", "−258"]);
  const first = page.locator(".candidate").first();
  await first.getByRole("heading", { name: "As if en passant captures were never generated", exact: true }).waitFor();
  // The details of the likeliest cause are open, with an example.
  await first.getByText("Perft of the example").waitFor();
  assert.match(await first.getByRole("img").getAttribute("aria-label"), /pawn/);
  await first.getByText("no-en-passant", { exact: true }).waitFor();
});

journey("example_of_an_edit_opens_in_perft", { start: `#diagnose?fen=${EN_PASSANT_PIN}&counts=1:9` }, async ({ page, user }) => {
  await result(page).waitFor();
  await user.press(page.getByRole("link", { name: "Perft of the example" }).first());
  await page.getByRole("heading", { name: /^Perft \d$/ }).waitFor();
  await page.getByText(/^[\d,]+ leaves at depth \d$/).waitFor();
});

journey("several_causes_could_be_chance", { start: `#diagnose?fen=${EN_PASSANT_PIN}&counts=1:9` }, async ({ page }) => {
  await result(page).waitFor();
  assert.match(await result(page).innerText(), /^Likeliest of \d+ causes, perhaps by chance: en passant/);
  assert.equal(await page.locator(".candidate").count(), 6);
  await page.getByText(/^And \d+ less likely causes?\.$/).waitFor();
  // Variants for one color are listed with their cause.
  await page.locator(".candidate").first().getByText("The same for White only fits, too.").waitFor();
});

journey("answer_to_question_narrows_causes", { start: `#diagnose?fen=${EN_PASSANT_PIN}&counts=1:9` }, async ({ page, user }) => {
  const count = async () => Number(/^(\d+)/.exec(await page.locator(".evidence").innerText())[1]);
  await result(page).waitFor();
  const before = await count();
  await page.getByRole("heading", { name: /^Distinguish them: count this position at depth \d$/ }).waitFor();
  const field = page.getByLabel("Leaves that your generator counts");
  await user.fill(field, "many");
  await user.press(page.getByRole("button", { name: "Narrow" }));
  await page.locator("#answer-error").waitFor();
  const answer = await page.locator(".question li").first().innerText();
  const [nodes] = /^[\d,]+/.exec(answer);
  await user.fill(field, nodes);
  await user.press(page.getByRole("button", { name: "Narrow" }));
  await page.waitForURL(/answers=\d+:\d+:/);
  await page.locator(".result tbody tr").nth(1).waitFor();
  assert.ok((await count()) < before, `${await count()} of ${before} causes`);
  assert.ok(await result(page).evaluate((heading) => heading === document.activeElement), "the verdict has the focus");
  // Without the answer, all causes fit again.
  await user.press(page.getByRole("button", { name: "Remove the number of other position 1" }));
  await user.press(button(page));
  await result(page).waitFor();
  assert.equal(await count(), before);
});

journey("second_number_excludes_causes", { start: `#diagnose?fen=${EN_PASSANT_PIN}` }, async ({ page, user }) => {
  await user.choose(depth(page), "1");
  await user.fill(leaves(page), "9");
  await user.press(button(page));
  await result(page).waitFor();
  const before = await page.locator(".evidence").innerText();
  await user.press(page.getByRole("button", { name: "Add a number" }));
  await user.choose(depth(page, 2), "2");
  // Typing does not start a search.
  await user.fill(leaves(page, 2), "1");
  await result(page).waitFor({ state: "detached" });
  await user.press(page.getByRole("button", { name: "Remove number 2" }));
  await user.press(button(page));
  await result(page).waitFor();
  assert.equal(await page.locator(".evidence").innerText(), before);
});

journey("right_number_needs_no_edit", { start: "#diagnose" }, async ({ page, user }) => {
  await user.choose(depth(page), "3");
  await user.fill(leaves(page), "8902");
  await user.press(button(page));
  await page.getByRole("heading", { name: "The count is right", exact: true }).waitFor();
  assert.equal(await page.locator(".candidate").count(), 0);
});

journey("divide_output_is_diagnosed", { start: `#diagnose?fen=${EN_PASSANT_PIN}` }, async ({ page, user }) => {
  await user.press(page.getByRole("button", { name: "Divide output" }));
  await user.choose(page.getByLabel("Depth", { exact: true }), "1");
  await user.press(button(page));
  await page.getByText("Paste the output first.").waitFor();
  const moves = ["c5d6", "c5c6", "b3a4", "b3a3", "b3a2", "b3b4", "b3b2", "b3c3", "b3c2"];
  const field = page.getByLabel("Divide output", { exact: true }).locator("visible=true").last();
  await user.fill(page.locator("#output"), moves.map((move) => `${move}: 1`).join("\n"));
  await field.waitFor();
  await user.press(button(page));
  await result(page).waitFor();
  assert.match(await result(page).innerText(), VERDICT);
  await page.getByRole("heading", { name: /^As if en passant captures/ }).first().waitFor();
  await page.getByText("Paste the output first.").waitFor({ state: "detached" });
  await user.press(page.getByRole("link", { name: "Compare move by move" }));
  await page.getByRole("button", { name: "c5d6 (extra)" }).waitFor();
});

/** Pastes a text into a field, as a user does. */
async function paste(page, field, text) {
  await page.evaluate((content) => navigator.clipboard.writeText(content), text);
  await field.focus();
  await page.keyboard.press("ControlOrMeta+v");
}

journey("pasted_divide_is_compared_and_diagnosed", { start: `#diagnose?fen=${EN_PASSANT_PIN}` }, async ({ page, user }) => {
  const moves = ["c5d6", "c5c6", "b3a4", "b3a3", "b3a2", "b3b4", "b3b2", "b3c3", "b3c2"];
  await paste(page, leaves(page), moves.map((move) => `${move}: 1`).join("\n"));
  await user.choose(page.getByLabel("Depth", { exact: true }), "1");
  await user.press(button(page));
  await page.getByRole("heading", { name: "1 wrong root move", exact: true }).waitFor();
  await page.locator(".wrong-roots").getByText("c5d6 (extra)").waitFor();
  // The cause has a position that reproduces it.
  await page.getByText("Reproduce it with your generator:").first().waitFor();
  await user.press(page.locator(".wrong-roots").getByRole("link", { name: "Explain this move" }));
  await page.waitForFunction(() => document.querySelector("#move")?.value === "c5d6");
});

journey("wrong_count_of_divide_leads_one_ply_deeper", { start: "#diagnose?depth=2&output=a2a3:+20%0Aa2a4:+20%0Ab2b3:+20%0Ab2b4:+20%0Ac2c3:+20%0Ac2c4:+20%0Ad2d3:+20%0Ad2d4:+20%0Ae2e3:+20%0Ae2e4:+19%0Af2f3:+20%0Af2f4:+20%0Ag2g3:+20%0Ag2g4:+20%0Ah2h3:+20%0Ah2h4:+20%0Ab1a3:+20%0Ab1c3:+20%0Ag1f3:+20%0Ag1h3:+20" }, async ({ page, user }) => {
  await page.getByRole("heading", { name: "1 root move has a wrong count", exact: true }).waitFor({ timeout: 60_000 });
  await page.locator(".wrong-roots").getByText("19 leaves, right 20 (−1).").waitFor();
  await user.press(page.getByRole("link", { name: "Go on after e4" }));
  await page.getByRole("heading", { name: /^Perft 1/ }).waitFor();
});

journey("pasted_counts_of_several_depths_become_rows", { start: "#diagnose" }, async ({ page, user }) => {
  await paste(page, leaves(page), "perft(3) = 8,902\nperft(4) = 197 281\n5: 4865351\n");
  await page.getByLabel("Leaves of number 3", { exact: true }).waitFor();
  const rows = await page.getByLabel(/^Leaves of number/).evaluateAll((fields) => fields.map((field) => field.value));
  assert.deepEqual(rows, ["8902", "197281", "4865351"]);
  assert.equal(await depth(page, 3).inputValue(), "5");
  await user.press(button(page));
  await result(page).waitFor({ timeout: 60_000 });
});

test("pasted_text_without_counts_is_kept_as_output", { timeout: 60_000 }, async () => {
  const { page, context } = await open("#diagnose");
  await paste(page, leaves(page), "Depth 3 took 12 ms\nnothing 40 here\n");
  await page.waitForFunction(() => document.querySelector("#output")?.value === "Depth 3 took 12 ms\nnothing 40 here\n");
  await context.close();
});

journey("report_is_pasted_on_first_screen", { start: "" }, async ({ page }) => {
  await paste(page, page.getByLabel("Leaves", { exact: true }), "e2e4: 600\nd2d4: 560\n");
  await page.waitForFunction(() => location.hash.startsWith("#diagnose?output=e2e4"));
});

journey("invalid_number_keeps_text_and_shows_expectation", { start: "#diagnose" }, async ({ page, user }) => {
  await user.fill(leaves(page), "48x5");
  await page.getByText("Enter a whole number of leaves, such as 4865351.").first().waitFor();
  assert.equal(await leaves(page).inputValue(), "48x5");
  await user.press(button(page));
  assert.equal(await result(page).count(), 0);
  // The message of the button ends when the number changes.
  await user.fill(leaves(page), "48x6");
  await page.locator(".search-status .error").waitFor({ state: "detached" });
});

journey("search_can_be_canceled", { start: "#diagnose?counts=6:100000000", isStable: false }, async ({ page, user }) => {
  await user.press(page.getByRole("button", { name: "Cancel" }));
  await page.getByText("The search was canceled.").waitFor();
  await page.getByText("Trying single edits", { exact: false }).waitFor({ state: "detached" });
});

journey("search_beyond_limit_offers_longer_search", { start: "#diagnose?counts=7:5000000000", isStable: false }, async ({ page, user }) => {
  await page.getByText("too many positions", { exact: false }).first().waitFor();
  await user.press(page.getByRole("button", { name: "Search longer" }));
  await page.waitForURL(/limit=100/);
  await user.press(page.getByRole("button", { name: "Cancel" }));
  await page.getByText("The search was canceled.").waitFor();
});

journey("number_that_no_edit_yields_fits_nothing", { start: `#diagnose?fen=${EN_PASSANT_PIN}&counts=2:100` }, async ({ page }) => {
  await result(page).waitFor();
  assert.match(await result(page).innerText(), /^None of \d+ edits fits.*\(4 missing\)$/);
  await page.getByText("compare move by move, and descend to it", { exact: false }).waitFor();
});

journey("catalogue_filter_finds_edit", { start: "#diagnose" }, async ({ page, user }) => {
  await user.press(page.locator("summary", { hasText: "Catalogue of edits" }));
  await page.locator(".group").nth(5).waitFor();
  assert.equal(await page.locator(".entry").count(), 0, "groups are rendered when they open");
  // Names of links, also those for one color, find their edit.
  await user.fill(page.getByLabel("Filter"), "en-passant-despite-rank-pin-white");
  await page.getByText("1 edit", { exact: true }).waitFor();
  const entry = page.locator("summary", { hasText: "expose the king on a rank" });
  await user.press(entry);
  await page.locator(".entry").getByText("Perft of the example").waitFor();
  await user.press(entry);
  await user.fill(page.getByLabel("Filter"), "zugzwang");
  await page.getByText("No edit matches.").waitFor();
});

journey("depth_that_is_not_covered_is_refused", { start: "#diagnose?counts=31:1" }, async ({ page, user }) => {
  await page.getByText("A diagnosis covers the depths 1 to 30.").first().waitFor();
  assert.equal(await page.getByLabel("Depth of number 1").inputValue(), "31");
  await user.choose(page.getByLabel("Depth of number 1"), "1");
  await user.press(page.getByRole("button", { name: "Diagnose", exact: true }));
  await result(page).waitFor();
});

journey("links_with_old_limits_and_names_are_valid", { start: `#diagnose?fen=${EN_PASSANT_PIN}&counts=1:8&limit=500&catalogue=1&filter=slider-continues-after-capture` }, async ({ page }) => {
  await page.getByRole("heading", { name: "The count is right", exact: true }).waitFor();
  await page.getByText("1 edit", { exact: true }).waitFor();
});

journey("invalid_answer_of_link_is_refused", { start: "#diagnose?counts=1:20&answers=2:x:8/8" }, async ({ page, user }) => {
  await page.getByText("This number of another position is invalid. Remove it.").first().waitFor();
  await user.press(page.getByRole("button", { name: "Remove the number of other position 1" }));
  await user.press(button(page));
  await page.getByRole("heading", { name: "The count is right", exact: true }).waitFor();
});

journey("count_of_another_depth_is_recognized", { start: "#diagnose?counts=3:197281" }, async ({ page }) => {
  await result(page).waitFor();
  assert.match(await result(page).innerText(), /^The count is right for one ply more/);
  await page.getByText(/no edit of the rules was tried\.$/).waitFor();
});

journey("number_with_label_and_separators_is_read", { start: "#diagnose" }, async ({ page, user }) => {
  const field = page.getByLabel("Leaves of number 1");
  for (const [line, number] of [
    ["Nodes searched: 4865351", "4865351"],
    ["4,865,351 nodes", "4865351"],
    ["perft(5) = 4 865 351", "4865351"],
    ["info string total: 4'865'351 leaves", "4865351"],
    ["4865351", "4865351"],
    ["many", "many"],
    ["12 34x56", "1234x56"],
  ]) {
    await user.fill(field, "");
    await user.fill(field, line);
    assert.equal(await field.inputValue(), number, line);
  }
});

test("verdict_is_on_first_screen_of_phone", { timeout: 60_000 }, async () => {
  const { page, context } = await open("#diagnose?counts=4:197280", { width: 360, height: 740, hasTouch: true });
  await result(page).waitFor();
  const { y, height } = await result(page).boundingBox();
  assert.ok(y >= 0 && y + height <= 740, `${y}, ${height}`);
  const { x, width } = await page.locator('nav [aria-current="page"]').boundingBox();
  assert.ok(x >= 0 && x + width <= 360, "the current view is visible in the header");
  await context.close();
});
