// The result of a diagnosis: the sentence, the causes, and the right counts.

import type { JSX, Ref } from "preact";
import type { Bug, Diagnosis } from "tabiya/explain";

import { text } from "../../catalogue.ts";
import { formatCount, formatDifference } from "../../catalogue/perft.ts";
import { link, value } from "../../route.ts";
import { BugDetails } from "./bug.tsx";
import { mode, outputDepth } from "./report.ts";

const labels = text.diagnose;

/** The number of causes whose bugs are shown in full. */
const MAX_SHOWN = 12;

interface ResultProps {
  readonly diagnosis: Diagnosis;
  readonly heading: Ref<HTMLHeadingElement>;
}

/** The result below its sentence. */
export function Result({ diagnosis, heading }: ResultProps): JSX.Element {
  const { sentence, candidates, extent, bugs } = diagnosis;
  const isRight = extent === "counts-are-right";
  return (
    <section class="result">
      <h2 ref={heading} tabIndex={-1} class={isRight ? "good" : undefined}>
        {labels.result(sentence)}
      </h2>
      <p>{labels.extents[extent]}</p>
      {candidates.length > 1 && <p>{labels.several(candidates.length)}</p>}
      {candidates.length === 0 && !isRight && <p>{labels.noCandidate}</p>}
      <Counts comparisons={diagnosis.comparisons} />
      {!isRight && (
        <p>
          <a href={perftLink(diagnosis)}>{labels.perft}</a>
        </p>
      )}
      {candidates.slice(0, MAX_SHOWN).map((names) => (
        <Candidate key={names.join()} bugs={bugs.filter(({ name }) => names.includes(name))} />
      ))}
      {candidates.length > MAX_SHOWN && (
        <ul>
          {candidates.slice(MAX_SHOWN).map((names) => (
            <li key={names.join()}>
              {labels.candidate(bugs.filter(({ name }) => names.includes(name)).map(({ clause }) => clause))}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** Returns the link to the counts by move, with the output of the engine if there is one. */
function perftLink({ comparisons }: Diagnosis): string {
  if (mode() === "output") return link("perft", { depth: String(outputDepth()), output: value("output") });
  const wrong = comparisons.find(({ right, reported }) => right !== reported);
  return link("perft", { depth: wrong === undefined ? undefined : String(wrong.depth) });
}

function Candidate({ bugs }: { readonly bugs: readonly Bug[] }): JSX.Element {
  return (
    <article class="candidate">
      <h3>{labels.candidate(bugs.map(({ clause }) => clause))}</h3>
      {bugs.map((bug) => (
        <BugDetails key={bug.name} bug={bug} />
      ))}
    </article>
  );
}

function Counts({ comparisons }: { readonly comparisons: Diagnosis["comparisons"] }): JSX.Element {
  const { title, depth, right, reported, difference } = labels.counts;
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
          </tr>
        </thead>
        <tbody>
          {comparisons.map((comparison, index) => (
            <tr key={index}>
              <td class="number">{comparison.depth}</td>
              <td class="number">{formatCount(comparison.right)}</td>
              <td class="number">{formatCount(comparison.reported)}</td>
              <td class="number">{formatDifference(comparison.reported - comparison.right)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
