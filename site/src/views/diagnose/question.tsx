// The question that distinguishes the causes, with a field for its answer.

import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { Position } from "tabiya";
import type { Edit, Question as QuestionData } from "tabiya/diagnosis";

import { text } from "../../catalogue/all.ts";
import { CodeLine } from "../../components/copy.tsx";
import { PositionPicture } from "../../components/position-picture.tsx";
import { isFlipped } from "../../position.ts";
import { causes } from "./causes.ts";
import { answers, isValid, MAX_ROWS, showAnswers, withoutSeparators } from "./report.ts";

const labels = text.diagnose.question;

/** The number of answers that are shown. */
const MAX_SHOWN = 6;

interface QuestionProps {
  readonly question: QuestionData;
  readonly edits: readonly Edit[];
  /** Starts a search with the answer. */
  onAnswer(): void;
}

/** The position to count, the numbers that the causes yield, and the field. */
export function Question({ question, edits, onAnswer }: QuestionProps): JSX.Element {
  const { fen, depth, right, answers: expected } = question;
  return (
    <section class="question">
      <h3>{labels.title(depth)}</h3>
      <div class="example">
        <PositionPicture pieces={Position.fromFen(fen).pieces()} isFlipped={isFlipped.value} />
        <div>
          <div class="commands">
            <CodeLine code={`position fen ${fen}`} name={text.perft.commands.position} />
            <CodeLine code={`go perft ${depth}`} name={text.perft.commands.go} />
          </div>
          <ul>
            {expected.slice(0, MAX_SHOWN).map(({ nodes, candidates }) => (
              <li key={String(nodes)}>
                {labels.answer(nodes, nodes === right, causes(candidates, edits).map((cause) => cause.edits))}
              </li>
            ))}
          </ul>
          {expected.length > MAX_SHOWN && <p class="muted">{labels.more(expected.length - MAX_SHOWN)}</p>}
          <AnswerField fen={fen} depth={depth} onAnswer={onAnswer} />
        </div>
      </div>
    </section>
  );
}

interface AnswerProps {
  readonly fen: string;
  readonly depth: number;
  onAnswer(): void;
}

/** The field, which adds the number to the report. */
function AnswerField({ fen, depth, onAnswer }: AnswerProps): JSX.Element {
  const [leaves, setLeaves] = useState("");
  const [isRefused, setIsRefused] = useState(false);
  const start = (event: Event) => {
    event.preventDefault();
    const answer = { depth, leaves: withoutSeparators(leaves), fen };
    setIsRefused(!isValid(answer));
    if (!isValid(answer)) return;
    showAnswers([...answers(), answer].slice(-MAX_ROWS));
    onAnswer();
  };
  return (
    <form class="row" onSubmit={start}>
      <label class="leaves">
        {labels.field}
        <input
          type="text"
          inputMode="numeric"
          class="code"
          autocomplete="off"
          aria-invalid={isRefused}
          aria-describedby={isRefused ? "answer-error" : undefined}
          value={leaves}
          onInput={(event) => setLeaves(event.currentTarget.value)}
        />
      </label>
      <button type="submit">{labels.button}</button>
      {isRefused && (
        <span class="error" id="answer-error" role="alert">
          {text.diagnose.invalid}
        </span>
      )}
    </form>
  );
}
