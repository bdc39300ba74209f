// A field that reads a bitboard in any form.

import type { JSX } from "preact";
import { useMemo } from "preact/hooks";
import type { Layout } from "tabiya/bitboards";

import { text } from "../../catalogue/all.ts";
import { SetBoard, squaresOf } from "../../components/set-board.tsx";
import { hexadecimal } from "../../components/set-value.tsx";
import { isFlipped } from "../../position.ts";
import { update, value } from "../../route.ts";
import { Excerpt } from "./excerpt.tsx";
import { readBitboard, showExpression } from "./state.ts";

/** The field, and below it the set or the error. */
export function BitboardReader({ layout }: { readonly layout: Layout }): JSX.Element {
  const input = value("input");
  const result = useMemo(() => (input.trim() === "" ? null : readBitboard(input, layout)), [input, layout]);
  const error = result?.error ?? null;
  const parsed = result?.parsed ?? null;
  return (
    <section aria-label={text.lab.read} class="reader">
      <h2>{text.lab.read}</h2>
      <p class="muted" id="read-help">
        {text.lab.readHelp} {text.lab.readLayout(layout)}
      </p>
      <div class="columns">
        <div>
          <label for="read">{text.lab.readLabel}</label>
          <textarea
            id="read"
            rows={9}
            spellcheck={false}
            autocapitalize="off"
            value={input}
            aria-invalid={error !== null}
            aria-describedby="read-help read-result"
            onInput={(event) => update({ input: event.currentTarget.value })}
          />
        </div>
        <div>
          <div id="read-result" role="status">
            {parsed !== null && <p>{text.lab.readAs(parsed.form, squaresOf(parsed.set))}</p>}
            {error !== null && (
              <>
                <p class="error">{text.lab.error(error.message)}</p>
                <Excerpt source={input} at={error.at} end={error.at + 1} />
              </>
            )}
          </div>
          {parsed !== null && (
            <>
              <SetBoard set={parsed.set} caption={text.lab.readCaption} isFlipped={isFlipped.value} />
              <p>
                <code>{hexadecimal(parsed.set)}</code>{" "}
                <button type="button" onClick={() => showExpression(hexadecimal(parsed.set), true)}>
                  {text.lab.use}
                </button>
              </p>
            </>
          )}
        </div>
      </div>
    </section>
  );
}
