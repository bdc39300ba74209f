// The form of the report.

import type { JSX } from "preact";

import { text } from "../../catalogue/all.ts";
import { update, value } from "../../route.ts";
import { valuesOfReport } from "./pasted-report.ts";
import {
  answers,
  DEPTHS,
  isCovered,
  isValid,
  MAX_ROWS,
  mode,
  outputDepth,
  rows,
  showAnswers,
  showRows,
  type Mode,
  type Row,
} from "./report.ts";

const labels = text.diagnose;

/** The fields: rows of numbers or a field of divide output, and the answers to questions. */
export function ReportFields(): JSX.Element {
  const current = mode();
  const choose = (next: Mode) => {
    if (next === "output") update({ depth: String(rows()[0]?.depth ?? 5), counts: undefined }, true);
    else update({ depth: undefined, output: undefined }, true);
  };
  return (
    <>
      <div class="button-group modes" role="group" aria-label={labels.modes.label}>
        {(["counts", "output"] as const).map((name) => (
          <button type="button" key={name} aria-pressed={current === name} onClick={() => choose(name)}>
            {labels.modes[name]}
          </button>
        ))}
      </div>
      {current === "counts" ? <CountRows /> : <OutputField />}
      <Answers />
    </>
  );
}

interface DepthProps {
  readonly label: string;
  readonly depth: number;
  onChange(depth: number): void;
}

/** The depth. One of a link that is not offered is displayed, too. */
function DepthSelect({ label, depth, onChange }: DepthProps): JSX.Element {
  const depths = DEPTHS.some((offered) => offered === depth) ? DEPTHS : [...DEPTHS, depth];
  return (
    <label class="depth">
      <span aria-hidden="true">{labels.depth}</span>
      <select aria-label={label} value={depth} onChange={(event) => onChange(Number(event.currentTarget.value))}>
        {depths.map((number) => (
          <option key={number} value={number}>
            {number}
          </option>
        ))}
      </select>
    </label>
  );
}

/** The rows of depths and numbers. */
function CountRows(): JSX.Element {
  const current = rows();
  const change = (index: number, row: Partial<Row>) => {
    showRows(current.map((old, other) => (other === index ? { ...old, ...row } : old)));
  };
  const add = () => {
    const depth = Math.max(1, (current.at(-1)?.depth ?? 5) - 1);
    showRows([...current, { depth, leaves: "" }]);
  };
  return (
    <>
      {current.map((row, index) => {
        const isWrong = (row.leaves !== "" || !isCovered(row.depth)) && !isValid(row);
        return (
          <div class="row count-row" key={index}>
            <DepthSelect
              label={labels.depthOf(index)}
              depth={row.depth}
              onChange={(depth) => change(index, { depth })}
            />
            <label class="leaves">
              <span aria-hidden="true">{labels.leaves}</span>
              <input
                type="text"
                inputMode="numeric"
                class="code"
                autocomplete="off"
                aria-label={labels.leavesOf(index)}
                aria-invalid={isWrong}
                aria-describedby={isWrong ? `leaves-error-${index}` : undefined}
                value={row.leaves}
                onPaste={(event) => {
                  // A field of one line would join the lines of a report.
                  const values = valuesOfReport(event.clipboardData?.getData("text/plain") ?? "");
                  if (values === null) return;
                  event.preventDefault();
                  update(values, true);
                }}
                onInput={(event) => change(index, { leaves: event.currentTarget.value })}
              />
            </label>
            {current.length > 1 && (
              <button
                type="button"
                class="small"
                aria-label={labels.removeOf(index)}
                onClick={() => {
                  showRows(current.filter((_, other) => other !== index));
                  document.getElementById("add-number")?.focus();
                }}
              >
                {labels.remove}
              </button>
            )}
            {isWrong && (
              <span class="error" id={`leaves-error-${index}`}>
                {isCovered(row.depth) ? labels.invalid : labels.invalidDepth}
              </span>
            )}
          </div>
        );
      })}
      <div class="row">
        <button type="button" class="small" id="add-number" disabled={current.length >= MAX_ROWS} onClick={add}>
          {labels.add}
        </button>
        <span class="muted">{labels.addHint}</span>
      </div>
    </>
  );
}

/** The field of divide output with its depth. */
function OutputField(): JSX.Element {
  return (
    <>
      <DepthSelect
        label={labels.depth}
        depth={outputDepth()}
        onChange={(depth) => update({ depth: String(depth) })}
      />
      <label for="output">{labels.output}</label>
      <textarea
        id="output"
        rows={8}
        spellcheck={false}
        aria-describedby="output-hint"
        value={value("output")}
        onInput={(event) => update({ output: event.currentTarget.value, depth: String(outputDepth()) })}
      />
      <p class="muted" id="output-hint">
        {labels.outputHint}
      </p>
    </>
  );
}

/** The answers to questions about other positions, with buttons that remove them. */
function Answers(): JSX.Element | null {
  const current = answers();
  if (current.length === 0) return null;
  return (
    <>
      <p>{labels.answers.title}</p>
      <ul class="answers">
        {current.map((answer, index) => (
          <li key={index}>
            {labels.answers.item(answer.depth, answer.leaves)} <code>{answer.fen}</code>{" "}
            <button
              type="button"
              class="small"
              aria-label={labels.answers.removeOf(index)}
              onClick={() => {
                showAnswers(current.filter((_, other) => other !== index));
                document.getElementById("diagnose")?.focus();
              }}
            >
              {labels.remove}
            </button>
            {!isValid(answer) && <span class="error"> {labels.answers.invalid}</span>}
          </li>
        ))}
      </ul>
    </>
  );
}
