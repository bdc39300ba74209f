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

/** Bytes that stand for themselves. */
const UNRESERVED = /^[A-Za-z0-9\-._~/,:]$/;

/** Encodes a value. The encoder replaces a lone surrogate. */
function encode(value: string): string {
  let text = "";
  for (const character of value) {
    if (character === " ") text += "+";
    else if (UNRESERVED.test(character)) text += character;
    else {
      for (const byte of new TextEncoder().encode(character)) {
        text += `%${byte.toString(16).toUpperCase().padStart(2, "0")}`;
      }
    }
  }
  return text;
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

/** Returns the fragment of a state, with `#`. */
export function formatFragment({ view, values }: Route): string {
  const pairs = [...values].map(([key, value]) => `${key}=${encode(value)}`);
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
