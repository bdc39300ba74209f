// The comparison with the divide output of an engine: verdict, wrong moves, and the next query.

import type { JSX } from "preact";
import type { RecognizedTree } from "tabiya/diagnosis";
import type { DivideComparison, WrongMove } from "tabiya/explain";

import { text } from "../../catalogue/all.ts";
import { CodeLine } from "../../components/copy.tsx";
import { useJob } from "../../engine/use-job.ts";
import { link, update, value } from "../../route.ts";
import { isCovered } from "../diagnose/report.ts";
import { commands, linkTo, type Node } from "./path.ts";
import type { Row } from "./table.tsx";
import type { Count } from "./use-count.ts";

const labels = text.perft.compare;

interface CompareProps {
  readonly node: Node;
  readonly depth: number;
  readonly count: Count;
  readonly rows: readonly Row[];
}

/** The field of the output, the wrong moves, and the next query. */
export function Compare({ node, depth, count, rows }: CompareProps): JSX.Element {
  const output = value("output");
  const { comparison } = count;
  return (
    <section class="compare">
      <h2>{labels.title}</h2>
      <p>{labels.help}</p>
      <Commands commands={commands(node, node.moves, depth)} />
      <label for="output">{labels.label}</label>
      <textarea
        id="output"
        rows={6}
        spellcheck={false}
        placeholder={labels.placeholder}
        value={output}
        onInput={(event) => update({ output: event.currentTarget.value, move: undefined })}
      />
      <p>
        <button
          type="button"
          class="small"
          disabled={output === ""}
          onClick={() => {
            update({ output: undefined, move: undefined }, true);
            // The button is disabled now and would lose the focus.
            document.getElementById("output")?.focus();
          }}
        >
          {labels.clear}
        </button>
      </p>
      {comparison !== null && <WrongMoves node={node} moves={comparison.moves} />}
      {comparison !== null && <Next node={node} depth={depth} comparison={comparison} rows={rows} />}
    </section>
  );
}

/** The verdict, above the counts. */
export function Verdict({ node, depth, count, rows }: CompareProps): JSX.Element {
  const { comparison, unreadable } = count;
  return (
    <div role="status" class="verdict">
      {comparison !== null && <Differences node={node} comparison={comparison} depth={depth} />}
      {unreadable !== null && <Unreadable message={unreadable} node={node} depth={depth} rows={rows} />}
    </div>
  );
}

/** Commands with buttons that copy them. */
function Commands({ commands: [position, go] }: { readonly commands: readonly [string, string] }): JSX.Element {
  return (
    <div class="commands">
      <CodeLine code={position} name={text.perft.commands.position} />
      <CodeLine code={go} name={text.perft.commands.go} />
    </div>
  );
}

interface DifferencesProps {
  readonly node: Node;
  readonly comparison: DivideComparison;
  readonly depth: number;
}

function Differences({ node, comparison, depth }: DifferencesProps): JSX.Element {
  const { moves, counts, divide, total, expected } = comparison;
  const isRight = moves.length === 0 && counts.length === 0;
  const tree = useOtherTree(node, depth, isRight ? null : divide.sum);
  const reported = /^\d+$/.test(value("reported")) ? BigInt(value("reported")) : null;
  return (
    <>
      {tree !== null && (
        <p class="warning">
          <strong>{labels.otherTree(tree)}</strong>
        </p>
      )}
      <p class={isRight ? "good" : "error"}>
        <strong>
          {isRight
            ? labels.isRight(expected.length, divide.sum, depth)
            : labels.isWrong(moves, counts.length)}
        </strong>
      </p>
      {total !== null && <p class="error">{labels.wrongTotal(total.found, total.sum)}</p>}
      {isRight && reported !== null && reported !== divide.sum && <p>{labels.vanished(reported)}</p>}
      {divide.otherLineCount > 0 && (
        <p class="muted">{labels.otherLines(divide.otherLineCount, divide.otherLines)}</p>
      )}
    </>
  );
}

/** Returns the tree that a wrong sum is right for: another depth, the other side to move, or another position. */
function useOtherTree({ position }: Node, depth: number, sum: bigint | null): RecognizedTree | null {
  const isKnown = sum !== null && isCovered(depth) && sum < 1n << 64n;
  const fen = position.fen({ enPassant: "always" });
  const request = isKnown ? { observations: [{ fen, depth, nodes: sum }] } : null;
  const job = useJob("recognize", `${depth} ${sum ?? ""} ${fen}`, request);
  return job.state === "done" ? job.result : null;
}

interface UnreadableProps {
  readonly message: string;
  readonly node: Node;
  readonly depth: number;
  readonly rows: readonly Row[];
}

/** The reason why an output has no counts by move. */
function Unreadable({ message, ...props }: UnreadableProps): JSX.Element {
  const digits = /total of (\d+)/.exec(message)?.[1];
  if (digits === undefined) return <p class="error">{labels.unreadable(message)}</p>;
  return <Total {...props} total={BigInt(digits)} />;
}

interface TotalProps {
  readonly total: bigint;
  readonly node: Node;
  readonly depth: number;
  readonly rows: readonly Row[];
}

/** The verdict about a total without counts by move, which leads to a diagnosis. */
function Total({ total, node, depth, rows }: TotalProps): JSX.Element {
  const isComplete = rows.every(({ right }) => right !== null);
  const right = rows.reduce((sum, row) => sum + (row.right ?? 0), 0);
  const isRight = BigInt(right) === total;
  const fen = node.position.fen({ enPassant: "always" });
  const tree = useOtherTree(node, depth, isComplete && !isRight ? total : null);
  return (
    <>
      {tree !== null && (
        <p class="warning">
          <strong>{labels.otherTree(tree)}</strong>
        </p>
      )}
      <p>
        {labels.totalOnly(total)} {isComplete && (isRight ? labels.totalIsRight : labels.totalIsWrong(right))}
      </p>
      {isComplete && !isRight && isCovered(depth) && (
        <p>
          <a href={link("diagnose", { fen, counts: `${depth}:${total}` })}>{labels.diagnose(total)}</a>
        </p>
      )}
    </>
  );
}

interface WrongMovesProps {
  readonly node: Node;
  readonly moves: readonly WrongMove[];
}

/** The wrong moves with their reasons. The selected one is drawn on the board. */
function WrongMoves({ node, moves }: WrongMovesProps): JSX.Element | null {
  if (moves.length === 0) return null;
  const selected = value("move");
  const fen = node.position.fen({ enPassant: "always" });
  return (
    <>
      <h3>{text.perft.wrong.title}</h3>
      <p>{text.perft.wrong.help}</p>
      <ul class="wrong-moves">
        {moves.map((wrong) => {
          const isSelected = selected === wrong.move;
          return (
            <li key={`${wrong.error} ${wrong.move}`}>
              <button
                type="button"
                aria-pressed={isSelected}
                onClick={() => update({ move: isSelected ? undefined : wrong.move })}
              >
                {text.perft.wrong.item(wrong)}
              </button>
              <p>{text.perft.wrong.reason(wrong)}</p>
              <p class="muted">
                {text.perft.wrong.category(wrong.category)}
                {" · "}
                <a href={link("why", { fen, move: wrong.move })}>{text.perft.wrong.why}</a>
              </p>
            </li>
          );
        })}
      </ul>
    </>
  );
}

interface NextProps {
  readonly node: Node;
  readonly depth: number;
  readonly comparison: DivideComparison;
  readonly rows: readonly Row[];
}

/** The next query to the engine: the first move with a wrong count, one ply deeper. */
function Next({ node, depth, comparison, rows }: NextProps): JSX.Element | null {
  if (comparison.moves.length > 0) return <p>{text.perft.wrong.first}</p>;
  const wrong = comparison.counts[0];
  const row = rows.find(({ uci }) => uci === wrong?.uci);
  if (wrong === undefined || row === undefined) return null;
  const moves = [...node.moves, wrong.uci];
  return (
    <>
      <h3>{text.perft.next.title}</h3>
      {depth === 1 ? (
        <p>{text.perft.next.leaf}</p>
      ) : (
        <>
          <p>{text.perft.next.text(row.san, wrong.found, wrong.expected)}</p>
          <Commands commands={commands(node, moves, depth - 1)} />
          <p>
            <a href={linkTo(moves, depth - 1, wrong.found)}>{text.perft.next.descend(row.san)}</a>
          </p>
        </>
      )}
    </>
  );
}
