// The result as text: a form of choice, literals of all languages, and the layout of their bits.

import type { JSX } from "preact";
import { memo } from "preact/compat";
import { SQUARES } from "tabiya";
import { formatBitboard, LANGUAGES, layouts, type Layout } from "tabiya/bitboards";

import { text } from "../../catalogue/all.ts";
import { CopyButton } from "../../components/copy.tsx";
import { NumberBoard } from "../../components/number-board.tsx";
import { update } from "../../route.ts";
import { FORMS, type Form, type LayoutInfo } from "./state.ts";

interface LiteralsProps {
  readonly set: bigint;
  readonly form: Form;
  readonly layout: Layout;
}

/** The form of choice, and a table of the literals of all languages. */
export function Literals({ set, form, layout }: LiteralsProps): JSX.Element {
  const output = formatBitboard(set, form, layout);
  return (
    <>
      <div class="row">
        <label for="form">{text.lab.form}</label>
        <select
          id="form"
          value={form}
          onChange={(event) => update({ form: FORMS[event.currentTarget.selectedIndex] })}
        >
          {FORMS.map((name) => (
            <option key={name} value={name}>
              {text.lab.forms[name]}
            </option>
          ))}
        </select>
        <CopyButton content={output} />
      </div>
      <output for="form" class={form === "board" ? "form-output board-text" : "form-output"}>
        {output}
      </output>
      <details>
        <summary>{text.lab.literalsHelp}</summary>
        <div class="table-frame" role="region" tabIndex={0} aria-label={text.lab.literalsHelp}>
          <table>
            <thead>
              <tr>
                <th scope="col">{text.lab.language}</th>
                <th scope="col">{text.lab.literal}</th>
                <td />
              </tr>
            </thead>
            <tbody>
              {LANGUAGES.map((language) => (
                <LiteralRow key={language} name={text.lab.forms[language]} literal={formatBitboard(set, language, layout)} />
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </>
  );
}

function LiteralRow({ name, literal }: { readonly name: string; readonly literal: string }): JSX.Element {
  return (
    <tr>
      <th scope="row">{name}</th>
      <td>
        <code>{literal}</code>
      </td>
      <td>
        <CopyButton content={literal} />
      </td>
    </tr>
  );
}

/** The selection of the layout, and a board of the bits of all squares. */
export const LayoutPanel = memo(function LayoutPanel({ layout }: { readonly layout: LayoutInfo }): JSX.Element {
  const { name, indices } = layout;
  const numbers = new Map(SQUARES.map((square, index) => [square, String(indices[index] ?? "")]));
  const lowest = [0, 1, 63].flatMap((bit) => {
    const square = SQUARES[indices.indexOf(bit)];
    return square === undefined ? [] : [text.lab.layoutEntry(square, bit)];
  });
  const all = layouts();
  return (
    <>
      <div class="row">
        <label for="layout">{text.lab.layout}</label>
        <select
          id="layout"
          class="layout-select"
          value={name}
          onChange={(event) => {
            const index = event.currentTarget.selectedIndex;
            update({ layout: index === 0 ? undefined : all[index]?.name });
          }}
        >
          {all.map((entry) => (
            <option key={entry.name} value={entry.name}>
              {text.lab.layoutOption(entry.name, entry.description)}
            </option>
          ))}
        </select>
      </div>
      <div class="layout-panel">
        <NumberBoard caption={text.lab.layoutBoard(name)} numbers={numbers} label={text.lab.layoutLabel(name, lowest)} />
        <div>
          <p>{text.lab.layoutHelp}</p>
          <ul>
            {lowest.map((entry) => (
              <li key={entry}>{entry}</li>
            ))}
          </ul>
        </div>
      </div>
    </>
  );
});
