// The entrances to the page, which a visitor sees who follows no link: debug a generator, learn, ask why.

import type { JSX } from "preact";
import { useId } from "preact/hooks";
import { Position } from "tabiya";

import { text } from "../../catalogue.ts";
import { arrowsOf } from "../../components/evidence.ts";
import { PositionPicture } from "../../components/position-picture.tsx";
import { formatFragment } from "../../fragment.ts";
import type { Changes } from "../../route.ts";
import { valuesOfReport } from "../diagnose/pasted-report.ts";

/** White cannot capture en passant, because the queen would attack the king. */
const PINNED_FEN = "8/8/8/K2pP2q/8/8/8/7k w - d6 0 1";

/** The squares b2 and e3. */
const BLOCKERS = [9, 20];

/** The bits of the magic for a bishop on c1. */
const SHIFTS = [24, 30, 36, 40, 47, 52];

/** Returns the link to a view. */
function linkTo(view: "diagnose" | "tables" | "why", values: Changes): string {
  const present = Object.entries(values).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return formatFragment({ view, values: new Map(present) });
}

/** The three entrances, each with a picture or a form. */
export function Doors(): JSX.Element {
  const { doors } = text.board;
  return (
    <section class="doors" aria-label={doors.label}>
      <p>{doors.introduction}</p>
      <ul>
        <li>
          <h2>{doors.debug.title}</h2>
          <p>{doors.debug.text}</p>
          <NumberForm />
        </li>
        <li>
          <h2>{doors.learn.title}</h2>
          <Multiplication />
          <a href={linkTo("tables", { technique: "magic", piece: "B", squares: "c1", occupied: "b2,e3", step: "1" })}>{doors.learn.link}</a>
        </li>
        <li>
          <h2>{doors.why.title}</h2>
          <PositionPicture pieces={Position.fromFen(PINNED_FEN).pieces()} arrows={arrowsOf(Position.fromFen(PINNED_FEN).why("e5d6").evidence)} />
          <a href={linkTo("why", { fen: PINNED_FEN, move: "e5d6" })}>{doors.why.link}</a>
        </li>
      </ul>
    </section>
  );
}

/** A magic multiplication: copies of the blockers that slide to the left, over and over. */
function Multiplication(): JSX.Element {
  return (
    <svg class="multiplication" viewBox="0 0 128 96" role="img" aria-label={text.board.doors.learn.caption}>
      <rect class="index-part" width="10" height="96" />
      {SHIFTS.map((shift, row) => (
        <g key={shift} transform={`translate(0 ${2 + 16 * row})`}>
          <rect class="bit-row" y="4" width="128" height="4" />
          <g class={`copy copy-${row}`}>
            {BLOCKERS.filter((bit) => bit + shift < 64).map((bit) => (
              <rect key={bit} x={126 - 2 * (bit + shift)} width="3" height="12" />
            ))}
          </g>
        </g>
      ))}
    </svg>
  );
}

/** A perft number of the start position, which the view of diagnoses receives. */
function NumberForm(): JSX.Element {
  const id = useId();
  const { debug } = text.board.doors;
  return (
    <form
      class="number-form"
      onSubmit={(event) => {
        event.preventDefault();
        const fields = new FormData(event.currentTarget);
        const leaves = String(fields.get("leaves")).replace(/[\s,._']/g, "");
        location.hash = linkTo("diagnose", { counts: `${String(fields.get("depth"))}:${leaves}` });
      }}
    >
      <label for={`${id}depth`}>{debug.depth}</label>
      <input id={`${id}depth`} name="depth" type="number" min={1} max={30} required value="5" />
      <label for={`${id}leaves`}>{debug.leaves}</label>
      <input
        id={`${id}leaves`}
        name="leaves"
        class="code"
        type="text"
        inputMode="numeric"
        required
        pattern="[0-9][0-9 ,._']*"
        value="4865351"
        onPaste={(event) => {
          const values = valuesOfReport(event.clipboardData?.getData("text/plain") ?? "");
          if (values === null) return;
          event.preventDefault();
          location.hash = linkTo("diagnose", values);
        }}
      />
      <button type="submit" class="primary">{debug.button}</button>
    </form>
  );
}
