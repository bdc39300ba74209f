// Journeys through the view of derivations.

import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

import { deriveAttacks, TECHNIQUES as NAMES, toBitboard } from "tabiya/explain";

import { journey, open, settle, SITE, useSite } from "./support.mjs";

useSite();

/** The hexadecimal value of the result. */
async function result(page) {
  await page.getByRole("heading", { name: "Result" }).waitFor();
  return page.locator(".tables > .set-value code").first().innerText();
}

/** The heading, title and sentence of the current step. */
async function currentStep(page) {
  const panel = page.getByRole("region", { name: "Steps", exact: true });
  return (await panel.locator("h2, .step-text").allInnerTexts()).join("\n");
}

/** The last hexadecimal number of the current step. */
function stepValue(page) {
  return page.locator(".step-values .set-value dd code").first().innerText();
}

const ROOK = "occupied=d6,f4,b2,g7,d2";
const ROOK_ATTACKS = "0x0000080837080800";
const KNIGHT_ATTACKS = "0x0000142200221400";

/** The techniques: name, start, number of steps, result. */
const TECHNIQUES = [
  ["Set-wise shifts", "#tables?technique=0x88&piece=N", 9, KNIGHT_ATTACKS],
  ["Kogge-Stone fills", `#tables?${ROOK}`, 21, ROOK_ATTACKS],
  ["Spans", "#tables?technique=0x88&piece=N", 4, KNIGHT_ATTACKS],
  ["Hyperbola quintessence", `#tables?technique=pext&${ROOK}`, 17, ROOK_ATTACKS],
  ["Table look-up", `#tables?${ROOK}`, 17, ROOK_ATTACKS],
  ["8×8 array", `#tables?${ROOK}`, 5, ROOK_ATTACKS],
  ["0x88", `#tables?${ROOK}`, 5, ROOK_ATTACKS],
  ["Magic indexing", `#tables?${ROOK}`, 8, ROOK_ATTACKS],
  ["PEXT in software", `#tables?${ROOK}`, 5, ROOK_ATTACKS],
];

for (const [name, start, count, expected] of TECHNIQUES) {
  test(`technique_${name.replaceAll(" ", "_")}_steps_to_result`, async () => {
    const { page, context, messages } = await open(start);
    await page.getByRole("link", { name, exact: true }).click();
    await page.getByText(`Step 1 of ${count}`).waitFor();
    for (let step = 2; step <= count; step++) await page.getByRole("button", { name: "Next" }).click();
    await page.getByText(`Step ${count} of ${count}`).waitFor();
    assert.equal(await stepValue(page), expected);
    assert.equal(await result(page), expected);
    assert.deepEqual(messages, []);
    await context.close();
  });
}

journey("last_step_shows_result", { start: `#tables?technique=8x8&step=1&${ROOK}` }, async ({ page, user, mode }) => {
  if (mode === "keyboard") {
    await user.tabTo(page.getByRole("slider", { name: "Step" }));
    for (let step = 2; step <= 5; step++) await page.keyboard.press("ArrowRight");
  } else {
    for (let step = 2; step <= 5; step++) await user.press(page.getByRole("button", { name: "Next" }));
  }
  await page.getByText("Step 5 of 5").waitFor();
  assert.equal(await stepValue(page), ROOK_ATTACKS);
});

journey("magic_of_rook_shows_product_shift_and_index", { start: "#tables" }, async ({ page, user, mode }) => {
  await user.press(page.getByRole("link", { name: "Magic indexing", exact: true }));
  await user.press(page.getByRole("button", { name: "toggles a blocker" }));
  for (const square of ["d6", "d2", "f4"]) await user.square(square);
  await page.getByText("White rook on d4: 9 attacked squares.").waitFor();
  if (mode === "keyboard") {
    await user.tabTo(page.getByRole("slider", { name: "Step" }));
    for (let step = 2; step <= 6; step++) await page.keyboard.press("ArrowRight");
  } else {
    await user.press(page.getByRole("region", { name: "Steps", exact: true }).getByRole("link", { name: "Go to step 3" }));
    for (let step = 4; step <= 6; step++) await user.press(page.getByRole("button", { name: "Next" }));
  }
  assert.match(await currentStep(page), /^Step 6 of 8\nFile\n+index\n+The top six bits are the index\./);
  const rows = await page.locator(".trace tbody tr").allInnerTexts();
  assert.deepEqual(rows, [
    "on file a\t0x0000010000000100",
    "× factor\t0x0080402010080400",
    "product\t0x8844201008040000",
    ">> shift\t58",
    "index\t34",
    "attacks\t0x0000080800080800",
  ]);
  assert.equal(await page.locator(".index-bits mark").innerText(), "100010");
});

journey("overview_link_shows_step_and_moves_focus", { start: `#tables?${ROOK}` }, async ({ page, user }) => {
  const link = page.getByRole("region", { name: "All steps" }).getByRole("link", { name: "Go to step 7." });
  await user.press(link);
  assert.match(await currentStep(page), /^Step 7 of 17\nNegative ray of the rank\n+o' - 2r'/);
  assert.equal(await page.evaluate(() => document.activeElement.textContent), "Step 7 of 17");
  await settle(page);
  assert.match(page.url(), /step=7/);
});

journey("x88_step_off_board_shows_outside_bit", { start: "#tables?technique=0x88&step=5" }, async ({ page, user }) => {
  const picture = page.getByRole("img", { name: /^0x88 board/ });
  assert.match(await picture.getAttribute("aria-label"), /0x30 empty: go on; 0x2F off the board$/);
  // 16 columns and 8 rows.
  assert.equal(await picture.locator("rect.cell").count(), 128);
  assert.equal(await picture.locator("rect.visited.off-board").count(), 1);
  const row = page.getByRole("row", { name: /0x2F/ });
  assert.deepEqual(await row.locator("mark").allInnerTexts(), ["0", "1", "0", "1"]);
  // A step over the last rank sets the other bit.
  await user.square("d8");
  await user.press(page.getByRole("link", { name: "Go to step 2." }).first());
  assert.deepEqual(await page.getByRole("row", { name: /0x83/ }).locator("mark").allInnerTexts(), ["1", "0", "1", "0"]);
});

journey("array_step_off_board_shows_bounds", { start: "#tables?technique=8x8&piece=N&squares=a1&step=4" }, async ({ page }) => {
  await page.getByRole("row", { name: "1 -1 2 no – off the board" }).waitFor();
  const picture = page.getByRole("img", { name: /\[-1\]\[2\] off the board$/ });
  assert.equal(await picture.locator("rect.visited.off-board").count(), 1);
});

journey("pext_index_shows_bits_in_order", { start: `#tables?technique=pext&step=3&${ROOK}` }, async ({ page }) => {
  const rows = page.getByRole("region", { name: "Gathered bits" }).getByRole("row");
  await rows.first().waitFor();
  assert.equal(await rows.count(), 11);
  assert.equal(await rows.nth(6).innerText(), "5\tf4\t1\t0b0000100001");
  await page.getByRole("img", { name: "Bits of the mask, lowest first: d2, d3, b4" }).waitFor();
});

journey("invalid_technique_shows_typed_error_and_fix", { start: "#tables?technique=spans&piece=R" }, async ({ page, user }) => {
  await page.getByText("No derivation. technique: spans is not for rooks; expected kogge-stone").waitFor();
  await user.press(page.getByRole("link", { name: "Use Magic indexing" }));
  await page.getByText("White rook on d4: 14 attacked squares.").waitFor();
});

journey("two_squares_of_lookup_show_typed_error_and_fix", { start: "#tables?technique=lookup&piece=N&squares=b1,g1" }, async ({ page, user }) => {
  await page.getByText("squares: 2 with lookup; expected one").waitFor();
  await user.press(page.getByRole("link", { name: "Keep g1 alone" }));
  await page.getByText("White knight on g1: 3 attacked squares.").waitFor();
});

journey("technique_change_keeps_piece_if_possible", { start: "#tables?technique=lookup&piece=n" }, async ({ page, user }) => {
  await user.press(page.getByRole("link", { name: "Spans" }).first());
  await page.getByText("Black knight on d4: 8 attacked squares.").waitFor();
  assert.ok(await page.getByRole("button", { name: "Rook" }).isDisabled());
  await user.press(page.getByRole("link", { name: "Magic indexing" }).first());
  await page.getByText("Black rook on d4: 14 attacked squares.").waitFor();
});

journey("setwise_board_toggles_pieces", { start: "#tables?technique=shifts&piece=N&squares=b1" }, async ({ page, user }) => {
  await user.square("g1");
  await page.getByText("White knight on b1, g1: 6 attacked squares.").waitFor();
  await user.square("b1");
  // The last piece stays.
  await user.square("g1");
  await page.getByText("White knight on g1: 3 attacked squares.").waitFor();
});

journey("pushes_of_black_pawns_stop_at_occupied_squares", { start: "#tables?occupied=e5,d6" }, async ({ page, user }) => {
  await user.press(page.getByRole("button", { name: "Black" }));
  await user.press(page.getByRole("link", { name: "Pawn pushes" }));
  await page.getByText("Black pawns: 13 targets of pushes.").waitFor();
  assert.equal(await result(page), "0x0000f7e700000000");
});

journey("moves_of_king_name_attackers", { start: "#tables?kind=moves&squares=e8&fen=4k3/8/8/8/1b6/8/3r4/4K3+w+-+-+0+1" }, async ({ page, user }) => {
  await page.getByText("No derivation. square: no piece to move on e8; expected a white piece").waitFor();
  await user.square("e1");
  await page.getByText("Piece on e1: 1 target of a legal move.").waitFor();
  await page.getByRole("row", { name: "e2 – illegal: check from d2" }).waitFor();
  await page.getByRole("row", { name: "f1 – legal" }).waitFor();
});

test("keys_on_board_set_piece_and_occupied", async () => {
  const { page, context } = await open("#tables");
  await page.locator('[data-square="e4"]').focus();
  await page.keyboard.press("o");
  await page.getByText("White rook on d4: 11 attacked squares.").waitFor();
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("p");
  await page.getByText("White rook on e5: 11 attacked squares.").waitFor();
  await context.close();
});

test("slider_at_ends_keeps_focus", async () => {
  const { page, context } = await open("#tables?step=16");
  const next = page.getByRole("button", { name: "Next" });
  await next.focus();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Enter");
  await page.getByText("Step 17 of 17").waitFor();
  assert.ok(await next.evaluate((button) => button === document.activeElement));
  await context.close();
});

journey("player_shows_steps_from_the_first_to_the_last", { start: "#tables?technique=magic&piece=B&squares=c1&occupied=b2,e3" }, async ({ page, user }) => {
  await user.press(page.getByRole("button", { name: "Play", exact: true }));
  await page.getByText("Step 1 of").waitFor();
  await page.getByText("Step 2 of").waitFor();
  await user.press(page.getByRole("button", { name: "Pause" }));
  const heading = page.locator(".step-panel h2");
  const shown = await heading.innerText();
  await page.waitForTimeout(2_500);
  assert.equal(await heading.innerText(), shown);
  await user.press(page.getByRole("link", { name: "Next lesson: PEXT in software" }));
  await page.waitForFunction(() => location.hash.includes("technique=pext"));
});

/** The moving bits of the current step: the squares that they come from, by their squares. */
async function motion(page) {
  const moves = await page.evaluate(() =>
    document.getAnimations().flatMap(({ effect }) => {
      const { target } = effect;
      if (!target.matches(".step-values .member")) return [];
      const [, x = 0, y = 0] = /translate\((-?\d+)px(?:, (-?\d+)px)?\)/.exec(effect.getKeyframes()[0].transform) ?? [];
      const bit = Number(target.dataset.bit);
      return [[bit, bit + Number(x) / 16 - Number(y) / 2]];
    }),
  );
  return Object.fromEntries(moves);
}

test("bits_travel_from_operands_to_result", { timeout: 60_000 }, async () => {
  const { page, context } = await open("#tables?technique=spans&piece=N&squares=b1&step=1");
  const next = page.getByRole("button", { name: "Next" });
  await next.click();
  // The span of c3 moves by 17 bits.
  assert.deepEqual(await motion(page), { 7: 24, 11: 28, 16: 33, 18: 35 }, "shift");
  await page.goto(page.url().replace(/#.*/, "#tables?occupied=d6,f4&step=5"));
  await page.getByText("Step 5 of 17").waitFor();
  assert.deepEqual(await motion(page), { 34: 29, 36: 27 }, "reversed bits");
  await page.goto(page.url().replace(/#.*/, "#tables?occupied=d6,f4&step=14"));
  await page.getByText("Step 14 of 17").waitFor();
  assert.deepEqual(await motion(page), { 35: 27 }, "swapped bytes");
  await page.goto(page.url().replace(/#.*/, "#tables?technique=8x8&occupied=d6,f4&step=2"));
  await page.getByText("Step 2 of 5").waitFor();
  assert.deepEqual(await motion(page), { 35: 27, 43: 35 }, "walk to the blocker");
  await context.close();
});

test("bits_stay_if_the_user_prefers_less_motion", { timeout: 60_000 }, async () => {
  const { page, context } = await open("#tables?technique=spans&piece=N&squares=b1&step=1");
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.getByRole("button", { name: "Next" }).click();
  await page.getByText("Step 2 of 4").waitFor();
  assert.deepEqual(await motion(page), {});
  await context.close();
});

test("product_shows_a_copy_for_each_bit_of_the_factor", { timeout: 60_000 }, async () => {
  const { page, context } = await open("#tables?technique=magic&piece=B&squares=c1&occupied=b2,e3&step=3");
  const picture = page.getByRole("img", { name: /^The blockers, shifted by 24, 30, 36, 40, 47, 52, and their sum 0x3206308200000000$/ });
  await picture.waitFor();
  assert.equal(await picture.locator(".bits.copy").count(), 6);
  // The product has nine bits, and the index is the top five.
  assert.equal(await picture.locator(".bits.sum rect").count(), 9);
  assert.equal(await picture.locator(".index-part").first().getAttribute("width"), "25");
  const notes = await picture.locator(".row-note").allInnerTexts();
  assert.deepEqual(notes.filter((note) => note !== ""), ["1 lost", "1 lost", "index 6"]);
  await context.close();
});

test("search_finds_a_magic", { timeout: 120_000 }, async () => {
  const { page, context, messages } = await open("#tables?technique=magic&piece=B&squares=d4");
  await page.getByRole("button", { name: "Search", exact: true }).click();
  await page.getByText(/^Found after [\d,]+ tr(y|ies)\./).waitFor({ timeout: 90_000 });
  const factor = BigInt(await page.locator(".magic-search .code-line code").innerText());
  // No two blocker sets with different attacks share an index.
  const relevant = ["b2", "c3", "e5", "f6", "g7", "b6", "c5", "e3", "f2"];
  const owners = new Map();
  for (let subset = 0; subset < 1 << relevant.length; subset++) {
    const blockers = toBitboard(relevant.filter((_, bit) => (subset >> bit) & 1));
    const index = BigInt.asUintN(64, blockers * factor) >> BigInt(64 - relevant.length);
    const { result: attacks } = deriveAttacks("hyperbola", "B", "d4", blockers);
    assert.equal(owners.get(index) ?? attacks, attacks, `${factor}: ${index}`);
    owners.set(index, attacks);
  }
  assert.deepEqual(messages, []);
  await page.getByRole("button", { name: "Search another" }).click();
  await page.getByRole("link", { name: "PEXT in software", exact: true }).click();
  assert.equal(await page.locator(".magic-search").count(), 0);
  await context.close();
});

test("each_technique_answers_questions_with_existing_pages", { timeout: 60_000 }, async () => {
  const { page, context } = await open("#tables");
  for (const name of NAMES) {
    await page.goto(page.url().replace(/#.*/, `#tables?technique=${name}${["shifts", "spans"].includes(name) ? "&piece=N" : ""}`));
    const about = page.getByRole("region", { name: /^About: / });
    await page.waitForFunction((technique) => location.hash.includes(`technique=${technique}`), name);
    await about.waitFor();
    const questions = await about.locator("dt").allInnerTexts();
    assert.equal(questions.length, 6);
    const links = await about.getByRole("link").evaluateAll((all) => all.map(({ href }) => href));
    const paths = links.flatMap((href) => /\/(?:tree|blob)\/main\/([^#]+)/.exec(href)?.[1] ?? []);
    assert.ok(paths.length >= 2, links.join());
    for (const path of paths) assert.ok(existsSync(join(SITE, "..", path)), path);
  }
  await context.close();
});

journey("navigation_begins_with_first_lesson", { start: "#board" }, async ({ page, user }) => {
  await user.press(page.getByRole("link", { name: "Tables", exact: true }));
  await page.getByText("Step 1 of 5").waitFor();
  await user.choose(page.getByLabel("Speed"), "fast");
  await settle(page);
  assert.match(page.url(), /technique=8x8&occupied=d6,f4&step=1&speed=fast/);
});
