import type { JSX } from "preact";

import { text } from "../catalogue.ts";
import { isFlipped } from "../position.ts";
import { update } from "../route.ts";

/** A button that turns the boards. */
export function FlipButton(): JSX.Element {
  return (
    <button
      type="button"
      aria-pressed={isFlipped.value}
      onClick={() => update({ flip: isFlipped.value ? undefined : "1" })}
    >
      {text.page.flip}
    </button>
  );
}
