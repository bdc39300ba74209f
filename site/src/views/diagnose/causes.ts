// The causes of a diagnosis, with those that differ only in the colors that they concern as one.

import type { Edit } from "tabiya/diagnosis";

/** A cause with its variants. */
export interface Cause {
  /** The codes of the edits for both colors. */
  readonly key: string;
  /** The edits of the likeliest variant. */
  readonly edits: readonly Edit[];
  /** The edits of the other variants. */
  readonly variants: readonly (readonly Edit[])[];
}

/** Returns the code of the same edit for both colors. */
function commonCode({ code, color }: Edit): string {
  return color === null ? code : code.slice(0, -`-${color}`.length);
}

/** Returns the causes of candidates, the likeliest first. */
export function causes(candidates: readonly (readonly string[])[], edits: readonly Edit[]): readonly Cause[] {
  const byCode = new Map(edits.map((edit) => [edit.code, edit]));
  const found = new Map<string, (readonly Edit[])[]>();
  for (const codes of candidates) {
    const own = codes.flatMap((code) => byCode.get(code) ?? []);
    const key = own.map(commonCode).join(" + ");
    const same = found.get(key);
    if (same === undefined) found.set(key, [own]);
    else same.push(own);
  }
  return [...found].map(([key, [own = [], ...variants]]) => ({ key, edits: own, variants }));
}
