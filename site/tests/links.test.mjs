// Links that were published open the same state in later versions: one per view. Do not change them.

import assert from "node:assert/strict";
import { test } from "node:test";

import { idle, open, settle, useSite } from "./support.mjs";

useSite();

/** The links, and texts that their states show. */
const LINKS = {
  "#board?fen=4k3/8/8/8/8/8/8/4K2R+b+K+-+0+1&flip=1": ["Black to move", "5 legal moves"],
  "#why?fen=8/8/8/K2pP2q/8/8/8/7k+w+-+d6+0+1&move=e5d6": ["leaves the king in check"],
  "#perft?depth=1&output=e2e4:+1%0Ad2d5:+1": ["d2d5"],
  "#tables?technique=magic&piece=B&squares=c1&occupied=b2,e3&step=2": ["Step 2 of 5", "occupied & mask"],
  "#lab?expr=a1+%7C+0xff00&form=board": ["a1 | 0xff00"],
  "#diagnose?counts=4:197281,5:4865351": ["en passant captures were never generated"],
};

for (const [link, texts] of Object.entries(LINKS)) {
  test(`link_opens_its_state: ${link.slice(1).split("?")[0]}`, { timeout: 120_000 }, async () => {
    const { page, context, messages } = await open(link);
    for (const text of texts) await page.locator("main").getByText(text).first().waitFor({ timeout: 60_000 });
    await idle(page);
    await settle(page);
    assert.equal(new URL(page.url()).hash, link);
    assert.deepEqual(messages, []);
    await context.close();
  });
}
