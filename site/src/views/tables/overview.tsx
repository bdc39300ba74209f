// All steps of a derivation as small pictures.

import type { JSX } from "preact";
import type { Step } from "tabiya/explain";

import { text } from "../../catalogue/all.ts";
import { SetBoard } from "../../components/set-board.tsx";
import { stateLink } from "./state.ts";
import { lastSet, occupiedIn, type StepProps } from "./step.ts";

/** A link to a step: its number, its title, and its set or its numbers. */
export function StepLink({ derivation, number, step, heading }: StepProps & { readonly number: number }) {
  const entry = derivation.steps[number - 1];
  if (entry === undefined) return null;
  const drawn = lastSet(entry);
  const caption = text.tables.overviewStep(number, entry.title);
  return (
    <a
      class="step-link"
      href={stateLink({}, number)}
      aria-current={number === step ? "step" : undefined}
      aria-label={drawn === null ? undefined : text.tables.stepLabel(number, entry.title)}
      onClick={() => {
        heading.current?.focus();
        heading.current?.scrollIntoView({ block: "nearest" });
      }}
    >
      {drawn === null ? (
        <StepNumbers entry={entry} caption={caption} />
      ) : (
        <span aria-hidden="true">
          <SetBoard set={drawn.set} caption={caption} outlined={drawn.pieces} occupied={occupiedIn(derivation, drawn)} />
        </span>
      )}
    </a>
  );
}

/** The numbers of a step without a set, below its title for screen readers. */
function StepNumbers({ entry, caption }: { readonly entry: Step; readonly caption: string }): JSX.Element {
  return (
    <span class="numbers">
      <span class="caption">{caption}</span>
      {entry.values.map(
        (value) => value.type === "number" && <span key={value.name}>{text.tables.number(value.name, value.value)}</span>,
      )}
    </span>
  );
}

/** All steps by part. */
export function Overview({ derivation, step, heading }: StepProps): JSX.Element {
  const parts: { readonly part: string; readonly numbers: number[] }[] = [];
  derivation.steps.forEach(({ part }, index) => {
    const last = parts.at(-1);
    if (last?.part === part) last.numbers.push(index + 1);
    else parts.push({ part, numbers: [index + 1] });
  });
  return (
    <section class="overview" aria-label={text.tables.overview}>
      <h2>{text.tables.overview}</h2>
      <p class="muted">{text.tables.overviewHelp}</p>
      <div class="parts">
        {parts.map(({ part, numbers }) => (
          <div key={numbers[0]}>
            <h3>{part}</h3>
            <ol class="strip">
              {numbers.map((number) => (
                <li key={number}>
                  <StepLink derivation={derivation} number={number} step={step} heading={heading} />
                </li>
              ))}
            </ol>
          </div>
        ))}
      </div>
    </section>
  );
}
