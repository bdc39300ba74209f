// The field of the FEN, which all views of a position share. An invalid FEN stays as it is.

import type { JSX } from "preact";
import type { FenError } from "tabiya";

import { text } from "../catalogue.ts";
import { fenOfText } from "../position-text.ts";
import { fenText, reading, showFen, START_FEN } from "../position.ts";

/** Shows the position of a FEN, or of another form that stands for one. */
function showText(input: string): void {
  const fen = fenOfText(input);
  if (fen === null) showFen(input);
  else showFen(fen, true);
}

/** The field, and below it the error: excerpt, caret, rule, advice and suggestions. */
export function FenField(): JSX.Element {
  const { error } = reading.value;
  return (
    <div class="fen-field">
      <label for="fen">{text.page.fen.label}</label>
      <input
        id="fen"
        class="code"
        type="text"
        title={text.page.fen.forms}
        spellcheck={false}
        autocomplete="off"
        autocapitalize="off"
        value={fenText.value}
        aria-invalid={error !== null}
        aria-describedby={error === null ? undefined : "fen-error"}
        onInput={(event) => {
          const isPaste = event.inputType === "insertFromPaste";
          (isPaste ? showText : showFen)(event.currentTarget.value);
        }}
        onChange={(event) => showText(event.currentTarget.value)}
      />
      <button type="button" class="small" onClick={() => showFen(START_FEN, true)}>
        {text.page.fen.start}
      </button>
      <div id="fen-error" role="status" class="fen-error">
        {error !== null && <FenErrorText error={error} />}
      </div>
    </div>
  );
}

function FenErrorText({ error }: { readonly error: FenError }): JSX.Element {
  const { field, rule, advice, excerpt, suggestions } = error;
  return (
    <>
      <p class="error">{text.page.fen.field(field, rule)}</p>
      <pre class="excerpt">{`${excerpt.text}\n${excerpt.carets}`}</pre>
      {advice !== null && <p>{advice}</p>}
      {suggestions.map((suggestion) => (
        <p key={suggestion}>
          {text.page.fen.suggestion}: <code>{suggestion}</code>{" "}
          <button type="button" class="small" onClick={() => showFen(suggestion, true)}>
            {text.page.fen.use}
          </button>
        </p>
      ))}
    </>
  );
}
