// A program of Node.js whose bundle has no file of the module beside it.

import { readFileSync } from "node:fs";

import { init, initSync, Position } from "tabiya";

async function main() {
  try {
    Position.start();
  } catch (error) {
    console.log(error.message);
  }
  await init().catch((error) => console.log(/expected the (bytes|module)/.test(error.message)));
  initSync(readFileSync(process.argv[2]));
  console.log(Position.start().perft(4));
}

main();
