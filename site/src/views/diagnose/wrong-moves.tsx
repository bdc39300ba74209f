// The wrong moves and counts of a divide output, before the causes that explain them.

import type { JSX } from "preact";
import type { Position } from "tabiya";

import { text } from "../../catalogue/all.ts";
import { formatCount, formatDifference } from "../../catalogue/perft.ts";
import { useJob } from "../../engine/use-job.ts";
import { link, value } from "../../route.ts";
import { outputDepth } from "./report.ts";

const labels = text.diagnose.wrongMoves;

/** The number of moves that are listed. */
const MAX_SHOWN = 8;

/** The wrong root moves with their reasons, and the wrong counts, each with the view that goes on from it. */
export function WrongRootMoves({ position }: { readonly position: Position }): JSX.Element | null {
  const [depth, output] = [outputDepth(), value("output")];
  const job = useJob("compare", `${depth} ${position.fen()} ${output}`, { position: position.pack(), depth, output });
  if (job.state === "running") {
    return (
      <p class="muted" aria-busy="true">
        {labels.running}
      </p>
    );
  }
  if (job.state !== "done") return null;
  const { moves, counts } = job.result;
  const fen = position.fen({ enPassant: "always" });
  const items = [
    ...moves.map((wrong) => ({
      name: text.perft.wrong.item(wrong),
      reason: text.perft.wrong.reason(wrong),
      href: link("why", { fen, move: wrong.move }),
      action: text.perft.wrong.why,
    })),
    ...counts.map(({ uci, expected, found }) => ({
      name: position.san(uci),
      reason: labels.count(formatCount(found), formatCount(expected), formatDifference(found - expected)),
      href: link("perft", { moves: uci, depth: String(depth - 1), reported: String(found) }),
      action: labels.descend(position.san(uci)),
    })),
  ];
  return (
    <section class="wrong-roots">
      <h3>{labels.title(moves.length, counts.length)}</h3>
      <ul>
        {items.slice(0, MAX_SHOWN).map(({ name, reason, href, action }) => (
          <li key={name}>
            <strong>{name}</strong>: {reason} <a href={href}>{action}</a>
          </li>
        ))}
      </ul>
      {items.length > MAX_SHOWN && <p class="muted">{labels.more(items.length - MAX_SHOWN)}</p>}
    </section>
  );
}
