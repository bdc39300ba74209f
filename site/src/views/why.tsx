import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { SQUARES, type Explanation, type Position, type Square } from "tabiya";

import { text } from "../catalogue/all.ts";
import { capitalized } from "../catalogue/perft.ts";
import { Board } from "../components/board.tsx";
import { MarkShapes } from "../components/mark-shape.tsx";
import type { Mark } from "../components/mark.ts";
import { arrowsOf, marksOf } from "../components/evidence.ts";
import { FenField } from "../components/fen-field.tsx";
import { FlipButton } from "../components/flip.tsx";
import { isFlipped, reading, shortFen } from "../position.ts";
import { link, squareValue, update, value } from "../route.ts";
import "./why.css";

/** The view of reasons: the verdict about a move, its sentence, and the evidence on the board. */
export default function WhyView(): JSX.Element {
  const { position } = reading.value;
  return (
    <>
      <FenField />
      {position === null ? <p>{text.page.invalidPosition}</p> : <MoveVerdict position={position} />}
      <Examples />
    </>
  );
}

/** Returns the UCI notation of a move between two squares, with the promotion to a queen where one is due. */
function uciBetween(position: Position, from: Square, to: Square): string {
  const isPawn = position.piece(from)?.type === "p";
  return from + to + (isPawn && /[18]$/.test(to) ? "q" : "");
}

function MoveVerdict({ position }: { readonly position: Position }): JSX.Element {
  const move = value("move").trim();
  const from = squareValue("from");
  const explanation = move === "" ? null : position.why(move);
  const activate = (square: Square) => {
    if (from === null) update({ from: square, move: undefined });
    else if (from === square) update({ from: undefined });
    else update({ from: undefined, move: uciBetween(position, from, square) });
  };
  return (
    <div class="columns why-columns">
      <div role="status" class="headline">
        {explanation === null ? (
          <p>{from === null ? text.why.prompt : text.why.originChosen(from)}</p>
        ) : (
          <Verdict explanation={explanation} move={move} />
        )}
      </div>
      <div class="why-board">
        <Board
          label={text.why.boardLabel}
          pieces={position.pieces()}
          isFlipped={isFlipped.value}
          marks={explanation === null ? new Map() : marksOf(explanation.evidence)}
          arrows={explanation === null ? [] : arrowsOf(explanation.evidence)}
          selected={from}
          onActivate={activate}
          onDrop={(origin, target) => target !== null && update({ from: undefined, move: uciBetween(position, origin, target) })}
        />
        <div class="row">
          <FlipButton />
        </div>
      </div>
      <div>
        <label for="move">{text.why.moveLabel}</label>
        <input
          id="move"
          class="code"
          type="text"
          spellcheck={false}
          autocomplete="off"
          autocapitalize="off"
          aria-describedby="move-help"
          value={value("move")}
          onInput={(event) => update({ move: event.currentTarget.value, from: undefined })}
        />
        <p id="move-help" class="muted">
          {text.why.moveHelp}
        </p>
        {explanation !== null && <Evidence explanation={explanation} />}
        {explanation !== null && <Actions position={position} move={move} explanation={explanation} />}
      </div>
    </div>
  );
}

/** The verdict and its reason. */
function Verdict({ explanation, move }: { readonly explanation: Explanation; readonly move: string }): JSX.Element {
  const { isLegal, san, uci, sentence } = explanation;
  return (
    <div class="verdict">
      <h2 class={isLegal ? "good" : "error"}>{text.why.verdict(san ?? move, isLegal)}</h2>
      <p class="sentence">{`${capitalized(sentence)}.`}</p>
      {san !== null && uci !== null && <p class="muted">{text.why.notation(san, uci)}</p>}
    </div>
  );
}

/** The roles in the order of a move: what moves, what it meets, and what follows. */
const ROLES: readonly Mark[] = ["origin", "target", "captured", "blocker", "attacker", "line", "attacked", "safe", "named"];

/** The squares of the evidence by role: the legend of the board. */
function Evidence({ explanation }: { readonly explanation: Explanation }): JSX.Element | null {
  const marks = marksOf(explanation.evidence);
  const byRole = ROLES.map((mark) => ({ mark, squares: SQUARES.filter((square) => marks.get(square)?.includes(mark)) }));
  const present = byRole.filter(({ squares }) => squares.length > 0);
  if (present.length === 0) return null;
  return (
    <section aria-labelledby="evidence-heading">
      <h2 id="evidence-heading">{text.why.evidence}</h2>
      <table class="evidence">
        <thead>
          <tr>
            <th scope="col">{text.why.role}</th>
            <th scope="col">{text.why.squares}</th>
          </tr>
        </thead>
        <tbody>
          {present.map(({ mark, squares }) => (
            <tr key={mark}>
              <th scope="row">
                <span class={`sample mark-${mark}`}>
                  <MarkShapes marks={[mark]} />
                </span>{" "}
                {text.board.marks[mark]}
              </th>
              <td>{squares.join(" ")}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** Links and downloads of a verdict. */
function Actions({ position, move, explanation }: { readonly position: Position; readonly move: string; readonly explanation: Explanation }): JSX.Element {
  const [message, setMessage] = useState("");
  const save = async () => {
    const { drawPositionSvg, initExplain } = await import("tabiya/explain");
    await initExplain();
    setMessage("");
    const picture = new Blob([drawPositionSvg(position, move)], { type: "image/svg+xml" });
    const anchor = document.createElement("a");
    anchor.href = URL.createObjectURL(picture);
    anchor.download = "tabiya.svg";
    anchor.click();
    URL.revokeObjectURL(anchor.href);
  };
  return (
    <div class="row">
      {explanation.uci !== null && (
        <a href={link("board", { fen: shortFen(position.play(explanation.uci).fen()) })}>{text.why.playMove}</a>
      )}
      <button type="button" onClick={() => save().catch((error: unknown) => setMessage(String(error)))}>
        {text.why.saveSvg}
      </button>
      {!explanation.isLegal && (
        <span class="muted">
          {text.why.reason} <code>{explanation.code}</code>
        </span>
      )}
      <span role="status" class="error">
        {message !== "" && text.page.failed(message)}
      </span>
    </div>
  );
}

/** Links to instructive moves. */
function Examples(): JSX.Element {
  return (
    <section aria-labelledby="examples-heading">
      <h2 id="examples-heading">{text.why.examplesHeading}</h2>
      <ul class="examples">
        {text.why.examples.map(({ name, fen, move }) => (
          <li key={name}>
            <a href={link("why", { fen: shortFen(fen), move })}>{name}</a>
          </li>
        ))}
      </ul>
    </section>
  );
}
