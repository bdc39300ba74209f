import type { JSX } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { Position } from "tabiya";

import { text } from "../catalogue/all.ts";
import { FenField } from "../components/fen-field.tsx";
import type { JobError } from "../engine/client.ts";
import { useJob } from "../engine/use-job.ts";
import { fenText, reading } from "../position.ts";
import { integer, update, value } from "../route.ts";
import { Catalogue } from "./diagnose/catalogue.tsx";
import { ReportFields } from "./diagnose/form.tsx";
import { answers, isCovered, isValid, mode, observations, outputDepth, rows } from "./diagnose/report.ts";
import { Result } from "./diagnose/result.tsx";

import "./diagnose.css";

const labels = text.diagnose;

/** The limit of positions in millions. */
const FIRST_LIMIT = 20;

/** The factor of a longer search. */
const FACTOR = 5;

const MAX_LIMIT = FIRST_LIMIT * FACTOR ** 3;

/** The view of the diagnosis: a report of a generator, and the edits of the rules that explain it. */
export default function DiagnoseView(): JSX.Element {
  const { position } = reading.value;
  return (
    <>
      <p class="introduction">{labels.introduction}</p>
      <FenField />
      {position === null ? <p>{text.page.invalidPosition}</p> : <Search position={position} />}
      <Catalogue />
    </>
  );
}

/** Returns the inputs of a search as a text. */
function inputs(): string {
  return JSON.stringify(["fen", "counts", "depth", "output", "answers", "limit"].map((key) => value(key)));
}

/**
 * Returns the inputs that the user wants to be searched, and a function that sets them. Links and the history of the
 * browser set them too, but typing does not.
 */
function useRequestedInputs(): readonly [string, (inputs: string) => void] {
  const [requested, setRequested] = useState(inputs);
  useEffect(() => {
    const follow = () => setRequested(inputs());
    addEventListener("hashchange", follow);
    addEventListener("popstate", follow);
    return () => {
      removeEventListener("hashchange", follow);
      removeEventListener("popstate", follow);
    };
  }, []);
  return [requested, setRequested];
}

/** Returns the reason why the report cannot be searched. */
function refusal(): string {
  if (!answers().every(isValid)) return labels.answers.invalid;
  if (mode() === "counts") return rows().every(({ depth }) => isCovered(depth)) ? labels.invalid : labels.invalidDepth;
  return isCovered(outputDepth()) ? labels.empty : labels.invalidDepth;
}

/** The form, and the search that it starts. */
function Search({ position }: { readonly position: Position }): JSX.Element {
  const [requested, setRequested] = useRequestedInputs();
  const [refused, setRefused] = useState("");
  const [wasCanceled, setWasCanceled] = useState(false);
  // The number of presses of the button: a search that failed starts again.
  const [run, setRun] = useState(0);
  const current = inputs();
  const limit = integer("limit", 1, MAX_LIMIT, FIRST_LIMIT);
  const list = requested === current ? observations(position) : null;
  const limits = { maxPositions: limit * 1e6 };
  const job = useJob("diagnose", `${run} ${fenText.value} ${current}`, list === null ? null : { observations: list, limits });

  const button = useRef<HTMLButtonElement>(null);
  const cancel = useRef<HTMLButtonElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  // True while the result of an answer is awaited, whose field had the focus.
  const isAnswered = useRef(false);
  const cancelHadFocus = cancel.current !== null && document.activeElement === cancel.current;
  useLayoutEffect(() => {
    if (cancelHadFocus && cancel.current === null) (heading.current ?? button.current)?.focus();
    if (!isAnswered.current || heading.current === null) return;
    isAnswered.current = false;
    if (document.activeElement === button.current) heading.current.focus();
  });

  const start = (event: Event) => {
    event.preventDefault();
    setWasCanceled(false);
    setRun(run + 1);
    const isComplete = observations(position) !== null;
    setRefused(isComplete ? "" : current);
    setRequested(isComplete ? current : "");
  };
  const searchLonger = () => {
    update({ limit: String(limit * FACTOR) }, true);
    setRequested(inputs());
    button.current?.focus();
  };
  const searchWithAnswer = () => {
    setRequested(inputs());
    button.current?.focus();
    isAnswered.current = true;
  };
  const isCutShort =
    (job.state === "done" && job.result.extent === "pairs-cut-short") ||
    // The form rejects all other reports without a diagnosis.
    (job.state === "failed" && job.error.name === "DiagnosisError");
  return (
    <div class={job.state === "done" ? "search has-result" : "search"}>
      <form onSubmit={start}>
        <fieldset>
          <legend>{labels.form}</legend>
          <ReportFields />
          <div class="row">
            <button ref={button} id="diagnose" type="submit" class="primary">
              {labels.button}
            </button>
          </div>
        </fieldset>
      </form>
      <div role="status" class="search-status">
        {refused === current && <p class="error">{refusal()}</p>}
        {job.state === "running" && (
          <p>
            {labels.running} {limit > FIRST_LIMIT && labels.runningLonger(limit / FIRST_LIMIT)}
          </p>
        )}
        {job.state === "failed" && <Failure error={job.error} />}
        {wasCanceled && job.state === "idle" && <p>{labels.canceled}</p>}
      </div>
      {job.state === "running" && (
        <div class="row" aria-busy="true">
          <progress aria-label={labels.button} />
          <button
            ref={cancel}
            type="button"
            onClick={() => {
              setRequested("");
              setWasCanceled(true);
            }}
          >
            {text.page.cancel}
          </button>
        </div>
      )}
      {job.state === "done" && <Result diagnosis={job.result} position={position} heading={heading} onAnswer={searchWithAnswer} />}
      {isCutShort && limit < MAX_LIMIT && (
        <div class="row longer">
          <button type="button" onClick={searchLonger}>
            {labels.longer}
          </button>
          <span class="muted">{labels.longerHint}</span>
        </div>
      )}
    </div>
  );
}

function Failure({ error }: { readonly error: JobError }): JSX.Element {
  const isKnown = ["DiagnosisError", "DivideError", "FenError"].includes(error.name);
  return <p class="error">{isKnown ? labels.failed(error.message) : text.page.failed(error.message)}</p>;
}
