// The field of the FEN, which all views of a position share. An invalid FEN stays as it is.

import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { FenError } from "tabiya";

import { text } from "../catalogue.ts";
import { isPgn, lineOfText, readGame } from "../position-text.ts";
import { fenText, reading, showFen, showLine, START_FEN } from "../position.ts";

/**
 * Shows the position of a FEN, or of another form that stands for one. Returns notes about a PGN, which is read later
 * than other forms.
 */
async function showText(input: string): Promise<readonly string[]> {
  const line = lineOfText(input);
  if (line === null && isPgn(input)) return showGame(input);
  if (line === null) showFen(input);
  else showLine(line);
  return [];
}

/** Shows the first game of a PGN, and returns notes about it. */
async function showGame(pgn: string): Promise<readonly string[]> {
  const labels = text.page.fen.pgn;
  try {
    const game = await readGame(pgn);
    if (game === null) return [labels.noGame];
    showLine(game.line);
    return game.notes;
  } catch (error) {
    return [labels.failed(error instanceof Error ? error.message : String(error))];
  }
}

/** The field, and below it the error: excerpt, caret, rule, advice and suggestions. */
export function FenField(): JSX.Element {
  const { error } = reading.value;
  const [notes, setNotes] = useState<readonly string[]>([]);
  const show = (input: string) => void showText(input).then(setNotes);
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
        onPaste={(event) => {
          // A field of one line would join the lines of a PGN.
          const pasted = event.clipboardData?.getData("text/plain") ?? "";
          if (lineOfText(pasted) === null && !isPgn(pasted)) return;
          event.preventDefault();
          show(pasted);
        }}
        onInput={(event) => showFen(event.currentTarget.value)}
        onChange={(event) => show(event.currentTarget.value)}
      />
      <button type="button" onClick={() => showFen(START_FEN, true)}>
        {text.page.fen.start}
      </button>
      <div id="fen-error" role="status" class="fen-error">
        {error !== null && <FenErrorText error={error} />}
        <div data-volatile>
          {notes.map((note) => (
            <p key={note}>{note}</p>
          ))}
        </div>
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
