// The functions and names of expressions.

import type { JSX } from "preact";
import { functions } from "tabiya/bitboards";

import { text } from "../../catalogue.ts";

interface HelpTableProps {
  readonly caption: string;
  readonly head: string;
  readonly rows: readonly (readonly [name: string, meaning: string])[];
}

function HelpTable({ caption, head, rows }: HelpTableProps): JSX.Element {
  return (
    <div class="table-frame" role="region" tabIndex={0} aria-label={caption}>
      <table>
        <caption>{caption}</caption>
        <thead>
          <tr>
            <th scope="col">{head}</th>
            <th scope="col">{text.lab.meaning}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, meaning]) => (
            <tr key={name}>
              <th scope="row">
                <code>{name}</code>
              </th>
              <td>{meaning}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** The help: tables of names and functions. */
export function Help(): JSX.Element {
  const rows = functions().map(({ signature, text: meaning }) => [signature, meaning] as const);
  return (
    <section aria-label={text.lab.help}>
      <h2>{text.lab.help}</h2>
      <div class="help-tables">
        <HelpTable caption={text.lab.names} head={text.lab.nameHead} rows={text.lab.nameList} />
        <HelpTable caption={text.lab.functions} head={text.lab.functionHead} rows={rows} />
      </div>
    </section>
  );
}
