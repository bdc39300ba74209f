// Journeys through the view of bitboards.

import assert from "node:assert/strict";
import { test } from "node:test";

import { journey, open, settle, useSite } from "./support.mjs";

useSite();

/** The field of the expression. */
const field = (page) => page.getByLabel("Expression", { exact: true });

/** The result as the user reads it. */
const result = (page) => page.locator(".result-words");

/** The card of a part of the expression, by its caption. */
const part = (page, caption) =>
  page.getByRole("region", { name: "Parts of the expression" }).getByRole("listitem").filter({ hasText: caption });

/** The output of the selected form. */
const output = (page) => page.locator("output");

journey("expression_shows_each_part_as_board", { start: "#lab" }, async ({ page, user }) => {
  await user.fill(field(page), "rook(d4, occ) & ~file(a) << 8");
  await result(page).getByText("0x00080808f6080800").waitFor();
  const captions = await page.locator(".part-card figcaption, .part-card .part-caption").allInnerTexts();
  assert.deepEqual(captions, [
    "1. d4",
    "2. occ",
    "3. rook(d4, occ)",
    "4. file(a)",
    "5. ~file(a)",
    "6. 8",
    "7. ~file(a) << 8",
    "8. rook(d4, occ) & ~file(a) << 8",
  ]);
  // The shift has precedence, and loses rank 8 but for a8.
  const shift = part(page, "7. ~file(a) << 8");
  await shift.getByText("Fell off: b8 c8 d8 e8 f8 g8 h8").waitFor();
  assert.equal(await shift.locator("path.lost").count(), 7);
});

journey("shift_over_bit_63_is_zero_and_names_lost_square", { start: "#lab" }, async ({ page, user }) => {
  await user.press(page.getByRole("link", { name: "0x8000000000000000 << 1" }));
  await result(page).getByText("0x0000000000000000").waitFor();
  await result(page).getByText("The set is empty.").waitFor();
  await result(page).getByText("Fell off: h8").waitFor();
  const shift = part(page, "3. 0x8000000000000000 << 1");
  assert.equal(await shift.locator("path.lost").count(), 1);
  assert.equal(await shift.locator("rect.member").count(), 0);
});

journey("product_names_overflow_without_crosses", { start: "#lab?expr=~0+*+2" }, async ({ page }) => {
  await result(page).getByText("Overflow: 0x1").waitFor();
  await result(page).getByText("overflow: the high 64 bits of the product").waitFor();
  assert.equal(await page.locator("path.lost").count(), 0);
});

journey("invalid_expression_shows_place_and_selects_it", { start: "#lab" }, async ({ page, user }) => {
  await user.fill(field(page), "h1 * 3 + nord(a1)");
  await page.getByText('unknown function "nord"').waitFor();
  assert.equal(await page.locator(".excerpt").innerText(), "h1 * 3 + nord(a1)\n         ^^^^");
  assert.equal(await field(page).getAttribute("aria-invalid"), "true");
  await user.press(page.getByRole("button", { name: "Go to the error" }));
  const selection = await field(page).evaluate((input) => input.value.slice(input.selectionStart, input.selectionEnd));
  assert.equal(selection, "nord");
});

journey("empty_expression_stays_empty", { start: "#lab" }, async ({ page, user }) => {
  await user.fill(field(page), "d4");
  await field(page).focus();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.press("Delete");
  await page.getByText("found the end; expected a number").waitFor();
  assert.equal(await field(page).inputValue(), "");
});

journey("number_result_has_no_board", { start: "#lab?expr=popcount(occ)" }, async ({ page }) => {
  await result(page).getByText("The result is the number 32.").waitFor();
  assert.equal(await part(page, "2. popcount(occ)").locator("svg").count(), 0);
});

journey("printed_board_becomes_number_and_expression", { start: "#lab" }, async ({ page, user }) => {
  const board = [
    "8 | X . . . . . . .",
    "7 | . X . . . . . .",
    "6 | . . . . . . . .",
    "5 | . . . . . . . .",
    "4 | . . . . . . . .",
    "3 | . . . . . . . .",
    "2 | . . . . . . . .",
    "1 | X . . . . . . X",
    "    a b c d e f g h",
  ].join("\n");
  await user.fill(page.getByLabel("Number, board or squares"), board);
  await page.getByText("Read as a printed board: 4 squares.").waitFor();
  await user.press(page.getByRole("button", { name: "Use as the expression" }));
  assert.equal(await field(page).inputValue(), "0x0102000000000081");
  await result(page).getByText("4 squares: a1 h1 b7 a8").waitFor();
});

for (const [text, message] of [
  ["0xFF00UL", "Read as a hexadecimal number: 8 squares."],
  ["65280", "Read as a decimal number: 8 squares."],
  ["0b1111111100000000", "Read as a binary number: 8 squares."],
  ["a2 b2 c2", "Read as a list of squares: 3 squares."],
]) {
  test(`read_${text.replaceAll(" ", "_")}_shows_form`, async () => {
    const { page, context } = await open("#lab");
    await page.getByLabel("Number, board or squares").fill(text);
    await page.getByText(message).waitFor();
    await context.close();
  });
}

journey("invalid_bitboard_shows_place", { start: "#lab" }, async ({ page, user }) => {
  await user.fill(page.getByLabel("Number, board or squares"), "a1 b9");
  await page.getByRole("status").getByText("bitboard:").waitFor();
  assert.match(await page.locator(".reader .excerpt").innerText(), /^a1 b9\n {3}\^/);
});

/** The literals of the rook on an empty file and rank, by the label of the form. */
const FORMS = {
  Rust: "0x0102_0000_0000_0081_u64",
  C: "UINT64_C(0x0102000000000081)",
  "C++": "0x0102000000000081ULL",
  Java: "0x0102000000000081L",
  "C#": "0x0102000000000081UL",
  Go: "uint64(0x0102000000000081)",
  Python: "0x0102000000000081",
  JavaScript: "0x0102000000000081n",
  Decimal: "72620543991349377",
  Binary: "0b0000000100000010000000000000000000000000000000000000000010000001",
  Squares: "{a1, h1, b7, a8}",
  Board: /^X [. ]+\n/,
};

journey("chosen_form_is_shown_and_copied", { start: "#lab?expr=0x0102000000000081&form=squares" }, async ({ page, user }) => {
  await user.choose(page.getByLabel("Form", { exact: true }), "Java");
  const text = await output(page).innerText();
  assert.equal(text, FORMS.Java);
  const literals = page.getByRole("region", { name: "Literals" });
  await user.press(literals.getByRole("button", { name: "Copy" }).first());
  await literals.getByText("Copied").waitFor();
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), text);
  await literals.getByText("Copied").waitFor({ state: "detached" });
});

test("every_form_is_shown", async () => {
  const { page, context, messages } = await open("#lab?expr=0x0102000000000081");
  for (const [label, expected] of Object.entries(FORMS)) {
    await page.getByLabel("Form", { exact: true }).selectOption({ label });
    const text = await output(page).innerText();
    if (typeof expected === "string") assert.equal(text, expected);
    else assert.match(text, expected);
  }
  assert.deepEqual(messages, []);
  await context.close();
});

test("literals_of_all_languages_are_listed", async () => {
  const { page, context } = await open("#lab?expr=0x0102000000000081");
  await page.getByText("All eight languages").click();
  const rows = await page.locator("details tbody tr").evaluateAll((all) => all.map((row) => [row.cells[0].innerText, row.cells[1].innerText]));
  assert.deepEqual(rows, Object.entries(FORMS).slice(0, 8));
  await context.close();
});

journey("layout_changes_literals_and_numbers_that_are_read", { start: "#lab?expr=a1&input=0x1" }, async ({ page, user }) => {
  assert.equal(await output(page).innerText(), "0x0000_0000_0000_0001_u64");
  const layout = page.getByLabel("Layout", { exact: true });
  const label = await layout.locator("option").filter({ hasText: /^a8-b8/ }).innerText();
  await user.choose(layout, label);
  assert.equal(await output(page).innerText(), "0x0100_0000_0000_0000_u64");
  await page.getByRole("img", { name: "Bit indices of the layout a8-b8: a8 is bit 0, b8 is bit 1, h1 is bit 63" }).waitFor();
  await page.getByRole("img", { name: "the set that was read: a8" }).waitFor();
});

test("layouts_number_all_squares", async () => {
  const { page, context } = await open("#lab");
  const layout = page.getByLabel("Layout", { exact: true });
  await layout.waitFor();
  assert.equal(await layout.locator("option").count(), 8);
  const seen = new Set();
  for (let index = 0; index < 8; index++) {
    await layout.selectOption({ index });
    const name = await layout.inputValue();
    await page.getByText(`bits of ${name}`, { exact: true }).waitFor();
    const numbers = await page.locator(".number-board text").allTextContents();
    assert.deepEqual([...numbers].sort((a, b) => a - b), Array.from({ length: 64 }, (_, bit) => String(bit)));
    seen.add(numbers.join());
  }
  assert.equal(seen.size, 8);
  await context.close();
});

journey("click_on_board_toggles_squares", { start: "#lab?expr=rook(d4,+occ)" }, async ({ page, user }) => {
  const board = page.getByRole("grid");
  await user.press(page.getByRole("button", { name: "Empty set" }));
  await user.square("e4", board);
  await user.square("a1", board);
  await user.square("a1", board);
  assert.equal(await field(page).inputValue(), "0x0000000010000000");
  await result(page).getByText("1 square: e4").waitFor();
});

test("click_on_board_keeps_expression_in_history", async () => {
  const { page, context } = await open("#lab?expr=file(a)");
  await page.locator('[data-square="e4"]').click();
  await page.locator('[data-square="e5"]').click();
  await settle(page);
  await page.goBack();
  await page.getByText("8 squares: a1 a2").waitFor();
  assert.equal(await field(page).inputValue(), "file(a)");
  await context.close();
});

journey("position_changes_sets_of_names", { start: "#lab?expr=rook(d4,+occ)&fen=8/8/3k4/8/3R4/8/8/3K4+b+-+-+0+1" }, async ({ page, user }) => {
  await result(page).getByText("12 squares:").waitFor();
  await user.fill(page.getByLabel("FEN", { exact: true }), "8/3k4/8/8/3R4/8/8/3K4 b - - 0 1");
  await result(page).getByText("13 squares:").waitFor();
});

journey("flip_button_puts_black_at_bottom", { start: "#lab?expr=a1" }, async ({ page, user }) => {
  await user.press(page.getByRole("button", { name: "Flip board" }));
  assert.equal(await page.locator("[data-square]").first().getAttribute("data-square"), "h1");
});

test("long_expression_draws_some_parts", async () => {
  const expression = Array.from({ length: 1000 }, () => "a1").join("|");
  const { page, context, messages } = await open(`#lab?expr=${encodeURIComponent(expression)}`);
  await page.getByText("1935 more parts are not drawn.").waitFor();
  assert.equal(await page.locator(".parts-list > li").count(), 64);
  assert.deepEqual(messages, []);
  await context.close();
});
