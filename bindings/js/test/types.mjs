// Checks the types of the package: `node types.mjs`.
//
// A consumer compiles under strict settings, with and without the types of browsers and of Node.js, and the
// declarations contain no `any`. The sources of the package are checked by their comments.

import { readFileSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

import ts from "typescript";

const folder = dirname(fileURLToPath(import.meta.url));
const lib = join(folder, "../lib");

const STRICT = {
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  noImplicitReturns: true,
  noUnusedLocals: true,
  skipLibCheck: false,
  noEmit: true,
  target: ts.ScriptTarget.ES2022,
};

const NODE = { module: ts.ModuleKind.Node16, moduleResolution: ts.ModuleResolutionKind.Node16 };
const BUNDLER = { module: ts.ModuleKind.ESNext, moduleResolution: ts.ModuleResolutionKind.Bundler };
const ES = ["lib.es2022.d.ts"];
const DOM = [...ES, "lib.dom.d.ts"];

/** The environments of consumers. The declarations need no types but those of the language. */
const ENVIRONMENTS = {
  "Node.js, its types": { ...NODE, lib: ES, types: ["node"] },
  "a bundler, types of browsers": { ...BUNDLER, lib: DOM, types: [] },
  "an older resolver": {
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Node10,
    lib: DOM,
    types: [],
  },
  "a bundler, both types": { ...BUNDLER, lib: DOM, types: ["node"] },
};

/** Fails with the messages of the compiler. */
function compile(name, files, options) {
  const program = ts.createProgram(files, { ...STRICT, ...options });
  const diagnostics = ts.getPreEmitDiagnostics(program);
  if (diagnostics.length > 0) {
    const host = { getCanonicalFileName: (file) => file, getCurrentDirectory: () => folder, getNewLine: () => "\n" };
    console.error(`types: ${name}\n${ts.formatDiagnostics(diagnostics, host)}`);
    process.exitCode = 1;
  }
}

/** Fails for each `any` of a declaration. */
function checkNoAny(file) {
  const source = ts.createSourceFile(file, readFileSync(file, "utf8"), ts.ScriptTarget.ES2022, true);
  const visit = (node) => {
    if (node.kind === ts.SyntaxKind.AnyKeyword) {
      const { line } = source.getLineAndCharacterOfPosition(node.getStart());
      console.error(`${file}:${line + 1}: any`);
      process.exitCode = 1;
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
}

const consumer = join(folder, "types/consumer.ts");
const programs = readdirSync(join(folder, "programs")).map((file) => join(folder, "programs", file));
for (const [name, options] of Object.entries(ENVIRONMENTS)) compile(name, [consumer], options);
compile("programs", programs, { ...NODE, lib: DOM, types: ["node"] });
for (const declaration of ["index.d.ts", "pgn.d.ts", "explain.d.ts", "diagnosis.d.ts", "bitboards.d.ts"]) {
  checkNoAny(join(lib, declaration));
  compile(declaration, [join(lib, declaration)], { ...NODE, lib: ES, types: [] });
}
const sources = readdirSync(lib).filter((file) => file.endsWith(".js")).map((file) => join(lib, file));
const checked = { ...NODE, lib: DOM, types: ["node"], allowJs: true, checkJs: true };
compile("sources", sources, { ...checked, noUncheckedIndexedAccess: false, exactOptionalPropertyTypes: false });
