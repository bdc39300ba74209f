// Journeys through the view of the board.

import assert from "node:assert/strict";
import { test } from "node:test";

import { journey, open, settle, site, useSite } from "./support.mjs";

useSite();

/** Returns the field of the FEN. */
const fenField = (page) => page.getByLabel("FEN", { exact: true });

/** Waits until the field has a FEN. */
async function waitForFen(page, fen) {
  await page.waitForFunction((expected) => document.querySelector("#fen")?.value === expected, fen);
}

/** Returns the accessible name of a square. */
const square = (page, name) => page.locator(`[data-square="${name}"]`).first().getAttribute("aria-label");

journey("invalid_fen_keeps_text_and_suggestion_fixes_it", { start: "#board" }, async ({ page, user }) => {
  const invalid = "r3k2r/8/8/8/8/8/8/R3K3 w KQkq - 0 1";
  await user.fill(fenField(page), invalid);
  const excerpt = await page.locator("pre.excerpt").innerText();
  assert.equal(excerpt, `${invalid}\n${" ".repeat(25)}^`);
  await page.getByText("castling: a castling right needs king and rook").waitFor();
  assert.equal(await fenField(page).inputValue(), invalid);
  await user.press(page.getByRole("button", { name: "Use" }));
  await waitForFen(page, "r3k2r/8/8/8/8/8/8/R3K3 w Qkq - 0 1");
});

journey("move_by_two_squares_is_played_and_back_takes_it_back", { start: "#board" }, async ({ page, user }) => {
  await user.square("g1");
  assert.equal(await square(page, "f3"), "f3, possible target");
  await user.square("f3");
  await waitForFen(page, "rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R b KQkq - 1 1");
  await page.getByText("Black to move").waitFor();
  await page.goBack();
  await page.getByText("White to move").waitFor();
});

journey("promotion_offers_four_pieces", { start: "#board?fen=8/P6k/8/8/8/8/8/K7+w+-+-+0+1" }, async ({ page, user }) => {
  await user.square("a7");
  await user.square("a8");
  const choice = page.getByRole("group", { name: "Promote to" });
  assert.equal(await choice.getByRole("button").count(), 4);
  await user.press(choice.getByRole("button", { name: "knight" }));
  await waitForFen(page, "N7/7k/8/8/8/8/8/K7 b - - 0 1");
});

journey("castling_of_chess960_is_played_by_square_of_rook", { start: "#board?fen=4k3/8/8/8/8/8/8/1R1K4+w+B+-+0+1" }, async ({ page, user }) => {
  await user.square("d1");
  await user.square("b1");
  await waitForFen(page, "4k3/8/8/8/8/8/8/2KR4 b - - 1 1");
});

journey("move_of_list_gives_checkmate", { start: "#board?fen=6k1/5ppp/8/8/8/8/8/R3K3+w+-+-+0+1" }, async ({ page, user }) => {
  await user.press(page.getByRole("button", { name: "Ra8#" }));
  await page.getByText("Checkmate: White wins").waitFor();
  await page.getByText("0 legal moves").waitFor();
  assert.equal(await square(page, "a8"), "a8, white rook, gives check, last move");
  assert.equal(await square(page, "g8"), "g8, black king, attacked");
});

journey("editor_puts_pieces_on_cleared_board", { start: "#board?edit=1" }, async ({ page, user }) => {
  await user.press(page.getByRole("button", { name: "Clear the board" }));
  await page.getByText("8/8/8/8/8/8/8/8 w - - 0 1").first().waitFor();
  await user.square("e1");
  if (user.mode === "keyboard") {
    // The letters of the keyboard put pieces, without the palette.
    await user.tabTo(page.locator('[data-square="e1"]'));
    await user.walkTo(page.getByRole("grid"), "e8");
    await page.keyboard.press("k");
    await user.walkTo(page.getByRole("grid"), "h1");
    await page.keyboard.press("Shift+R");
    await user.walkTo(page.getByRole("grid"), "h2");
    await page.keyboard.press("q");
    await page.keyboard.press("Delete");
  } else {
    await page.getByLabel("black king", { exact: true }).check({ force: true });
    await user.square("e8");
    await page.getByLabel("white rook", { exact: true }).check({ force: true });
    await user.square("h1");
    await user.square("h2");
    await page.getByLabel("Eraser").check({ force: true });
    await user.square("h2");
  }
  await user.toggle(page.getByLabel("White O-O", { exact: true }));
  await user.choose(page.getByLabel("Side to move", { exact: true }), "Black");
  await waitForFen(page, "4k3/8/8/8/8/8/8/4K2R b K - 0 1");
  assert.equal(await page.locator("#fen-error").innerText(), "");
});

journey("editor_sets_en_passant_square_and_clocks", { start: "#board?edit=1&fen=4k3/8/8/3pP3/8/8/8/4K3+w+-+-+0+1" }, async ({ page, user }) => {
  await user.choose(page.getByLabel("En passant square", { exact: true }), "d6");
  await user.fill(page.getByLabel("Move number", { exact: true }), "12");
  await page.keyboard.press("Tab");
  await waitForFen(page, "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 12");
  await user.press(page.getByRole("button", { name: "Play moves" }));
  await page.getByRole("button", { name: "exd6" }).waitFor();
});

journey("chess960_number_sets_up_position", { start: "#board?edit=1" }, async ({ page, user }) => {
  await user.fill(page.getByLabel("Chess960 number", { exact: true }), "0");
  await user.press(page.getByRole("button", { name: "Set up" }));
  await waitForFen(page, "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1");
});

journey("piece_is_dragged_to_target", { start: "#board" }, async ({ page, user }) => {
  if (user.mode === "mouse") {
    await page.locator('[data-square="e2"]').hover();
    await page.mouse.down();
    await page.locator('[data-square="e4"]').hover();
    await page.mouse.up();
  } else {
    await user.square("e2");
    await user.square("e4");
  }
  await waitForFen(page, "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
});

journey("flip_puts_black_at_bottom_of_all_views", { start: "#board" }, async ({ page, user }) => {
  await user.press(page.getByRole("button", { name: "Flip board" }));
  assert.equal(await page.locator("[data-square]").first().getAttribute("data-square"), "h1");
  await user.press(page.getByRole("link", { name: "Why" }));
  await page.getByRole("heading", { name: "Why is a move legal or illegal?" }).waitFor();
  assert.equal(await page.locator("[data-square]").first().getAttribute("data-square"), "h1");
});

journey("rights_of_chess960_are_edited", { start: "#board?edit=1&fen=5k2/8/8/8/8/8/8/1R1K2R1+w+BG+-+0+1" }, async ({ page, user }) => {
  await user.toggle(page.getByLabel("White, rook on the b-file"));
  await waitForFen(page, "5k2/8/8/8/8/8/8/1R1K2R1 w G - 0 1");
  assert.equal(await page.locator("#fen-error").innerText(), "");
});

test("piece_dragged_off_the_board_is_removed", async () => {
  const { page, context, messages } = await open("#board?edit=1");
  await page.locator('[data-square="e2"]').hover();
  await page.mouse.down();
  await page.mouse.move(5, 300, { steps: 5 });
  await page.mouse.up();
  await waitForFen(page, "rnbqkbnr/pppppppp/8/8/8/8/PPPP1PPP/RNBQKBNR w KQkq - 0 1");
  // The drag has ended: a click on another square puts the chosen piece there.
  await page.locator('[data-square="d5"]').click();
  await waitForFen(page, "rnbqkbnr/pppppppp/8/3K4/8/8/PPPP1PPP/RNBQKBNR w KQkq - 0 1");
  assert.deepEqual(messages, []);
  await context.close();
});

test("fast_drag_off_board_removes_piece_in_editor", { timeout: 60_000 }, async () => {
  const { page, context, messages } = await open("#board?edit=1");
  // One movement of the pointer, from a corner to a point outside of the board.
  await page.locator('[data-square="a1"]').hover();
  const { x, y } = await page.locator(".board").boundingBox();
  await page.mouse.down();
  await page.mouse.move(Math.max(1, x - 30), y - 30, { steps: 1 });
  await page.mouse.up();
  await waitForFen(page, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/1NBQKBNR w KQkq - 0 1");
  // A click without a movement still selects.
  await page.locator('[data-square="b1"]').click();
  assert.equal(await page.locator(".board.dragging").count(), 0);
  assert.deepEqual(messages, []);
  await context.close();
});

/** Returns the contrast of two colors as `rgb(…)`, by the formula of WCAG. */
function contrast(first, second) {
  const luminance = (color) => {
    const [r, g, b] = color.match(/[\d.]+/g).slice(0, 3).map((part) => {
      const value = Number(part) / 255;
      return value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const [dark, light] = [luminance(first), luminance(second)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

/** Returns the colors of a light and a dark square, and of the names of files and ranks. */
async function boardColors(page) {
  // The first picture of the page has no names of squares.
  await page.locator('[data-square="a1"]').waitFor();
  return page.evaluate(() => {
    const style = (square) => getComputedStyle(document.querySelector(`[data-square="${square}"]`));
    return { light: style("b1").backgroundColor, dark: style("a1").backgroundColor, text: style("a1").color };
  });
}

test("squares_and_coordinates_have_contrast_in_both_themes", { timeout: 60_000 }, async () => {
  for (const theme of ["light", "dark"]) {
    const { page, context } = await open("#board", { theme });
    const { light, dark, text } = await boardColors(page);
    assert.ok(contrast(light, dark) >= 2, `${theme}: ${light}, ${dark}`);
    assert.ok(contrast(dark, text) >= 4.5 && contrast(light, text) >= 4.5, theme);
    await context.close();
  }
});

test("board_keeps_colors_in_print_and_forced_colors", { timeout: 60_000 }, async () => {
  const { page, context } = await open("#board");
  const before = await boardColors(page);
  await page.emulateMedia({ forcedColors: "active" });
  const forced = await boardColors(page);
  assert.ok(contrast(forced.light, forced.dark) >= 1.8, JSON.stringify(forced));
  await page.emulateMedia({ forcedColors: "none", media: "print" });
  assert.deepEqual(await boardColors(page), before);
  const adjust = await page.locator('[data-square="a1"]').evaluate((square) => getComputedStyle(square).printColorAdjust);
  assert.equal(adjust, "exact");
  assert.equal(await page.locator("header").isVisible(), false);
  assert.equal(await page.locator(".board").isVisible(), true);
  await context.close();
});

journey("illegal_move_is_refused_with_reason", { start: "#board?fen=4r1k1/8/8/8/8/8/4N3/4K3+w+-+-+0+1" }, async ({ page, user }) => {
  // The pinned knight has no target, so the king is selected.
  await user.square("e1");
  await user.square("e3");
  await page.getByText("Not played: the white king on e1 cannot move to e3.").waitFor();
  await user.press(page.getByRole("link", { name: "Show the reason on the board" }));
  await page.waitForFunction(() => document.querySelector("#move")?.value === "e1e3");
});

journey("position_in_other_forms_becomes_fen", { start: "#board" }, async ({ page, user }) => {
  const forms = {
    "position startpos moves e2e4 e7e5": "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2",
    "1. d4 d5 2. c4": "rnbqkbnr/ppp1pppp/8/3p4/2PP4/8/PP2PPPP/RNBQKBNR b KQkq - 0 2",
    "https://lichess.org/analysis/standard/4k3/8/8/8/8/8/4P3/4K3_w_-_-_0_1": "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1",
    "position fen 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 moves e2e4": "4k3/8/8/8/4P3/8/8/4K3 b - - 0 1",
  };
  for (const [form, fen] of Object.entries(forms)) {
    await user.fill(fenField(page), form);
    await page.keyboard.press("Tab");
    await waitForFen(page, fen);
  }
  await user.fill(fenField(page), "e4 e4");
  await page.keyboard.press("Tab");
  await page.locator("#fen-error .error").waitFor();
  assert.equal(await fenField(page).inputValue(), "e4 e4", "an illegal line stays as it is");
});

journey("doors_lead_to_diagnosis_lesson_and_reason", { start: "" }, async ({ page, user }) => {
  await page.getByText("Find the bug behind a wrong perft number").waitFor();
  await user.press(page.getByRole("button", { name: "Find the bug" }));
  await page.waitForFunction(() => location.hash === "#diagnose?counts=5:4865351");
  await page.goBack();
  await user.press(page.getByRole("link", { name: "Follow a look-up, step by step" }));
  await page.getByRole("heading", { name: "Derive attack sets step by step" }).waitFor();
  await page.goBack();
  await user.press(page.getByRole("link", { name: "See the pin" }));
  await page.getByText("leaves the king in check").first().waitFor();
});

/** Pastes a text into a field, as a user does. */
async function paste(page, field, text) {
  await page.evaluate((content) => navigator.clipboard.writeText(content), text);
  await field.focus();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.press("ControlOrMeta+v");
}

/** The moves of the list, and the current one. */
const moveList = (page) => page.locator(".line-moves a").allInnerTexts();
const currentMove = (page) => page.locator('.line-moves a[aria-current="step"]').allInnerTexts();

journey("moves_are_listed_taken_back_and_repeated", { start: "#board" }, async ({ page, user }) => {
  for (const [from, to] of [["e2", "e4"], ["c7", "c5"], ["g1", "f3"]]) {
    await user.square(from);
    await user.square(to);
  }
  await waitForFen(page, "rnbqkbnr/pp1ppppp/8/2p5/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2");
  assert.deepEqual(await moveList(page), ["e4", "c5", "Nf3"]);
  assert.equal(await square(page, "f3"), "f3, white knight, last move");
  await user.press(page.getByRole("button", { name: "Undo" }));
  await user.press(page.getByRole("button", { name: "Undo" }));
  assert.deepEqual(await currentMove(page), ["e4"]);
  // The same move keeps those after it.
  await user.press(page.getByRole("button", { name: "c5", exact: true }));
  assert.deepEqual([await moveList(page), await currentMove(page)], [["e4", "c5", "Nf3"], ["c5"]]);
  await user.press(page.getByRole("button", { name: "Back to the start" }));
  assert.deepEqual(await currentMove(page), []);
  await user.press(page.getByRole("button", { name: "On to the end" }));
  assert.deepEqual(await currentMove(page), ["Nf3"]);
  // Another move replaces them.
  await user.press(page.getByRole("link", { name: "e4", exact: true }));
  await user.press(page.getByRole("button", { name: "e5", exact: true }));
  assert.deepEqual([await moveList(page), await currentMove(page)], [["e4", "e5"], ["e5"]]);
  await settle(page);
  assert.match(page.url(), /#board\?moves=e2e4,e7e5$/);
  await user.press(page.getByRole("button", { name: "Copy PGN" }));
  const message = page.getByText("Copied");
  await message.waitFor();
  assert.match(await page.evaluate(() => navigator.clipboard.readText()), /\n1\. e4 e5 \*\n/);
  await message.waitFor({ state: "detached" });
});

journey("views_show_position_after_moves", { start: "#board?moves=e2e4,e7e5&at=1" }, async ({ page, user }) => {
  await page.getByText("Black to move").waitFor();
  await user.press(page.getByRole("link", { name: "Why", exact: true }));
  await waitForFen(page, "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
});

test("line_of_link_tells_claims_and_illegal_moves", { timeout: 60_000 }, async () => {
  const dance = "g1f3,g8f6,f3g1,f6g8";
  const { page, context } = await open(`#board?moves=${dance},${dance}`);
  await page.getByText("occurred three times").waitFor();
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByText("occurred three times").waitFor({ state: "detached" });
  await page.goto(`${site.url}#board?moves=e2e4,e4e5,e7e5`);
  await page.getByText("The line of the link ends before e4e5:").waitFor();
  assert.deepEqual(await moveList(page), ["e4"]);
  await context.close();
});

journey("pasted_pgn_becomes_moves", { start: "#board" }, async ({ page }) => {
  const pgn = '[Event "Test"]\n[FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]\n[SetUp "1"]\n\n1. e4 {best}\n(1. e3) Kd7\n2. e5 1/2-1/2\n\n[Event "Second"]\n\n1. d4 *\n';
  await paste(page, fenField(page), pgn);
  await waitForFen(page, "8/3k4/8/4P3/8/8/8/4K3 b - - 0 2");
  assert.deepEqual(await moveList(page), ["e4", "Kd7", "e5"]);
  await page.getByText("The PGN has variations, which are left out.").waitFor();
  await page.getByText("The PGN has several games. This is the first.").waitFor();
});

test("pgn_with_error_names_its_place", { timeout: 60_000 }, async () => {
  const { page, context, messages } = await open("#board");
  await paste(page, fenField(page), "1. e4 e5\n2. Ke3 Nc6 *");
  await page.getByText(/^PGN, line 2, column 4: .*Ke3/).waitFor();
  assert.deepEqual(await moveList(page), ["e4", "e5"]);
  await paste(page, fenField(page), '[Event "only tags"');
  await page.locator(".fen-error").getByText("The game has no moves.").waitFor();
  await paste(page, fenField(page), "{ never closed");
  await page.locator(".fen-error").getByText("The text has no game.").waitFor();
  assert.deepEqual(messages, []);
  await context.close();
});

test("link_with_invalid_escapes_stays_as_it_is", { timeout: 60_000 }, async () => {
  const { page, context, messages } = await open("#board");
  const link = "https://lichess.org/analysis/%E0%A4%A";
  await fenField(page).fill(link);
  await page.keyboard.press("Tab");
  await page.locator("#fen-error .error").waitFor();
  assert.equal(await fenField(page).inputValue(), link);
  assert.deepEqual(messages, []);
  await context.close();
});

test("pgn_in_other_view_shows_its_last_position", { timeout: 60_000 }, async () => {
  const { page, context } = await open("#perft?depth=1");
  await paste(page, fenField(page), "1. e4 {a comment} e5 2. Nf3 *");
  await waitForFen(page, "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2");
  await context.close();
});

test("right_button_and_keys_draw_arrows", { timeout: 60_000 }, async () => {
  const { page, context, messages } = await open("#board");
  const drag = async (from, to) => {
    await page.locator(`[data-square="${from}"]`).hover();
    await page.mouse.down({ button: "right" });
    await page.locator(`[data-square="${to}"]`).hover();
    await page.mouse.up({ button: "right" });
  };
  await drag("g1", "f3");
  await drag("d4", "d4");
  await page.locator('[data-square="b1"]').focus();
  await page.keyboard.press("a");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("a");
  assert.equal(await page.locator(".arrows .drawn").count(), 2);
  assert.equal(await square(page, "d4"), "d4, marked");
  await settle(page);
  assert.match(page.url(), /arrows=g1f3,d4,b1b3/);
  await drag("g1", "f3");
  assert.equal(await page.locator(".arrows .drawn").count(), 1);
  await page.locator('[data-square="e5"]').click();
  assert.equal(await page.locator(".arrows .drawn").count(), 0);
  assert.deepEqual(messages, []);
  await context.close();
});

test("dragged_piece_follows_pointer", { timeout: 60_000 }, async () => {
  const { page, context } = await open("#board");
  await page.locator('[data-square="e2"]').hover();
  await page.mouse.down();
  await page.locator('[data-square="e4"]').hover();
  const [piece, target] = [await page.locator(".piece.dragged").boundingBox(), await page.locator('[data-square="e4"]').boundingBox()];
  assert.ok(Math.abs(piece.x - target.x) < 2 && Math.abs(piece.y - target.y) < 2, JSON.stringify([piece, target]));
  await page.mouse.up();
  assert.equal(await page.locator(".piece.dragged").count(), 0);
  await context.close();
});

test("board_fills_height_of_window", { timeout: 60_000 }, async () => {
  for (const height of [700, 900]) {
    const { page, context } = await open("#board?moves=e2e4", { height });
    await page.locator('[data-square="a1"]').waitFor();
    const { y, height: size } = await page.locator(".board").boundingBox();
    assert.ok(y + size <= height && y + size >= height - 110, `${y} + ${size} in ${height}`);
    await context.close();
  }
});
