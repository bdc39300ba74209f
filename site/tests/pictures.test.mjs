// The pictures of the documentation can be taken, and the committed ones are complete.

import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";

import { PICTURES, takePicture } from "./pictures.mjs";
import { SITE, useSite } from "./support.mjs";

useSite();

const folder = mkdtempSync(join(tmpdir(), "tabiya-pictures-"));
test.after(() => rmSync(folder, { recursive: true }));

for (const name of Object.keys(PICTURES)) {
  test(`picture_of_view_is_taken_and_committed: ${name}`, { timeout: 120_000 }, async () => {
    assert.ok(statSync(await takePicture(name, folder)).size > 10_000);
    const committed = readFileSync(join(SITE, "pictures", `${name}.png`));
    assert.equal(committed.toString("latin1", 1, 4), "PNG");
    assert.deepEqual([committed.readUInt32BE(16), committed.readUInt32BE(20)], [1000, 720]);
  });
}
