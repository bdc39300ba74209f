// The part of a text around an error, with a caret below the place.

import type { JSX } from "preact";

interface ExcerptProps {
  readonly source: string;
  /** The index of the error. */
  readonly at: number;
  /** The index behind the error. */
  readonly end: number;
}

/** The greatest number of characters before and behind the start of the error. Both fit a narrow window. */
const CONTEXT = 17;

/** The line of the error, shortened to fit a narrow window. */
export function Excerpt({ source, at, end }: ExcerptProps): JSX.Element {
  const lineStart = at === 0 ? 0 : source.lastIndexOf("\n", at - 1) + 1;
  const lineBreak = source.indexOf("\n", at);
  const lineEnd = lineBreak < 0 ? source.length : lineBreak;
  const [start, stop] = [Math.max(lineStart, at - CONTEXT), Math.min(lineEnd, at + CONTEXT)];
  const before = `${start > lineStart ? "…" : ""}${source.slice(start, at)}`;
  const line = `${before}${source.slice(at, stop)}${stop < lineEnd ? "…" : ""}`;
  const carets = "^".repeat(Math.max(1, Math.min(end, stop) - at));
  return <pre class="excerpt">{`${line}\n${" ".repeat(before.length)}${carets}`}</pre>;
}
