// The current step of a derivation, with a slider through all steps.

import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { Derivation } from "tabiya/explain";

import { text } from "../../catalogue/all.ts";
import { CodeLine } from "../../components/copy.tsx";
import { update, value } from "../../route.ts";
import { StepLink } from "./overview.tsx";
import { ProductPicture } from "./product.tsx";
import type { StepProps } from "./step.ts";
import { Trace } from "./trace.tsx";
import { StepValues } from "./values.tsx";

/** Techniques whose numbers depend on each other, so that a table shows them together. */
const TRACED = ["magic", "pext"];

/** The slider, the step, and the steps of its part. */
export function StepPanel({ derivation, step, heading }: StepProps): JSX.Element {
  const current = derivation.steps[step - 1];
  const steps = derivation.steps.map((entry, index) => ({ entry, number: index + 1 }));
  const siblings = steps.filter(({ entry }) => entry.part === current?.part);
  return (
    <section class="step-panel" aria-label={text.tables.steps}>
      <h2 ref={heading} tabIndex={-1}>
        {text.tables.position(step, derivation.steps.length)}
      </h2>
      <Slider derivation={derivation} step={step} />
      {current !== undefined && (
        <>
          <div role="status" class="step-text">
            <p class="part muted">{current.part}</p>
            <h3>{current.title}</h3>
            <p>{current.text}</p>
          </div>
          {current.code !== null && (
            <p class="step-code">
              <CodeLine code={current.code} />
            </p>
          )}
          <ProductPicture derivation={derivation} step={step} />
          <StepValues derivation={derivation} step={step} />
          {siblings.length > 1 && (
            <ol class="strip" aria-label={current.part}>
              {siblings.map(({ number }) => (
                <li key={number}>
                  <StepLink derivation={derivation} number={number} step={step} heading={heading} />
                </li>
              ))}
            </ol>
          )}
          {TRACED.includes(derivation.technique) && <Trace derivation={derivation} step={step} />}
        </>
      )}
    </section>
  );
}

/** The time of a step while steps are played, in milliseconds. */
const STEP_TIMES = { slow: 4000, normal: 1800, fast: 900 } as const;

type Speed = keyof typeof STEP_TIMES;

const SPEEDS = ["slow", "normal", "fast"] as const satisfies readonly Speed[];

/** Plays the steps to the last one, from the first if the last is shown. */
function usePlayer(step: number, count: number, speed: Speed): { readonly isPlaying: boolean; toggle(): void } {
  const [isPlaying, setPlaying] = useState(false);
  useEffect(() => {
    if (!isPlaying) return undefined;
    if (step === count) {
      setPlaying(false);
      return undefined;
    }
    const timer = setTimeout(() => update({ step: step + 1 === count ? undefined : String(step + 1) }), STEP_TIMES[speed]);
    return () => clearTimeout(timer);
  }, [isPlaying, step, count, speed]);
  const toggle = () => {
    if (!isPlaying && step === count) update({ step: count === 1 ? undefined : "1" });
    setPlaying(!isPlaying);
  };
  return { isPlaying, toggle };
}

/** The slider with buttons. The buttons stay in the tab order at the ends, so that the focus is not lost. */
function Slider({ derivation, step }: { readonly derivation: Derivation; readonly step: number }): JSX.Element {
  const count = derivation.steps.length;
  const go = (next: number) => {
    if (next >= 1 && next <= count) update({ step: next === count ? undefined : String(next) });
  };
  const speed = SPEEDS.find((name) => name === value("speed")) ?? "normal";
  const { isPlaying, toggle } = usePlayer(step, count, speed);
  return (
    <div class="slider">
      <button type="button" class="player" aria-pressed={isPlaying} onClick={toggle}>
        {isPlaying ? text.tables.pause : text.tables.play}
      </button>
      <button type="button" aria-disabled={step === 1} onClick={() => go(step - 1)}>
        {text.tables.previous}
      </button>
      <input
        type="range"
        aria-label={text.tables.slider}
        aria-valuetext={text.tables.sliderText(step, count, derivation.steps[step - 1]?.title ?? "")}
        min="1"
        max={count}
        value={step}
        onInput={(event) => go(event.currentTarget.valueAsNumber)}
      />
      <button type="button" aria-disabled={step === count} onClick={() => go(step + 1)}>
        {text.tables.next}
      </button>
      <label class="speed">
        {text.tables.speed}{" "}
        <select value={speed} onChange={({ currentTarget }) => update({ speed: currentTarget.value === "normal" ? undefined : currentTarget.value })}>
          {SPEEDS.map((name) => (
            <option key={name} value={name}>
              {text.tables.speeds[name]}
            </option>
          ))}
        </select>
      </label>
    </div>
  );
}
