// An edit of the rules with its example.

import type { JSX } from "preact";
import { Position } from "tabiya";
import type { Edit, EditExample } from "tabiya/diagnosis";

import { text } from "../../catalogue/all.ts";
import { CodeLine } from "../../components/copy.tsx";
import { PositionPicture } from "../../components/position-picture.tsx";
import { useJob } from "../../engine/use-job.ts";
import { isFlipped } from "../../position.ts";
import { link } from "../../route.ts";

const labels = text.diagnose;

/** The number of public bug reports that are shown. */
const MAX_REPORTS = 3;

/** The rule that the edit breaks, a small position on which it shows, and public bug reports. */
export function EditDetails({ edit }: { readonly edit: Edit }): JSX.Element {
  const job = useJob("example", edit.code, { code: edit.code });
  const { reports } = edit;
  return (
    <div class="edit">
      <p>{edit.rule}</p>
      {job.state === "running" && (
        <p class="muted" aria-busy="true">
          {labels.exampleRunning}
        </p>
      )}
      {job.state === "done" && <Example example={job.result} />}
      {job.state === "failed" && <p class="error">{text.page.failed(job.error.message)}</p>}
      {reports.length > 0 && (
        <>
          <p>{labels.reports(reports.length)}</p>
          <ul>
            {reports.slice(0, MAX_REPORTS).map(({ cause, source }) => (
              <li key={source}>
                {cause} <span class="muted">{source}</span>
              </li>
            ))}
          </ul>
        </>
      )}
      <p class="muted">
        <code>{edit.code}</code>
      </p>
    </div>
  );
}

function Example({ example }: { readonly example: EditExample | null }): JSX.Element {
  if (example === null) return <p class="muted">{labels.noExample}</p>;
  const { fen, depth, right, wrong } = example;
  return (
    <div class="example">
      <PositionPicture pieces={Position.fromFen(fen).pieces()} isFlipped={isFlipped.value} />
      <div>
        <p>
          {labels.example(depth)} <span class="good">{labels.right(right)}</span>,{" "}
          <span class="error">{labels.wrong(wrong)}</span>.
        </p>
        <p>{labels.reproduce}</p>
        <div class="commands">
          <CodeLine code={`position fen ${fen}`} name={text.perft.commands.position} />
          <CodeLine code={`go perft ${depth}`} name={text.perft.commands.go} />
        </div>
        <p>
          <a href={link("perft", { fen, depth: depth === 3 ? undefined : String(depth) })}>{labels.examplePerft}</a>
        </p>
      </div>
    </div>
  );
}
