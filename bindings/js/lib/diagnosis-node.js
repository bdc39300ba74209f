// The entry point `tabiya/diagnosis` of Node.js, Deno and Bun, which loads the modules at once.

import { readFileSync } from "node:fs";

import "./node.js";
import { initDiagnosisSync } from "./diagnosis.js";

initDiagnosisSync(readFileSync(new URL("../wasm/diagnosis.wasm", import.meta.url)));

export * from "./diagnosis.js";
