// The entry point `tabiya/diagnosis` of Node.js, Deno and Bun, which loads the modules at once.

import { loadFile } from "./files.js";
import "./node.js";
import { initDiagnosisSync } from "./diagnosis.js";

loadFile(initDiagnosisSync, "diagnosis.wasm");

export * from "./diagnosis.js";
