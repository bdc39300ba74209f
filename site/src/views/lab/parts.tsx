// The parts of an expression as boards.

import type { JSX } from "preact";
import type { Evaluation, Subexpression } from "tabiya/bitboards";

import { text } from "../../catalogue.ts";
import { SetBoard, squaresOf } from "../../components/set-board.tsx";
import { hexadecimal } from "../../components/set-value.tsx";
import { isFlipped } from "../../position.ts";
import { isLostSet } from "./state.ts";

interface PartProps {
  readonly step: Subexpression;
  readonly evaluation: Evaluation;
  readonly expression: string;
}

/** The bits that fell off, in words, and the note of the module. */
export function LostText({ step, evaluation, expression }: PartProps): JSX.Element | null {
  const { lost, note } = step;
  if (lost === null && note === null) return null;
  const isSet = isLostSet(step, evaluation.steps, expression);
  return (
    <p class="lost-text">
      {lost !== null && (isSet ? text.lab.lostSquares(squaresOf(lost)) : text.lab.lostBits(lost))}
      {note !== null && <span class="note">{note}</span>}
    </p>
  );
}

function Part({ step, evaluation, expression, number }: PartProps & { readonly number: number }): JSX.Element {
  const caption = text.lab.partCaption(number, step.text);
  const lost = step.lost !== null && isLostSet(step, evaluation.steps, expression) ? step.lost : 0n;
  return (
    <li class="part-card">
      {step.type === "set" ? (
        <SetBoard set={step.value} lost={lost} caption={caption} isFlipped={isFlipped.value} />
      ) : (
        <div class="part-number">
          <span class="big">{String(step.value)}</span>
          <span class="muted">{text.lab.number}</span>
          <span class="part-caption">{caption}</span>
        </div>
      )}
      <code class="part-value">{step.type === "set" ? hexadecimal(step.value) : text.lab.shortHex(step.value)}</code>
      <LostText step={step} evaluation={evaluation} expression={expression} />
    </li>
  );
}

interface PartsProps {
  readonly evaluation: Evaluation;
  readonly expression: string;
}

/** All parts in the order of evaluation. */
export function Parts({ evaluation, expression }: PartsProps): JSX.Element {
  return (
    <section aria-label={text.lab.parts}>
      <h2>{text.lab.parts}</h2>
      <p class="muted">{text.lab.partsHelp}</p>
      <ol class="parts-list">
        {evaluation.steps.map((step, index) => (
          <Part key={index} step={step} number={index + 1} evaluation={evaluation} expression={expression} />
        ))}
      </ol>
    </section>
  );
}
