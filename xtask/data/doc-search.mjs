// Runs rustdoc's own search on built documentation, as rustdoc's pages do in a browser.
//
// Usage: node doc-search.mjs DOC_FOLDER CRATE TERM...
//
// Prints a JSON object: for each term the paths of the items on the tab "In Names", the best first.
// The index is read through the hooks that rustdoc's scripts offer; their format is internal to
// rustdoc, and that of Rust 1.95.

import fs from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import vm from "node:vm";

const [folder, crate, ...terms] = process.argv.slice(2);
const root = path.resolve(folder);
const require = createRequire(import.meta.url);

function staticScript(name) {
    const scripts = path.join(root, "static.files");
    const file = fs.readdirSync(scripts).find(
        file => file.startsWith(`${name}-`) && file.endsWith(".js"));
    if (file === undefined) {
        throw new Error(`${scripts}: no script ${name}; expected the files of Rust 1.95's rustdoc`);
    }
    return require(path.join(scripts, file));
}

function runIndex(...parts) {
    const file = path.join(root, "search.index", ...parts);
    vm.runInThisContext(fs.readFileSync(`${file}.js`, "utf8"), { filename: `${file}.js` });
}

// Helpers that a page defines in another script.
globalThis.nonnull = value => {
    if (value === null) {
        throw new Error("unexpected null");
    }
    return value;
};
globalThis.nonundef = value => {
    if (value === undefined) {
        throw new Error("unexpected undefined");
    }
    return value;
};

const { Stringdex, RoaringBitmap } = staticScript("stringdex");
const { initSearch } = staticScript("search");
const { docSearch, DocSearch } = await initSearch(Stringdex, RoaringBitmap, {
    loadRoot: callbacks => {
        Object.assign(globalThis, callbacks);
        runIndex("root");
    },
    loadTreeByHash: hash => runIndex(hash),
    loadDataByNameAndHash: (name, hash) => runIndex(name, hash),
});

const found = {};
for (const term of terms) {
    const results = await docSearch.execQuery(DocSearch.parseQuery(term), null, crate);
    found[term] = [];
    for await (const result of results.others) {
        found[term].push(result.displayPath.replace(/<\/?span>/g, "") + result.item.name);
    }
}
console.log(JSON.stringify(found));
