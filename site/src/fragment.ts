// The fragment of the URL, which holds the whole state of the page. docs/reference/links.md defines it.

/** The views of the page, in the order of the navigation. */
export const VIEWS = ["board", "why", "perft", "tables", "lab", "diagnose"] as const;

/** The name of a view. */
export type View = (typeof VIEWS)[number];

/** The state of the page. */
export interface Route {
  readonly view: View;
  /** The values by key. Keys with their default are absent. */
  readonly values: ReadonlyMap<string, string>;
}

/** The greatest length of an encoded value in a link. */
const MAX_LENGTH = 16_384;

/** The escapes of `encodeURIComponent` that this encoding replaces. */
const REPLACEMENTS: Readonly<Record<string, string>> = { "%20": "+", "%2F": "/", "%2C": ",", "%3A": ":" };

/** Encodes a value. A lone surrogate becomes the replacement character. */
function encode(value: string): string {
  const wellFormed = value.replaceAll(/\p{Surrogate}/gu, "\uFFFD");
  return encodeURIComponent(wellFormed).replaceAll(
    /%2[0FC]|%3A|[!*'()]/g,
    (found) => REPLACEMENTS[found] ?? `%${found.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** Decodes a value. Invalid escapes stand for themselves, so that no input fails. */
function decode(text: string): string {
  const spaced = text.replaceAll("+", " ");
  try {
    return decodeURIComponent(spaced);
  } catch {
    return spaced;
  }
}

/** Tests whether a value is too long for a link. */
export function isTooLong(value: string): boolean {
  // An encoded character has at least one byte.
  return value.length > MAX_LENGTH || encode(value).length > MAX_LENGTH;
}

/** Returns the fragment of a state, with `#`. Values that are too long are left out. */
export function formatFragment({ view, values }: Route): string {
  const fitting = [...values].filter(([, value]) => !isTooLong(value));
  const pairs = fitting.map(([key, value]) => `${key}=${encode(value)}`);
  return pairs.length === 0 ? `#${view}` : `#${view}?${pairs.join("&")}`;
}

/** Returns the state of a fragment. An unknown view is the board. */
export function parseFragment(fragment: string): Route {
  const text = fragment.replace(/^#/, "");
  const end = text.indexOf("?");
  const name = end < 0 ? text : text.slice(0, end);
  const view = VIEWS.find((known) => known === name) ?? "board";
  const values = new Map<string, string>();
  for (const pair of end < 0 ? [] : text.slice(end + 1).split("&")) {
    const equals = pair.indexOf("=");
    if (equals > 0) values.set(pair.slice(0, equals), decode(pair.slice(equals + 1)));
  }
  return { view, values };
}
