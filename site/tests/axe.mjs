// The check of accessibility by axe-core.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const source = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Asserts that axe-core finds no violation in the current state of the page. */
export async function assertAccessible(page, name) {
  // The security policy of the page forbids inline scripts.
  await page.evaluate(source);
  const violations = await page.evaluate(async () => {
    const result = await globalThis.axe.run(document, { resultTypes: ["violations"] });
    return result.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ").slice(0, 400)}`);
  });
  assert.deepEqual(violations, [], name);
}
