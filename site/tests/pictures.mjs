// Takes the pictures of the documentation: `npm run pictures` writes them to the folder `pictures`, and the one that
// stands for a link to the page to `public`.
//
// The tests take the same pictures to a temporary folder, so that each state still has its content.

import { copyFileSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

import { open, SITE, site, startBrowser, startServer } from "./support.mjs";

/** The pictures: the state, and a text that shows that it is complete. */
export const PICTURES = {
  board: { state: "#board?fen=r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R+w+KQkq+-+0+1&from=e5", text: "48 legal moves" },
  why: { state: "#why?fen=8/8/8/K2pP2q/8/8/8/7k+w+-+d6+0+1&move=e5d6", text: "leaves the king in check" },
  perft: { state: "#perft?depth=1&output=e2e4:+1%0Ad2d5:+1", text: "d2d5" },
  tables: { state: "#tables?technique=magic&piece=R&squares=d4&occupied=d2,f4,b4&step=5", text: "Step 5 of 8" },
  lab: { state: "#lab?expr=0x8000000000000000+%3C%3C+1", text: "h8" },
  diagnose: { state: "#diagnose?counts=4:197281,5:4865351", text: "Perft of the example" },
};

/** Takes a picture of a state. */
export async function takePicture(name, folder) {
  const { state, text } = PICTURES[name];
  const { page, context } = await open(state, { width: 1000, height: 720 });
  await page.locator("main").getByText(text).first().waitFor({ timeout: 60_000 });
  await page.waitForFunction(() => document.querySelector("[aria-busy=true]") === null);
  const path = join(folder, `${name}.png`);
  await page.screenshot({ path, animations: "disabled" });
  await context.close();
  return path;
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const folder = join(SITE, "pictures");
  mkdirSync(folder, { recursive: true });
  const server = await startServer();
  site.url = server.url;
  site.browser = await startBrowser();
  for (const name of Object.keys(PICTURES)) console.log(await takePicture(name, folder));
  copyFileSync(join(folder, "why.png"), join(SITE, "public/preview.png"));
  await site.browser.close();
  await server.close();
}
