// The result of an expression: a sentence, and a board whose squares can be toggled.

import type { JSX } from "preact";
import type { Square } from "tabiya";
import type { Evaluation } from "tabiya/bitboards";

import { text } from "../../catalogue/all.ts";
import { Board } from "../../components/board.tsx";
import type { Mark } from "../../components/mark.ts";
import { squaresOf } from "../../components/set-board.tsx";
import { hexadecimal } from "../../components/set-value.tsx";
import { isFlipped } from "../../position.ts";
import { LostText } from "./parts.tsx";
import { showExpression } from "./state.ts";

/** The result in words, with the bits that the last operation lost. */
export function ResultText({ evaluation }: { readonly evaluation: Evaluation | null }): JSX.Element {
  if (evaluation === null) {
    return (
      <p role="status" class="muted">
        {text.lab.noResult}
      </p>
    );
  }
  const last = evaluation.steps.at(-1);
  return (
    <div role="status" class="result-words">
      <p>
        <code class="value">{hexadecimal(evaluation.value)}</code>
      </p>
      <p>
        {evaluation.type === "set"
          ? text.lab.resultSet(squaresOf(evaluation.value))
          : text.lab.resultNumber(evaluation.value)}
      </p>
      {last !== undefined && <LostText step={last} />}
    </div>
  );
}

interface BoardProps {
  readonly evaluation: Evaluation | null;
  readonly expression: string;
}

/** The board of the result. A change replaces the expression by the number of the set. */
export function ResultBoard({ evaluation, expression }: BoardProps): JSX.Element {
  const set = evaluation?.value ?? 0n;
  const marks = new Map<Square, readonly Mark[]>(squaresOf(set).map((square) => [square, ["set"]]));
  // The history of the browser has the expression that a click replaces.
  const isNumber = /^0x[0-9a-f]{16}$/.test(expression);
  const show = (next: bigint) => showExpression(hexadecimal(next), !isNumber);
  const toggle = (square: Square) => {
    const bit = 1n << BigInt("abcdefgh".indexOf(square.charAt(0)) + 8 * (Number(square[1]) - 1));
    show(set ^ bit);
  };
  return (
    <>
      <Board
        label={text.lab.boardLabel}
        pieces={new Map()}
        marks={marks}
        isFlipped={isFlipped.value}
        onActivate={toggle}
      />
      <p class="muted legend">{text.lab.boardHelp}</p>
      <div class="row">
        <button type="button" class="small" onClick={() => show(0n)}>
          {text.lab.boardClear}
        </button>
        <button type="button" class="small" onClick={() => show(BigInt.asUintN(64, ~set))}>
          {text.lab.boardInvert}
        </button>
      </div>
    </>
  );
}
