// The catalogue of bugs, with a filter.

import type { JSX } from "preact";
import { bugs, initExplain, type Bug } from "tabiya/explain";

import { text } from "../../catalogue.ts";
import { useModule } from "../../components/use-module.ts";
import { update, value } from "../../route.ts";
import { BugDetails } from "./bug.tsx";

const labels = text.diagnose.catalogue;

/** The catalogue, closed until the user opens it. */
export function Catalogue(): JSX.Element | null {
  const state = useModule(initExplain);
  if (state === "loading") return <p>{text.page.loading}</p>;
  if (state instanceof Error) return <p class="error">{text.page.loadError(state.message)}</p>;
  const all = bugs();
  const isOpen = value("catalogue") === "1";
  return (
    <details
      class="catalogue"
      open={isOpen}
      onToggle={(event) => update({ catalogue: event.currentTarget.open ? "1" : undefined })}
    >
      <summary>
        <h2>{labels.title(all.length)}</h2>
      </summary>
      {isOpen && <Filtered all={all} />}
    </details>
  );
}

/** Tests whether a bug contains all words of a filter. */
function matches({ name, group, clause, rule }: Bug, filter: string): boolean {
  const content = `${name} ${group} ${clause} ${rule}`.toLowerCase();
  return filter
    .toLowerCase()
    .split(/\s+/)
    .every((word) => content.includes(word));
}

function Filtered({ all }: { readonly all: readonly Bug[] }): JSX.Element {
  const filter = value("filter");
  const found = all.filter((bug) => matches(bug, filter.trim()));
  const groups = [...new Set(found.map(({ group }) => group))];
  return (
    <>
      <label class="filter">
        {labels.filter}{" "}
        <input type="search" value={filter} onInput={(event) => update({ filter: event.currentTarget.value })} />
      </label>
      <p role="status" class="muted">
        {found.length === 0 ? labels.none : labels.matches(found.length)}
      </p>
      {groups.map((group) => (
        <section key={group}>
          <h3>{labels.group(group)}</h3>
          {found
            .filter((bug) => bug.group === group)
            .map((bug) => (
              <details key={bug.name} class="entry">
                <summary>{text.diagnose.candidate([bug.clause])}</summary>
                <BugDetails bug={bug} />
              </details>
            ))}
        </section>
      ))}
    </>
  );
}
