// The parts of an expression as boards.

import type { JSX } from "preact";
import type { Evaluation, Subexpression } from "tabiya/bitboards";

import { text } from "../../catalogue/all.ts";
import { SetBoard, squaresOf } from "../../components/set-board.tsx";
import { hexadecimal } from "../../components/set-value.tsx";
import { isFlipped } from "../../position.ts";

/** The lost bits and the overflow in words, and the note of the module. */
export function LostText({ step }: { readonly step: Subexpression }): JSX.Element | null {
  const { lost, overflow, note } = step;
  if (lost === null && note === null) return null;
  return (
    <p class="lost-text">
      {lost !== null && text.lab.lostSquares(squaresOf(lost))}
      {overflow !== null && text.lab.overflow(overflow)}
      {note !== null && <span class="note">{note}</span>}
    </p>
  );
}

function Part({ step, number }: { readonly step: Subexpression; readonly number: number }): JSX.Element {
  const caption = text.lab.partCaption(number, step.text);
  return (
    <li class="part-card">
      {step.type === "set" ? (
        <SetBoard set={step.value} lost={step.lost ?? 0n} caption={caption} isFlipped={isFlipped.value} />
      ) : (
        <div class="part-number">
          <span class="big">{String(step.value)}</span>
          <span class="muted">{text.lab.number}</span>
          <span class="part-caption">{caption}</span>
        </div>
      )}
      <code class="part-value">{step.type === "set" ? hexadecimal(step.value) : text.lab.shortHex(step.value)}</code>
      <LostText step={step} />
    </li>
  );
}

/** The greatest number of parts that are drawn. */
const MAX_PARTS = 64;

/** The parts in the order of evaluation. */
export function Parts({ evaluation }: { readonly evaluation: Evaluation }): JSX.Element {
  const { steps } = evaluation;
  return (
    <section aria-label={text.lab.parts}>
      <h2>{text.lab.parts}</h2>
      <p class="muted">{text.lab.partsHelp}</p>
      <ol class="parts-list">
        {steps.slice(0, MAX_PARTS).map((step, index) => (
          <Part key={index} step={step} number={index + 1} />
        ))}
      </ol>
      {steps.length > MAX_PARTS && <p>{text.lab.moreParts(steps.length - MAX_PARTS)}</p>}
    </section>
  );
}
