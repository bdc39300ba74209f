// The frame of the page: offline use, budgets, links, texts.

import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { gzipSync } from "node:zlib";

import ts from "typescript";

import { STATES } from "./states.mjs";
import { BUILD, idle, journey, open, settle, SITE, site, startServer, useSite } from "./support.mjs";

useSite();

test("page_works_offline_in_every_view", { timeout: 120_000 }, async () => {
  // This test ends the server, so that it has one of its own.
  const server = await startServer();
  const context = await site.browser.newContext();
  const page = await context.newPage();
  await page.goto(server.url);
  await page.evaluate(async () => (await navigator.serviceWorker.ready).active.state);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null || navigator.serviceWorker.ready.then(({ active }) => active.state === "activated"));
  await server.close();
  await context.setOffline(true);
  const messages = [];
  page.on("pageerror", (error) => messages.push(error.message));
  // Leaving a state aborts its requests; one without a connection fails otherwise.
  const isAborted = (request) => request.failure()?.errorText === "net::ERR_ABORTED";
  page.on("requestfailed", (request) => isAborted(request) || messages.push(request.url()));
  for (const state of STATES) {
    await page.goto("about:blank");
    await page.goto(`${server.url}${state}`);
    await page.locator("h1").waitFor();
    await idle(page);
    assert.equal(await page.getByRole("alert").count(), 0, state);
  }
  assert.deepEqual(messages, []);
  await context.close();
});

test("view_that_cannot_be_loaded_shows_error", async () => {
  const context = await site.browser.newContext({ serviceWorkers: "block" });
  const page = await context.newPage();
  await page.route(/\/assets\/why-/, (request) => request.abort());
  await page.goto(`${site.url}#why`);
  await page.getByRole("alert").getByText("This view cannot be displayed").waitFor();
  await page.unroute(/\/assets\/why-/);
  await page.getByRole("button", { name: "Load the page again" }).click();
  await page.getByRole("grid").waitFor();
  await context.close();
});

test("text_too_long_for_link_is_kept_and_reported", async () => {
  const { page, context, messages } = await open("#perft?depth=1");
  const output = page.getByLabel("Divide output of the engine");
  await output.fill(`${"x".repeat(20_000)}\ne2e4: 1\n`);
  await page.getByText("A text is too long for the link.").waitFor();
  await page.getByText("19 moves are missing").waitFor();
  await settle(page);
  assert.equal(new URL(page.url()).hash, "#perft?depth=1");
  await output.fill("e2e4: 1\n");
  await page.getByText("A text is too long for the link.").waitFor({ state: "detached" });
  assert.deepEqual(messages, []);
  await context.close();
});

test("first_load_and_modules_are_within_budget", async () => {
  const budget = JSON.parse(readFileSync(join(SITE, "budget.json"), "utf8"));
  const { page, context, requests } = await open("");
  await page.evaluate(() => navigator.serviceWorker.ready);
  const isOwn = (url) => !url.endsWith(".svg") && !/\/(sw|workbox-[0-9a-f]+)\.js$/.test(url);
  const first = [...new Set(requests)].filter((url) => url.startsWith(site.url) && isOwn(url));
  const size = (path) => gzipSync(readFileSync(path), { level: 9 }).length;
  const files = first.map((url) => join(BUILD, new URL(url).pathname.replace(/\/$/, "/index.html")));
  assert.ok(files.some((file) => file.endsWith(".wasm")), "the first load has a module");
  const total = files.reduce((sum, file) => sum + size(file), 0);
  assert.ok(total <= budget.firstLoad, `first load: ${total} bytes by gzip; expected at most ${budget.firstLoad}`);
  for (const file of readdirSync(join(BUILD, "assets")).filter((name) => name.endsWith(".wasm"))) {
    const module = size(join(BUILD, "assets", file));
    assert.ok(module <= budget.module, `${file}: ${module} bytes by gzip; expected at most ${budget.module}`);
  }
  await context.close();
});

/** Opens the page while its modules never arrive. */
async function openWithoutModules(prepare = async () => {}) {
  const context = await site.browser.newContext({ viewport: { width: 1280, height: 900 } });
  const page = await context.newPage();
  await page.route("**/*.wasm", () => {});
  await prepare(page);
  await page.goto(site.url);
  return { page, context };
}

test("first_paint_needs_no_module", { timeout: 60_000 }, async () => {
  const { page, context } = await openWithoutModules();
  assert.equal(await page.locator(".board .square").count(), 64);
  assert.equal(await page.locator(".board .piece").count(), 32);
  assert.ok((await page.locator(".board").boundingBox()).width > 300);
  await page.getByRole("heading", { level: 1 }).waitFor();
  // The browser loads the module before the scripts ask for it.
  assert.match(await page.locator('link[rel="preload"]').getAttribute("href"), /play-.*\.wasm$/);
  await context.close();
});

test("module_that_hangs_offers_to_load_again", { timeout: 60_000 }, async () => {
  const { page, context } = await openWithoutModules((blocked) => blocked.clock.install());
  const button = page.getByRole("button", { name: "Load the page again" });
  await page.waitForFunction(() => document.readyState === "complete");
  await page.clock.fastForward(9_000);
  assert.equal(await button.count(), 0);
  await page.clock.fastForward(2_000);
  await page.getByText("The page is still loading its modules.", { exact: false }).waitFor();
  await page.unroute("**/*.wasm");
  await Promise.all([page.waitForURL(site.url), button.dispatchEvent("click")]);
  await page.getByRole("navigation").first().waitFor();
  await page.locator('[data-square="e2"]').waitFor();
  await context.close();
});

test("module_that_fails_offers_to_load_again", { timeout: 60_000 }, async () => {
  const { page, context } = await openWithoutModules((broken) =>
    broken.route("**/*.wasm", (route) => route.fulfill({ status: 404, body: "" })),
  );
  await page.getByText(/^The page cannot load its modules: /).waitFor();
  await page.getByRole("button", { name: "Load the page again" }).waitFor();
  await context.close();
});

test("module_is_loaded_once", { timeout: 60_000 }, async () => {
  const { context, requests } = await open("");
  const modules = requests.filter((url) => /play-.*\.wasm$/.test(url));
  assert.equal(modules.length, 1, modules.join());
  await context.close();
});

test("content_security_policy_blocks_inline_and_foreign_code", async () => {
  const { page, context } = await open("");
  const outcomes = await page.evaluate(async () => {
    const directives = [];
    addEventListener("securitypolicyviolation", ({ effectiveDirective }) => directives.push(effectiveDirective));
    const inline = document.createElement("script");
    inline.textContent = "globalThis.isInlineRun = true";
    document.head.append(inline);
    await fetch("http://localhost:8000/").catch(() => {});
    await new Promise((resolve) => setTimeout(resolve, 100));
    return [globalThis.isInlineRun ?? false, directives.toSorted()];
  });
  assert.deepEqual(outcomes, [false, ["connect-src", "script-src-elem"]]);
  await context.close();
});

/** Returns the exports of a TypeScript file without imports. */
async function importTypeScript(path) {
  const source = readFileSync(join(SITE, path), "utf8");
  const { outputText } = ts.transpileModule(source, { compilerOptions: { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 } });
  return import(`data:text/javascript,${encodeURIComponent(outputText)}`);
}

test("fragment_of_any_state_is_parsed_to_the_same_state", async () => {
  const { VIEWS, formatFragment, parseFragment } = await importTypeScript("src/fragment.ts");
  const texts = ["", "a", " ", "+", "%", "%41", "&=?#", "é♞🜁", "\n\t\u0000", "a b+c%20d", "=", "'\"()<>"];
  let seed = 1;
  const random = (bound) => (seed = (seed * 48_271) % 2_147_483_647) % bound;
  for (let count = 0; count < 2000; count++) {
    const characters = Array.from({ length: random(12) }, () => String.fromCodePoint(random(2) ? 32 + random(95) : 0xa0 + random(0xd000)));
    const text = count < texts.length ? texts[count] : characters.join("");
    const state = { view: VIEWS[random(VIEWS.length)], values: new Map([["fen", text], ["other", "x"]]) };
    assert.deepEqual(parseFragment(formatFragment(state)), state);
    // The browser keeps the fragment as it is.
    assert.equal(new URL(formatFragment(state), "http://localhost/").hash, formatFragment(state));
  }
  for (const fragment of ["", "#", "#?", "#nothing", "#board?", "#board?%", "#board?=&a", "#board?fen=%E0%A4"]) {
    assert.equal(parseFragment(fragment).view, "board");
  }
});

/** Returns the links that the program prints, from the transcripts of its tests. */
function linksOfProgram() {
  const folder = join(SITE, "../tools/cli/tests/transcripts");
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const texts = files.map((entry) => readFileSync(join(entry.parentPath ?? entry.path, entry.name), "utf8"));
  return texts.flatMap((text) => [...text.matchAll(/https:\/\/[^\s"#]*(#\S+?)(?=["\s]|$)/g)].map(([, hash]) => hash));
}

test("links_of_program_open_their_view", { timeout: 120_000 }, async () => {
  const links = linksOfProgram();
  assert.ok(links.length >= 4, `${links.length} links`);
  const views = new Set();
  for (const link of links) {
    const { page, context, messages } = await open(link);
    await idle(page);
    const view = /^#([a-z]+)/.exec(link)[1];
    views.add(view);
    const current = page.locator('nav [aria-current="page"]');
    assert.equal((await current.innerText()).toLowerCase(), view, link);
    await settle(page);
    assert.equal(new URL(page.url()).hash, link, "the page keeps the state of the link");
    assert.equal(await page.getByRole("alert").count(), 0, link);
    assert.deepEqual(messages, [], link);
    await context.close();
  }
  assert.deepEqual([...views].toSorted(), ["diagnose", "lab", "perft", "tables", "why"]);
});

/** Attributes that users see or hear. */
const TEXT_ATTRIBUTES = new Set(["aria-label", "title", "placeholder", "alt", "label"]);

test("every_text_is_in_the_catalogue", () => {
  const files = readdirSync(join(SITE, "src"), { recursive: true }).filter((name) => name.endsWith(".tsx"));
  assert.ok(files.length > 10);
  const texts = [];
  for (const name of files) {
    const source = ts.createSourceFile(name, readFileSync(join(SITE, "src", name), "utf8"), ts.ScriptTarget.ES2022, true, ts.ScriptKind.TSX);
    const visit = (node) => {
      const isText = ts.isJsxText(node) || (ts.isStringLiteral(node) && ts.isJsxExpression(node.parent) && ts.isJsxElement(node.parent.parent));
      const isAttribute = ts.isJsxAttribute(node) && TEXT_ATTRIBUTES.has(node.name.getText()) && node.initializer && ts.isStringLiteral(node.initializer);
      if (isText && /\p{L}/u.test(node.text)) texts.push(`${name}: ${node.text.trim()}`);
      if (isAttribute) texts.push(`${name}: ${node.getText()}`);
      ts.forEachChild(node, visit);
    };
    visit(source);
  }
  assert.deepEqual(texts, []);
});

journey("theme_is_chosen_and_kept", { start: "#board" }, async ({ page, user }) => {
  const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const light = await background();
  await user.choose(page.getByLabel("Theme"), "Dark");
  assert.notEqual(await background(), light);
  await page.reload();
  await page.locator("h1").waitFor();
  assert.notEqual(await background(), light);
});

journey("copied_link_opens_the_same_state", { start: "#why?move=e2e5" }, async ({ page, user }) => {
  await user.press(page.getByRole("button", { name: "Copy link" }));
  await page.getByText("Copied").waitFor();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  assert.equal(link, page.url());
  assert.match(link, /#why\?move=e2e5$/);
  // The message disappears, as it does after a reload.
  await page.getByText("Copied").waitFor({ state: "hidden" });
});

journey("views_are_reached_by_navigation_and_keep_the_position", { start: "#board" }, async ({ page, user }) => {
  const fen = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";
  await user.fill(page.getByLabel("FEN", { exact: true }), fen);
  for (const view of ["Why", "Perft", "Diagnose", "Board"]) {
    await user.press(page.getByRole("navigation").getByRole("link", { name: view }));
    await page.waitForFunction((name) => document.querySelector('[aria-current="page"]').textContent === name, view);
    assert.equal(await page.getByLabel("FEN", { exact: true }).inputValue(), fen);
    assert.equal(await page.evaluate(() => document.activeElement.tagName), "H1");
  }
});

test("link_to_page_has_title_and_picture", () => {
  const html = readFileSync(join(BUILD, "index.html"), "utf8");
  for (const name of ["title", "description", "url", "image"]) assert.match(html, new RegExp(`property="og:${name}" content="[^"]+"`));
  const [, picture] = /og:image" content="https:\/\/tabiya-chess\.github\.io\/tabiya\/([^"]+)"/.exec(html);
  assert.equal(readFileSync(join(BUILD, picture)).toString("latin1", 1, 4), "PNG");
});
