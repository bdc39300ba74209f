// Journeys through the view of reasons, and the evidence of every reason.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

import { Position } from "tabiya";

import { journey, open, SITE, useSite } from "./support.mjs";

useSite();

/** The roles of the evidence and their names on the page. */
const ROLES = {
  origin: "origin",
  target: "target",
  captured: "captured piece",
  attackers: "attacker",
  attacked: "attacked",
  blockers: "pinned or blocking piece",
  safe: "must not be attacked",
};

/** Returns the roles of a square that the page draws. */
async function drawnRoles(page, square) {
  const name = await page.locator(`[data-square="${square}"]`).getAttribute("aria-label");
  return name.split(", ");
}

/** Returns the codes of all reasons, as the crates define them: those of illegal moves, and of SAN that names no move. */
function reasonCodes() {
  const read = (path) => readFileSync(join(SITE, "..", path), "utf8");
  const [, list] = /CODES: &\[&str\] = &\[([^\]]*)\]/.exec(read("crates/movegen/src/legality/reason.rs"));
  const illegal = [...list.matchAll(/"([a-z-]+)"/g)];
  const san = [...read("tools/explain/src/legality/explanation.rs").matchAll(/SanError::\w+[^=\n]*=>\s*(?:\{\s*)?\(?"([a-z-]+)"/g)];
  assert.ok(illegal.length >= 20 && san.length >= 2, `${illegal.length} and ${san.length} reasons`);
  return [...new Set([...illegal, ...san].map(([, code]) => code))];
}

/** The reasons of moves that no text can name. */
const UNREACHABLE = ["no-en-passant", "takes-king", "unexpected-promotion"];

test("every_reason_has_its_evidence_drawn", { timeout: 120_000 }, async () => {
  const { page, context, messages } = await open("#why");
  const examples = await page.locator(".examples a").evaluateAll((links) => links.map((link) => link.hash));
  // SAN that matches no move.
  const more = ["Nf6", "Nxf3", "Bb1c3"].map((move) => `#why?move=${move}`);
  const seen = new Set();
  for (const fragment of [...examples, ...more]) {
    await page.evaluate((hash) => { location.hash = hash; }, fragment);
    const values = new URLSearchParams(fragment.slice(fragment.indexOf("?") + 1));
    const position = values.has("fen") ? Position.fromFen(values.get("fen")) : Position.start();
    const { sentence, code, evidence } = position.why(values.get("move"));
    seen.add(code);
    await page.getByText(`${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}.`, { exact: true }).waitFor();
    for (const [role, name] of Object.entries(ROLES)) {
      const squares = [evidence[role]].flat().filter((square) => square !== null);
      for (const square of squares) {
        assert.ok((await drawnRoles(page, square)).includes(name), `${fragment}: ${square} is drawn as ${name}`);
      }
    }
    for (const square of evidence.squares) {
      assert.equal(await page.locator(`[data-square="${square}"] .mark-shapes`).count(), 1, `${fragment}: ${square} has a shape`);
    }
    const attacks = await page.locator(".arrows .attack").count();
    assert.equal(attacks > 0, evidence.attackers.length > 0, fragment);
  }
  const missing = reasonCodes().filter((code) => !seen.has(code));
  assert.deepEqual(missing.toSorted(), UNREACHABLE);
  assert.deepEqual(messages, []);
  await context.close();
});

journey("pinned_piece_is_selected_on_board", { start: "#why?fen=4r1k1/8/8/8/8/8/4N3/4K3+w+-+-+0+1" }, async ({ page, user }) => {
  await user.square("e2");
  await page.getByText("From e2: select the target.").waitFor();
  await user.square("c3");
  await page.getByText("the white knight on e2 is pinned on the e-file by the black rook on e8").waitFor();
  assert.deepEqual(await drawnRoles(page, "e8"), ["e8", "black rook", "attacker"]);
});

journey("typed_san_of_legal_move_links_to_position", { start: "#why" }, async ({ page, user }) => {
  await user.fill(page.getByLabel("Move", { exact: true }), "Nf3");
  await page.getByText("SAN Nf3, UCI g1f3").waitFor();
  await user.press(page.getByRole("link", { name: "Show the position after the move" }));
  await page.getByText("Black to move").waitFor();
});

journey("text_without_move_is_kept_and_explained", { start: "#why" }, async ({ page, user }) => {
  await user.fill(page.getByLabel("Move", { exact: true }), "castle");
  await page.getByText('"castle": not a move').waitFor();
  assert.equal(await page.getByLabel("Move", { exact: true }).inputValue(), "castle");
});

journey("example_is_opened_by_its_link", { start: "#why" }, async ({ page, user }) => {
  await user.press(page.getByRole("link", { name: "En passant opens a rank" }));
  await page.getByText("leaves the king in check from the black queen on h5").waitFor();
  assert.deepEqual(await drawnRoles(page, "d5"), ["d5", "black pawn", "captured piece"]);
});

test("picture_is_saved_as_svg_with_evidence", { timeout: 60_000 }, async () => {
  const { page, context, messages } = await open("#why?fen=4r1k1/8/8/8/8/8/4N3/4K3+w+-+-+0+1&move=Nc3");
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Save as SVG" }).click();
  const file = await (await download).path();
  const svg = readFileSync(file, "utf8");
  assert.match(svg, /^<svg xmlns="http:\/\/www.w3.org\/2000\/svg"/);
  assert.match(svg, /<desc>white king e1; white knight e2; black king g8; black rook e8/);
  assert.match(svg, /marker-end/);
  assert.deepEqual(messages, []);
  await context.close();
});
