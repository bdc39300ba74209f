// The field of the expression, its error, and examples.

import type { JSX } from "preact";
import { useRef } from "preact/hooks";
import type { ExpressionError } from "tabiya/bitboards";

import { text } from "../../catalogue/all.ts";
import { link, value } from "../../route.ts";
import { Excerpt } from "./excerpt.tsx";
import { showExpression } from "./state.ts";

interface ExpressionFieldProps {
  readonly expression: string;
  readonly error: ExpressionError | null;
}

/** The field. An error is a status below it, with a button that selects its place. */
export function ExpressionField({ expression, error }: ExpressionFieldProps): JSX.Element {
  const field = useRef<HTMLInputElement>(null);
  const select = () => {
    if (error === null) return;
    field.current?.focus();
    field.current?.setSelectionRange(error.at, Math.max(error.end, error.at));
  };
  return (
    <div class="expression-field">
      <label for="expression">{text.lab.expression}</label>
      <input
        id="expression"
        ref={field}
        class="code"
        type="text"
        spellcheck={false}
        autocomplete="off"
        autocapitalize="off"
        value={expression}
        aria-invalid={error !== null}
        aria-describedby={error === null ? "expression-help" : "expression-error"}
        onInput={(event) => showExpression(event.currentTarget.value)}
      />
      <p id="expression-help" class="muted legend">
        {text.lab.precedence}
      </p>
      <div id="expression-error" role="status">
        {error !== null && (
          <>
            <p class="error">{text.lab.error(error.message)}</p>
            <Excerpt source={expression} at={error.at} end={error.end} />
          </>
        )}
      </div>
      {error !== null && (
        <button type="button" class="small" onClick={select}>
          {text.lab.goToError}
        </button>
      )}
    </div>
  );
}

/** Links to examples, which keep position, layout and form. */
export function Examples(): JSX.Element {
  const kept = { layout: value("layout"), form: value("form"), input: value("input") };
  return (
    <nav aria-label={text.lab.examples} class="examples">
      <span aria-hidden="true">{text.lab.examples}</span>
      <ul>
        {text.lab.exampleList.map(({ expr, text: meaning }) => (
          <li key={expr}>
            <a href={link("lab", { ...kept, expr })}>
              <code>{expr}</code>
            </a>{" "}
            <span class="muted">{meaning}</span>
          </li>
        ))}
      </ul>
    </nav>
  );
}
