// The functions and names of expressions.

import type { JSX } from "preact";
import { memo } from "preact/compat";
import { functions } from "tabiya/bitboards";

import { text } from "../../catalogue/all.ts";

interface HelpListProps {
  readonly heading: string;
  readonly entries: readonly (readonly [name: string, meaning: string])[];
}

function HelpList({ heading, entries }: HelpListProps): JSX.Element {
  return (
    <>
      <h3>{heading}</h3>
      <dl class="help-list">
        {entries.map(([name, meaning]) => (
          <div key={name}>
            <dt>
              <code>{name}</code>
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}

/** The help: names and functions. */
export const Help = memo(function Help(): JSX.Element {
  const entries = functions().map(({ signature, text: meaning }) => [signature, meaning] as const);
  return (
    <section aria-label={text.lab.help}>
      <h2>{text.lab.help}</h2>
      <HelpList heading={text.lab.names} entries={text.lab.nameList} />
      <HelpList heading={text.lab.functions} entries={entries} />
    </section>
  );
});
