// The view `tables`: derives attack sets step by step.

import type { JSX } from "preact";
import { useEffect, useMemo, useRef } from "preact/hooks";
import { initExplain, type Derivation, type Technique } from "tabiya/explain";

import { text } from "../catalogue/all.ts";
import { SetValue } from "../components/set-value.tsx";
import { squaresOf } from "../components/set-board.tsx";
import { useModule } from "../components/use-module.ts";
import { reading } from "../position.ts";
import { integer } from "../route.ts";
import { About } from "./tables/about.tsx";
import { InputBoard, PieceControls } from "./tables/controls.tsx";
import { DerivationProblem } from "./tables/problem.tsx";
import { Overview } from "./tables/overview.tsx";
import { MagicSearch } from "./tables/search-panel.tsx";
import { StepPanel } from "./tables/step-panel.tsx";
import { derive, firstSquare, KINDS, readState, selectKind, selectTechnique, stateLink, type TablesState } from "./tables/state.ts";
import "./tables.css";

/** The view. It waits for the module of derivations. */
export default function TablesView(): JSX.Element {
  const module = useModule(initExplain);
  if (module instanceof Error) return <p role="alert">{text.page.loadError(module.message)}</p>;
  if (module === "loading") return <p role="status">{text.page.loading}</p>;
  return <Tables />;
}

function Tables(): JSX.Element {
  const state = readState();
  const { position } = reading.value;
  const stepHeading = useRef<HTMLHeadingElement>(null);
  const lessons = useRef<HTMLDivElement>(null);
  // On narrow windows, the list of lessons scrolls.
  useEffect(() => {
    for (const current of lessons.current?.querySelectorAll(".choices [aria-current]") ?? []) {
      current.scrollIntoView({ block: "nearest", inline: "center" });
    }
  }, [state.kind, state.technique]);
  // A derivation depends on all values but the step and the mode.
  const { kind, technique, color, type, squares, occupied } = state;
  const inputs = [kind, technique, color, type, squares, occupied, position];
  const deriving = useMemo(() => derive(state, position), inputs);
  const derivation = deriving?.derivation ?? null;
  const count = derivation?.steps.length ?? 1;
  const step = integer("step", 1, count, count);
  return (
    <div class="tables">
      <div class="lesson" ref={lessons}>
        <Choices state={state} />
        <div class="lesson-steps">
          {deriving?.error != null && <DerivationProblem state={state} error={deriving.error} position={position} />}
          {derivation !== null && <StepPanel derivation={derivation} step={step} heading={stepHeading} />}
        </div>
        <div class="lesson-input">
          <h2>{text.tables.input}</h2>
          <PieceControls state={state} />
          <InputBoard state={state} position={position} result={step === count ? (derivation?.result ?? 0n) : 0n} />
        </div>
      </div>
      <div role="status" class="result-text">
        {derivation !== null && <ResultText state={state} derivation={derivation} />}
      </div>
      {derivation !== null && (
        <>
          <SetValue
            set={derivation.result}
            caption={text.tables.resultCaption}
            outlined={derivation.squares}
            occupied={derivation.occupied}
          />
          <Overview derivation={derivation} step={step} heading={stepHeading} />
        </>
      )}
      {kind === "attacks" && technique === "magic" && (type === "b" || type === "r") && (
        <MagicSearch slider={type} square={firstSquare(squares)} />
      )}
      {kind === "attacks" && <About technique={technique} />}
      {kind === "attacks" && <NextLesson state={state} />}
    </div>
  );
}

/** The techniques in the order of a course: from a drawing to a table of all blockers. */
const COURSE: readonly Technique[] = ["8x8", "0x88", "spans", "shifts", "lookup", "kogge-stone", "hyperbola", "magic", "pext"];

/** The link to the next technique of the course, from its first step. */
function NextLesson({ state }: { readonly state: TablesState }): JSX.Element | null {
  const next = COURSE[COURSE.indexOf(state.technique) + 1];
  if (next === undefined) return null;
  return (
    <p class="next-lesson">
      <a href={stateLink(selectTechnique(state, next), 1)}>{text.tables.nextLesson(text.tables.techniques[next].name)}</a>
    </p>
  );
}

/** The result as a heading and a sentence. */
function ResultText({ state, derivation }: { readonly state: TablesState; readonly derivation: Derivation }) {
  const squares = squaresOf(derivation.squares);
  const count = squaresOf(derivation.result).length;
  const texts = text.tables.resultText;
  return (
    <>
      <h2>{text.tables.result}</h2>
      <p>
        {state.kind === "attacks" && texts.attacks(state.color, state.type, squares, count)}
        {state.kind === "pushes" && texts.pushes(state.color, count)}
        {state.kind === "moves" && texts.moves(squares, count)}
      </p>
    </>
  );
}

/** The links to the kinds and techniques, and what the current one is. */
function Choices({ state }: { readonly state: TablesState }): JSX.Element {
  const { position } = reading.value;
  return (
    <div class="lesson-choices">
      <nav class="choices" aria-label={text.tables.kind}>
        <span aria-hidden="true">{text.tables.kind}</span>
        <ul>
          {KINDS.map((kind) => (
            <li key={kind}>
              <a
                href={stateLink(selectKind(state, kind, position), kind === state.kind ? undefined : 1)}
                aria-current={kind === state.kind ? "true" : undefined}
              >
                {text.tables.kinds[kind]}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      {state.kind === "attacks" ? (
        <nav class="choices" aria-label={text.tables.technique}>
          <span aria-hidden="true">{text.tables.technique}</span>
          <ul>
            {COURSE.map((name) => (
              <li key={name}>
                <a href={stateLink(selectTechnique(state, name), 1)} aria-current={name === state.technique ? "true" : undefined}>
                  {text.tables.techniques[name].name}
                </a>
              </li>
            ))}
          </ul>
        </nav>
      ) : (
        <p class="explanation">{text.tables.kindTexts[state.kind]}</p>
      )}
    </div>
  );
}
