// The result of a diagnosis: the verdict, the causes, the question, and the right counts.

import type { JSX, Ref } from "preact";
import type { Position } from "tabiya";
import type { Diagnosis } from "tabiya/diagnosis";

import { text } from "../../catalogue/all.ts";
import { formatCount, formatDifference } from "../../catalogue/perft.ts";
import { LazyDetails } from "../../components/lazy-details.tsx";
import { link, value } from "../../route.ts";
import { causes, type Cause } from "./causes.ts";
import { EditDetails } from "./edit.tsx";
import { Question } from "./question.tsx";
import { answers, mode, outputDepth } from "./report.ts";
import { WrongRootMoves } from "./wrong-moves.tsx";

const labels = text.diagnose;

/** The number of causes that are shown. */
const MAX_SHOWN = 6;

interface ResultProps {
  readonly diagnosis: Diagnosis;
  readonly position: Position;
  readonly heading: Ref<HTMLHeadingElement>;
  /** Starts a search with the answer to the question. */
  onAnswer(): void;
}

/** The result below the form. */
export function Result({ diagnosis, position, heading, onAnswer }: ResultProps): JSX.Element {
  const { candidates, confidence, edits, evidence, extent, question } = diagnosis;
  const isRight = confidence === "right";
  const found = causes(candidates, edits);
  return (
    <section class="result">
      <h2 ref={heading} tabIndex={-1} class={isRight ? "good" : undefined}>
        {labels.verdict(diagnosis)}
      </h2>
      {!isRight && <p class="evidence muted">{labels.evidence(evidence)}</p>}
      <p class={isRight ? undefined : "muted"}>{labels.extents[extent]}</p>
      {!isRight && mode() === "output" && <WrongRootMoves position={position} />}
      {confidence === "nothing-fits" && <p>{labels.noCandidate}</p>}
      {found.slice(0, MAX_SHOWN).map((cause, index) => (
        <Candidate key={cause.key} cause={cause} isOpen={index === 0} />
      ))}
      {found.length > MAX_SHOWN && <p>{labels.more(found.length - MAX_SHOWN)}</p>}
      {question !== null && (
        <Question
          key={`${question.depth} ${question.fen}`}
          question={question}
          edits={edits}
          onAnswer={onAnswer}
        />
      )}
      {question === null && candidates.length > 1 && <p>{labels.noQuestion}</p>}
      <Counts comparisons={diagnosis.comparisons} />
      {!isRight && (
        <p>
          <a href={perftLink(diagnosis)}>{labels.perft}</a>
        </p>
      )}
    </section>
  );
}

/** Returns the link to the counts by move, with the output of the engine if there is one. */
function perftLink({ comparisons }: Diagnosis): string {
  if (mode() === "output") return link("perft", { depth: String(outputDepth()), output: value("output") });
  const own = comparisons.slice(0, comparisons.length - answers().length);
  const wrong = own.find(({ right, reported }) => right !== reported);
  return link("perft", { depth: wrong === undefined ? undefined : String(wrong.depth) });
}

/** A cause with its variants. */
function Candidate({ cause, isOpen }: { readonly cause: Cause; readonly isOpen: boolean }): JSX.Element {
  const { edits, variants } = cause;
  return (
    <LazyDetails class="candidate" isOpen={isOpen} summary={<h3>{labels.candidate(edits.map(({ clause }) => clause))}</h3>}>
      {() => (
        <>
          {variants.length > 0 && <p class="muted">{labels.variants(variants)}</p>}
          {edits.map((edit) => (
            <EditDetails key={edit.code} edit={edit} />
          ))}
        </>
      )}
    </LazyDetails>
  );
}

function Counts({ comparisons }: { readonly comparisons: Diagnosis["comparisons"] }): JSX.Element {
  const { title, depth, position, thisPosition, right, reported, difference, notUsed } = labels.counts;
  const others = answers();
  const own = comparisons.length - others.length;
  return (
    <div class="table-frame" tabIndex={0} role="region" aria-label={title}>
      <table>
        <thead>
          <tr>
            {[depth, right, reported, difference].map((name) => (
              <th key={name} scope="col" class="number">
                {name}
              </th>
            ))}
            {others.length > 0 && <th scope="col">{position}</th>}
          </tr>
        </thead>
        <tbody>
          {comparisons.map((comparison, index) => (
            <tr key={index}>
              <td class="number">{comparison.depth}</td>
              <td class="number">{comparison.right === null ? notUsed : formatCount(comparison.right)}</td>
              <td class="number">{formatCount(comparison.reported)}</td>
              <td class="number">
                {comparison.right !== null && formatDifference(comparison.reported - comparison.right)}
              </td>
              {others.length > 0 && (
                <td>{index < own ? thisPosition : <code>{others[index - own]?.fen}</code>}</td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
