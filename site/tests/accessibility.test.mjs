// The page satisfies the rules of axe-core, in every view, theme and width.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { test } from "node:test";

import { STATES } from "./states.mjs";
import { idle, open, useSite } from "./support.mjs";

useSite();

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Returns the violations that axe-core finds, each with its elements. */
function violations(page) {
  return page.evaluate(async () => {
    const results = await globalThis.axe.run(document, { resultTypes: ["violations"] });
    // On a phone, the navigation scrolls, and axe takes a link that is scrolled away for a skip link.
    const isSkipLink = ({ id, nodes }) => id === "skip-link" && nodes.every(({ target }) => document.querySelector(target[0]).closest("nav"));
    const found = results.violations.filter((violation) => !isSkipLink(violation));
    return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join(" | ")}`);
  });
}

/** Opens all parts that are collapsed. */
async function expand(page) {
  await page.evaluate(() => {
    for (const details of document.querySelectorAll("details")) details.open = true;
  });
}

for (const theme of ["light", "dark"]) {
  for (const width of [1280, 360]) {
    test(`axe_finds_no_violation: ${theme}, ${width} px`, { timeout: 240_000 }, async () => {
      const { page, context, messages } = await open("#board", { theme, width });
      // The security policy of the page forbids inline scripts.
      await page.evaluate(AXE);
      for (const state of STATES) {
        await page.evaluate((fragment) => {
          location.hash = fragment;
        }, state);
        const view = /^#([a-z]+)/.exec(state)[1];
        await page.locator(`nav [aria-current="page"][href^="#${view}"]`).waitFor();
        await idle(page);
        await expand(page);
        assert.deepEqual(await violations(page), [], state);
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        assert.ok(overflow <= 0, `${state}: ${overflow} pixels too wide`);
      }
      assert.deepEqual(messages, []);
      await context.close();
    });

    test(`axe_finds_no_violation_without_a_link: ${theme}, ${width} px`, { timeout: 60_000 }, async () => {
      const { page, context } = await open("", { theme, width });
      await page.getByText("Find the bug behind a wrong perft number").waitFor();
      await page.evaluate(AXE);
      assert.deepEqual(await violations(page), []);
      await context.close();
    });
  }
}
