// Journeys through the view of the board.

import assert from "node:assert/strict";

import { journey, useSite } from "./support.mjs";

useSite();

journey("invalid_fen_keeps_text_and_suggestion_fixes_it", { start: "#board" }, async ({ page, user }) => {
  const field = page.getByLabel("FEN", { exact: true });
  const invalid = "r3k2r/8/8/8/8/8/8/R3K3 w KQkq - 0 1";
  await user.fill(field, invalid);
  await page.getByText("^", { exact: false }).first().waitFor();
  assert.equal(await field.inputValue(), invalid);
  await user.press(page.getByRole("button", { name: "Use" }));
  assert.equal(await field.inputValue(), "r3k2r/8/8/8/8/8/8/R3K3 w Qkq - 0 1");
});
