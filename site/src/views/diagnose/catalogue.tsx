// The catalogue of edits by group, with a filter.

import type { JSX } from "preact";
import { useMemo } from "preact/hooks";
import { edits, initDiagnosis, type Edit } from "tabiya/diagnosis";

import { text } from "../../catalogue/all.ts";
import { LazyDetails } from "../../components/lazy-details.tsx";
import { useModule } from "../../components/use-module.ts";
import { update, value } from "../../route.ts";
import { EditDetails } from "./edit.tsx";

const labels = text.diagnose.catalogue;

/** The catalogue, closed until the user opens it. */
export function Catalogue(): JSX.Element {
  const isOpen = value("catalogue") === "1";
  return (
    <details
      class="catalogue"
      open={isOpen}
      onToggle={(event) => update({ catalogue: event.currentTarget.open ? "1" : undefined })}
    >
      <summary>
        <h2>{labels.title}</h2>
      </summary>
      {isOpen && <Content />}
    </details>
  );
}

/** Loads the edits when the catalogue opens. */
function Content(): JSX.Element {
  const state = useModule(initDiagnosis);
  if (state === "loading") return <p>{text.page.loading}</p>;
  if (state instanceof Error) return <p class="error">{text.page.loadError(state.message)}</p>;
  return <Filtered />;
}

/** Tests whether an edit contains all words of a filter. Codes for one color match, too. */
function matches({ code, group, clause, rule }: Edit, filter: string): boolean {
  const content = `${code} ${code}-white ${code}-black ${group} ${clause} ${rule}`.toLowerCase();
  return filter
    .toLowerCase()
    .split(/\s+/)
    .every((word) => content.includes(word));
}

function Filtered(): JSX.Element {
  const all = useMemo(edits, []);
  const common = useMemo(() => all.filter(({ color }) => color === null), [all]);
  const filter = value("filter");
  const found = common.filter((edit) => matches(edit, filter.trim()));
  const groups = [...new Set(found.map(({ group }) => group))];
  const isFiltered = filter.trim() !== "";
  return (
    <>
      <p>{labels.introduction(common.length, all.length)}</p>
      <label class="filter">
        {labels.filter}{" "}
        <input type="search" value={filter} onInput={(event) => update({ filter: event.currentTarget.value })} />
      </label>
      <p role="status" class="muted">
        {found.length === 0 ? labels.none : labels.matches(found.length)}
      </p>
      {groups.map((group) => {
        const members = found.filter((edit) => edit.group === group);
        return (
          // A filter opens the groups, and its end closes them.
          <LazyDetails
            key={`${group} ${isFiltered}`}
            class="group"
            isOpen={isFiltered}
            summary={<h3>{labels.group(group, members.length)}</h3>}
          >
            {() => members.map((edit) => <Entry key={edit.code} edit={edit} />)}
          </LazyDetails>
        );
      })}
    </>
  );
}

function Entry({ edit }: { readonly edit: Edit }): JSX.Element {
  return (
    <LazyDetails class="entry" summary={text.diagnose.candidate([edit.clause])}>
      {() => <EditDetails edit={edit} />}
    </LazyDetails>
  );
}
