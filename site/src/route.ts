// The current state: a signal that follows the fragment of the URL.

import { computed, signal } from "@preact/signals";
import { SQUARES, type Square } from "tabiya";

import { formatFragment, isTooLong, parseFragment, type Route, type View } from "./fragment.ts";

/** The keys that all views share. */
const SHARED = ["fen", "flip"];

/** The current state of the page. */
export const route = signal<Route>(parseFragment(location.hash));

/** `true` if a text is too long for the URL, so that a reload loses it. */
export const isUrlIncomplete = computed(() => [...route.value.values.values()].some(isTooLong));

/** The current view. */
export const view = computed(() => route.value.view);

/** `true` if the page was opened without a link, and its state is unchanged. */
export const isEntry = computed(() => route.value.values.size === 0 && location.hash === "");

/** Changes of values by key. An empty or absent value removes the key. */
export type Changes = Readonly<Record<string, string | undefined>>;

/** Returns a value, or an empty text if it is absent. */
export function value(key: string): string {
  return route.value.values.get(key) ?? "";
}

/** Returns a value as an integer in a range, or the default if it is none. */
export function integer(key: string, minimum: number, maximum: number, fallback: number): number {
  const text = value(key);
  const number = Number(text);
  return /^\d+$/.test(text) && number >= minimum && number <= maximum ? number : fallback;
}

/** Returns a value as a square, or `null` if it is none. */
export function squareValue(key: string): Square | null {
  return SQUARES.find((square) => square === value(key)) ?? null;
}

/** Replaces values of the current view. `isStep` adds an entry to the history of the browser. */
export function update(changes: Changes, isStep = false): void {
  const values = new Map(route.value.values);
  for (const [key, text] of Object.entries(changes)) {
    if (text === undefined || text === "") values.delete(key);
    else values.set(key, text);
  }
  go({ view: route.value.view, values }, isStep);
}

/** Returns the link to a view, with the shared values and the changes. */
export function link(target: View, changes: Changes = {}): string {
  const values = new Map<string, string>();
  for (const key of SHARED) {
    const text = value(key);
    if (text !== "") values.set(key, text);
  }
  for (const [key, text] of Object.entries(changes)) {
    if (text === undefined || text === "") values.delete(key);
    else values.set(key, text);
  }
  return formatFragment({ view: target, values });
}

/** The time between two changes of the URL in milliseconds. Browsers limit their number. */
const URL_INTERVAL = 200;

/** The timer of the next change of the URL, while one is due. */
let timer: ReturnType<typeof setTimeout> | undefined;

/** Writes the state to the URL. */
function writeUrl(): void {
  clearTimeout(timer);
  timer = undefined;
  history.replaceState(null, "", formatFragment(route.value));
}

/** Tests whether two states are equal. */
function isEqual(a: Route, b: Route): boolean {
  const isSame = ([key, text]: readonly [string, string]) => b.values.get(key) === text;
  return a.view === b.view && a.values.size === b.values.size && [...a.values].every(isSame);
}

/** Shows a state, in a new entry of the history if `isStep` is set. */
function go(next: Route, isStep: boolean): void {
  if (isEqual(next, route.value)) return;
  if (isStep) {
    if (timer !== undefined) writeUrl();
    history.pushState(null, "", formatFragment(next));
  } else {
    timer ??= setTimeout(writeUrl, URL_INTERVAL);
  }
  route.value = next;
}

/** Follows links and the history of the browser. */
export function followLocation(): void {
  const follow = () => {
    clearTimeout(timer);
    timer = undefined;
    route.value = parseFragment(location.hash);
  };
  addEventListener("hashchange", follow);
  addEventListener("popstate", follow);
  addEventListener("pagehide", () => {
    if (timer !== undefined) writeUrl();
  });
}
