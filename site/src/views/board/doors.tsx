// The entrances to the page, which a visitor sees who follows no link: debug a generator, learn, ask why.

import type { JSX } from "preact";
import { useId } from "preact/hooks";
import { Position } from "tabiya";

import { text } from "../../catalogue.ts";
import { PositionPicture } from "../../components/position-picture.tsx";
import { SetBoard } from "../../components/set-board.tsx";
import { formatFragment } from "../../fragment.ts";
import type { Changes } from "../../route.ts";
import { valuesOfReport } from "../diagnose/pasted-report.ts";

/** White cannot capture en passant, because the queen would attack the king. */
const PINNED_FEN = "8/8/8/K2pP2q/8/8/8/7k w - d6 0 1";

/** The squares that the bishop on c1 attacks between pieces on b2 and e3. */
const [ATTACKED, OCCUPIED, ORIGIN] = [0x0000_0000_0010_0a00n, 0x0000_0000_0010_0200n, 0x4n];

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
          <SetBoard set={ATTACKED} occupied={OCCUPIED} outlined={ORIGIN} caption={doors.learn.caption} />
          <a href={linkTo("tables", { technique: "magic", piece: "B", squares: "c1", occupied: "b2,e3", step: "1" })}>{doors.learn.link}</a>
        </li>
        <li>
          <h2>{doors.why.title}</h2>
          <PositionPicture pieces={Position.fromFen(PINNED_FEN).pieces()} />
          <a href={linkTo("why", { fen: PINNED_FEN, move: "e5d6" })}>{doors.why.link}</a>
        </li>
      </ul>
    </section>
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
