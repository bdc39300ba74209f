// A bug of the catalogue with its example.

import type { JSX } from "preact";
import { Position } from "tabiya";
import type { Bug } from "tabiya/explain";

import { text } from "../../catalogue.ts";
import { PositionPicture } from "../../components/position-picture.tsx";
import { isFlipped } from "../../position.ts";
import { link } from "../../route.ts";

const labels = text.diagnose;

/** The rule that the bug ignores, and the smallest position on which it shows. */
export function BugDetails({ bug }: { readonly bug: Bug }): JSX.Element {
  const { fen, depth, right, wrong } = bug.example;
  return (
    <div class="bug">
      <PositionPicture pieces={Position.fromFen(fen).pieces()} isFlipped={isFlipped.value} />
      <div>
        <p>{bug.rule}</p>
        <p>
          {labels.example(depth)} <span class="good">{labels.right(right)}</span>,{" "}
          <span class="error">{labels.wrong(wrong)}</span>.
        </p>
        <p>
          <code>{fen}</code>
        </p>
        <p>
          <a href={link("perft", { fen, depth: depth === 3 ? undefined : String(depth) })}>{labels.examplePerft}</a>
        </p>
      </div>
    </div>
  );
}
