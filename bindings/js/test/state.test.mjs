// Tests of positions inside of the state of frameworks, which wrap objects in a Proxy or copy them.

import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import test from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";

import { reactive, ref, shallowReactive } from "@vue/reactivity";
import { produce } from "immer";
import { observable } from "mobx";
import { compileModule } from "svelte/compiler";
import { Position } from "tabiya";
import { compareDivide, initExplain, leafCategories } from "tabiya/explain";

import { KIWIPETE, START } from "./support.mjs";

await initExplain();

/** Uses each kind of method of a position that may be wrapped. */
function checkPosition(position) {
  assert.ok(position instanceof Position);
  assert.equal(position.fen(), KIWIPETE);
  assert.equal(`${position}`, KIWIPETE);
  assert.equal(JSON.stringify({ position }), JSON.stringify({ position: KIWIPETE }));
  assert.equal(position.turn, "white");
  assert.equal(position.moves().length, 48);
  assert.equal(position.codes().length, 48);
  assert.equal(position.perft(2), 2_039);
  assert.equal(position.play("O-O").turn, "black");
  assert.equal(position.why("e1e5").isLegal, false);
  assert.equal(position.pack().length, 28);
  assert.ok(position.equals(Position.fromFen(KIWIPETE)));
  assert.ok(Position.fromFen(KIWIPETE).equals(position));
  assert.equal(leafCategories(position, 1).captures, 8);
  assert.ok(compareDivide(position, 1, position.ucis().map((uci) => `${uci}: 1`).join("\n")).isRight);
}

/** Wraps an object, and every object that it yields, in a Proxy. */
function deepProxy(object) {
  return new Proxy(object, {
    get(target, name, receiver) {
      const value = Reflect.get(target, name, receiver);
      const isPlain = value !== null && typeof value === "object" && !ArrayBuffer.isView(value);
      return isPlain ? deepProxy(value) : value;
    },
  });
}

test("position_in_proxy_works", () => {
  const position = Position.fromFen(KIWIPETE);
  checkPosition(new Proxy(position, {}));
  checkPosition(new Proxy(new Proxy(position, {}), {}));
  checkPosition(deepProxy({ game: { position } }).game.position);
});

test("position_in_vue_state_works", () => {
  checkPosition(ref(Position.fromFen(KIWIPETE)).value);
  const state = reactive({ position: Position.start(), history: [] });
  state.history.push(state.position);
  state.position = Position.fromFen(KIWIPETE);
  checkPosition(state.position);
  assert.equal(state.history[0].fen(), START);
  checkPosition(shallowReactive({ position: Position.fromFen(KIWIPETE) }).position);
});

test("position_in_mobx_state_works", () => {
  checkPosition(observable({ position: Position.fromFen(KIWIPETE) }).position);
  checkPosition(observable.map([["position", Position.fromFen(KIWIPETE)]]).get("position"));
});

test("position_in_immer_state_is_opaque", () => {
  const position = Position.fromFen(KIWIPETE);
  const before = { position: Position.start(), plies: 0 };
  const after = produce(before, (draft) => {
    draft.position = position;
    draft.plies += 1;
  });
  assert.equal(after.position, position);
  checkPosition(after.position);
  assert.equal(before.position.fen(), START);
});

test("position_in_svelte_state_works", async () => {
  const source = "export function makeState(position) { let state = $state({ position, history: [] }); return state; }";
  const { js } = compileModule(source, { filename: "state.svelte.js", generate: "client" });
  // Beside the installed packages, so that the compiled module finds svelte.
  const folder = join(dirname(fileURLToPath(import.meta.url)), "node_modules/.cache");
  mkdirSync(folder, { recursive: true });
  const file = join(folder, "state.mjs");
  writeFileSync(file, js.code);
  const { makeState } = await import(pathToFileURL(file).href);
  const state = makeState(Position.fromFen(KIWIPETE));
  checkPosition(state.position);
  state.history.push(state.position);
  checkPosition(state.history[0]);
});

test("copies_without_state_are_no_positions", () => {
  const position = Position.start();
  assert.deepEqual({ ...position }, {});
  assert.equal(structuredClone(position).fen, undefined);
  const unknown = Object.create(Position.prototype);
  assert.throws(() => unknown.fen(), { name: "TypeError", message: /position without a state/ });
});
