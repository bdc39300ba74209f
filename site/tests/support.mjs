// The browser, the server and the journeys of the tests.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { after, before, test } from "node:test";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

import { chromium } from "playwright-core";
import { preview } from "vite";

/** The folder of the page's sources. */
export const SITE = dirname(dirname(fileURLToPath(import.meta.url)));

/** The folder of the built page. */
export const BUILD = join(SITE, "../target/site");

/** The browsers that can run the tests, fastest first. */
const PROGRAMS = ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "chrome"];

/** Returns the path of Chromium: that of the environment variable CHROMIUM, or the first one that is installed. */
function findChromium() {
  if (process.env.CHROMIUM) return process.env.CHROMIUM;
  for (const program of PROGRAMS) {
    const { status, stdout } = spawnSync("sh", ["-c", `command -v ${program}`], { encoding: "utf8" });
    if (status === 0) return stdout.trim();
  }
  throw new Error(`Chromium is missing; expected the variable CHROMIUM or one of ${PROGRAMS.join(", ")}`);
}

/** Starts a server of the built page on a free port. */
export async function startServer() {
  const server = await preview({
    root: SITE,
    logLevel: "error",
    preview: { host: "127.0.0.1", port: 0, strictPort: false },
  });
  const { port } = server.httpServer.address();
  return { url: `http://127.0.0.1:${port}/`, close: () => server.close() };
}

/** Starts Chromium with a fresh profile. */
export function startBrowser() {
  return chromium.launch({ executablePath: findChromium(), args: ["--no-sandbox"] });
}

/** The server and the browser of a file of tests. */
export const site = { url: "", browser: /** @type {import("playwright-core").Browser} */ (null) };

/** Starts the server and the browser before the tests of a file, and ends them afterwards. */
export function useSite() {
  let server;
  before(async () => {
    server = await startServer();
    site.url = server.url;
    site.browser = await startBrowser();
  });
  after(async () => {
    await site.browser?.close();
    await server?.close();
  });
}

/**
 * Opens a state of the page in a fresh profile. `messages` collects what the console and failed requests report,
 * and `requests` the URLs of all requests.
 */
export async function open(fragment, { width = 1280, height = 900, theme = "light", hasTouch = false } = {}) {
  const context = await site.browser.newContext({
    viewport: { width, height },
    colorScheme: theme,
    hasTouch,
    permissions: ["clipboard-read", "clipboard-write"],
  });
  context.setDefaultTimeout(15_000);
  const page = await context.newPage();
  const messages = [];
  const requests = [];
  page.on("console", (message) => messages.push(`${message.type()}: ${message.text()}`));
  page.on("pageerror", (error) => messages.push(`error: ${error.message}`));
  page.on("requestfailed", (request) => {
    // A reload or the end of a worker ends requests, which is no failure.
    const error = request.failure()?.errorText;
    if (error !== "net::ERR_ABORTED") messages.push(`failed: ${request.url()}: ${error}`);
  });
  page.on("request", (request) => requests.push(request.url()));
  await page.goto(`${site.url}${fragment}`);
  await page.locator("h1").waitFor();
  return { page, context, messages, requests };
}

/** Waits until the view is loaded and no job runs. */
export function idle(page) {
  return page.waitForFunction(() => {
    const isLoading = document.querySelector("main").innerText.includes("Loading …");
    return !isLoading && document.querySelector("[aria-busy=true]") === null;
  });
}

/** Waits until the URL shows the current state, which it does after a short delay. */
export async function settle(page) {
  await page.waitForTimeout(300);
}

/** The pointers of journeys, with the size of the window. */
const MODES = {
  mouse: { width: 1280, height: 900 },
  keyboard: { width: 1280, height: 900 },
  "touch at 360 px": { width: 360, height: 740, hasTouch: true },
};

/** The greatest number of presses of Tab that reach a control. */
const MAX_TABS = 150;

/** A user who works with one pointer, or with the keyboard alone. */
class User {
  constructor(page, mode) {
    this.page = page;
    this.mode = mode;
  }

  /** Moves the focus to a control by Tab alone. */
  async tabTo(control) {
    await control.waitFor();
    const isFocused = () => control.evaluate((element) => element === document.activeElement);
    // The focus continues at the top of the document after its end.
    for (let count = 0; count < MAX_TABS; count++) {
      if (await isFocused()) return;
      await this.page.keyboard.press("Tab");
    }
    assert.fail(`${control}: not reached by ${MAX_TABS} presses of Tab`);
  }

  /** Presses a button or follows a link. */
  async press(control) {
    if (this.mode === "keyboard") {
      await this.tabTo(control);
      await this.page.keyboard.press("Enter");
    } else if (this.mode === "mouse") {
      await control.click();
    } else {
      await control.tap();
    }
  }

  /** Toggles a checkbox, or selects a radio button that has no selected neighbor. */
  async toggle(control) {
    if (this.mode === "keyboard") {
      await this.tabTo(control);
      await this.page.keyboard.press("Space");
    } else if (this.mode === "mouse") {
      await control.click();
    } else {
      await control.tap();
    }
  }

  /** Replaces the text of a field. */
  async fill(field, text) {
    if (this.mode === "keyboard") {
      await this.tabTo(field);
      await this.page.keyboard.press("ControlOrMeta+a");
      await this.page.keyboard.insertText(text);
    } else {
      await field.fill(text);
    }
  }

  /** Selects an option by its label. */
  async choose(field, label) {
    if (this.mode === "keyboard") {
      await this.tabTo(field);
      // Letters select the option that starts with them.
      await this.page.keyboard.type(label, { delay: 5 });
      await this.page.keyboard.press("Enter");
      assert.equal(await field.evaluate((select) => select.selectedOptions[0]?.label), label);
    } else {
      await field.selectOption({ label });
    }
  }

  /** Activates a square of a board. */
  async square(name, board = this.page.getByRole("grid").first()) {
    const cell = board.locator(`[data-square="${name}"]`);
    if (this.mode === "mouse") return cell.click();
    if (this.mode !== "keyboard") return cell.tap();
    const current = board.locator('[tabindex="0"]');
    await this.tabTo(current);
    await this.walkTo(board, name);
    await this.page.keyboard.press("Enter");
    return undefined;
  }

  /** Moves the focus within a board by the arrow keys. */
  async walkTo(board, name) {
    for (let count = 0; count < 16; count++) {
      const [from, to] = await board.evaluate((grid, target) => {
        const cells = [...grid.querySelectorAll("[data-square]")];
        return [cells.indexOf(document.activeElement), cells.findIndex((cell) => cell.dataset.square === target)];
      }, name);
      assert.notEqual(from, -1, "the focus is on no square");
      if (from === to) return;
      const [dx, dy] = [(to % 8) - (from % 8), Math.floor(to / 8) - Math.floor(from / 8)];
      await this.page.keyboard.press(dx > 0 ? "ArrowRight" : dx < 0 ? "ArrowLeft" : dy > 0 ? "ArrowDown" : "ArrowUp");
    }
    assert.fail(`${name}: not reached by 16 arrow keys`);
  }
}

/**
 * Returns the state that a user sees: the text and the values of the fields. Elements with `data-volatile` are left
 * out, since times differ between two loads.
 */
export function visibleState(page) {
  return page.locator("main").evaluate((main) => {
    const volatile = [...main.querySelectorAll("[data-volatile]")];
    for (const element of volatile) element.hidden = true;
    const fields = [...main.querySelectorAll("input, select, textarea")];
    const values = fields.map((field) => (field.type === "checkbox" || field.type === "radio" ? field.checked : field.value));
    const pieces = [...main.querySelectorAll("[data-square]")].map((square) => square.getAttribute("aria-label"));
    const text = main.innerText;
    for (const element of volatile) element.hidden = false;
    return { text, values, pieces };
  });
}

/**
 * Tests a journey with mouse, keyboard and touch. Afterwards, a reload of the URL must restore the state, the
 * console must be silent, and the page must fit the width of the window.
 *
 * `isStable` tells that the state has no times or other values that differ between two loads.
 */
export function journey(name, { start = "", isStable = true }, steps) {
  for (const [mode, options] of Object.entries(MODES)) {
    test(`${name}: ${mode}`, { timeout: 120_000 }, async () => {
      const { page, context, messages, requests } = await open(start, options);
      try {
        await steps({ page, user: new User(page, mode), mode });
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        assert.ok(overflow <= 0, `the page is ${overflow} pixels too wide`);
        await settle(page);
        if (isStable) {
          const expected = await visibleState(page);
          await page.reload();
          await page.locator("h1").waitFor();
          await waitForState(page, expected);
        }
        assert.deepEqual(messages, []);
        const foreign = requests.filter((url) => !url.startsWith(site.url) && !url.startsWith("blob:") && !url.startsWith("data:"));
        assert.deepEqual(foreign, []);
      } finally {
        await context.close();
      }
    });
  }
}

/** Waits until the page shows a state, and fails with the difference. */
async function waitForState(page, expected) {
  const end = Date.now() + 20_000;
  for (;;) {
    const state = await visibleState(page);
    try {
      assert.deepEqual(state, expected);
      return;
    } catch (error) {
      if (Date.now() > end) throw error;
      await page.waitForTimeout(100);
    }
  }
}
