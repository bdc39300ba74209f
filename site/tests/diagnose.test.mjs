// Journeys through the view of the diagnosis.

import assert from "node:assert/strict";
import { test } from "node:test";

import { journey, open, useSite } from "./support.mjs";

useSite();

const EN_PASSANT_PIN = "8/5bk1/8/2Pp4/8/1K6/8/8 w - d6 0 1";

const leaves = (page, number = 1) => page.getByLabel(`Leaves of number ${number}`, { exact: true });
const depth = (page, number = 1) => page.getByLabel(`Depth of number ${number}`, { exact: true });
const button = (page) => page.getByRole("button", { name: "Diagnose", exact: true });
const result = (page) => page.locator(".result h2");

journey("wrong_total_is_diagnosed_as_missing_en_passant", { start: "#diagnose" }, async ({ page, user, mode }) => {
  const start = performance.now();
  await user.fill(leaves(page), "4,865,351");
  assert.equal(await leaves(page).inputValue(), "4865351");
  await user.press(button(page));
  await result(page).waitFor({ timeout: 30_000 });
  const seconds = (performance.now() - start) / 1000;
  assert.equal(await result(page).innerText(), "As if en passant captures were never generated (258 missing)");
  console.log(`# ${mode}: ${seconds.toFixed(1)} s from the form to the sentence`);
  const row = page.locator(".result tbody tr");
  assert.deepEqual(await row.locator("td").allInnerTexts(), ["5", "4,865,609", "4,865,351", "−258"]);
  await page.getByRole("heading", { name: "As if en passant captures were never generated", exact: true }).waitFor();
  await page.locator(".candidate").getByText("right 7", { exact: true }).waitFor();
  await page.locator(".candidate").getByText("with the bug 6", { exact: true }).waitFor();
  const picture = page.locator(".candidate").getByRole("img");
  assert.match(await picture.getAttribute("aria-label"), /white pawn g4/);
  await page.getByText("Pairs are searched only if no single bug fits.", { exact: false }).waitFor();
});

journey("example_of_a_bug_opens_in_perft", { start: `#diagnose?fen=${EN_PASSANT_PIN}&counts=1:9` }, async ({ page, user }) => {
  assert.match(await result(page).innerText(), /^As if .*\(1 extra\)$/);
  await user.press(page.getByRole("link", { name: "Perft of the example" }).first());
  await page.getByRole("heading", { name: "Perft 1", exact: true }).waitFor();
  await page.getByText("8 leaves at depth 1", { exact: true }).waitFor();
});

journey("second_number_excludes_causes", { start: `#diagnose?fen=${EN_PASSANT_PIN}` }, async ({ page, user }) => {
  await user.choose(depth(page), "1");
  await user.fill(leaves(page), "9");
  await user.press(button(page));
  await result(page).waitFor();
  const before = await page.locator(".candidate").count();
  assert.ok(before > 1, `${before} causes`);
  await user.press(page.getByRole("button", { name: "Add a number" }));
  await user.choose(depth(page, 2), "2");
  // Typing does not start a search.
  await user.fill(leaves(page, 2), "1");
  await result(page).waitFor({ state: "detached" });
  await user.press(page.getByRole("button", { name: "Remove number 2" }));
  await user.press(button(page));
  await result(page).waitFor();
  assert.equal(await page.locator(".candidate").count(), before);
});

journey("right_number_needs_no_bug", { start: "#diagnose" }, async ({ page, user }) => {
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
  assert.match(await result(page).innerText(), /^As if en passant captures .*\(1 extra\)$/);
  await page.getByText("Paste the output first.").waitFor({ state: "detached" });
  await user.press(page.getByRole("link", { name: "Compare move by move" }));
  await page.getByRole("button", { name: "c5d6 (extra)" }).waitFor();
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

journey("search_can_be_canceled", { start: "#diagnose?counts=6:1", isStable: false }, async ({ page, user }) => {
  await user.press(page.getByRole("button", { name: "Cancel" }));
  await page.getByText("The search was canceled.").waitFor();
  await page.getByText("Searching single bugs", { exact: false }).waitFor({ state: "detached" });
});

journey("search_beyond_limit_offers_longer_search", { start: "#diagnose?counts=5:4865600&limit=2" }, async ({ page, user }) => {
  await page.getByText("too many positions", { exact: false }).first().waitFor();
  await user.press(page.getByRole("button", { name: "Search longer" }));
  await page.waitForURL(/limit=10/);
  // A number without a single cause: the larger limit suffices for single bugs, not for pairs. A slow machine
  // needs longer than the usual timeout.
  await result(page).waitFor({ timeout: 60_000 });
  assert.match(await result(page).innerText(), /^No single bug of the catalogue fits.*\(9 missing\)$/);
});

journey("catalogue_filter_finds_bug", { start: "#diagnose" }, async ({ page, user }) => {
  await user.press(page.locator("summary", { hasText: /^Catalogue of \d+ bugs$/ }));
  await user.fill(page.getByLabel("Filter"), "despite rank");
  await page.getByText("1 bug", { exact: true }).waitFor();
  const entry = page.locator("summary", { hasText: "expose the king on a rank" });
  await entry.waitFor();
  await user.fill(page.getByLabel("Filter"), "zugzwang");
  await page.getByText("No bug matches.").waitFor();
});

journey("depth_that_is_not_covered_is_refused", { start: "#diagnose?counts=8:1" }, async ({ page, user }) => {
  await page.getByText("A diagnosis covers the depths 1 to 7.").first().waitFor();
  assert.equal(await page.getByLabel("Depth of number 1").inputValue(), "8");
  await user.choose(page.getByLabel("Depth of number 1"), "1");
  await user.press(page.getByRole("button", { name: "Diagnose", exact: true }));
  await result(page).waitFor();
});
