// The leaves by category, counted on demand.

import type { JSX } from "preact";
import type { LeafCategories } from "tabiya/explain";

import { text } from "../../catalogue/all.ts";
import { formatCount } from "../../catalogue/perft.ts";
import { useJob } from "../../engine/use-job.ts";
import { update, value } from "../../route.ts";
import type { Node } from "./path.ts";

const labels = text.perft.categories;

/** The leaves per second that are sorted by category. */
const SPEED = 2e7;

/** The number of leaves from which a count must be confirmed. */
const MAX_LEAVES = 1e9;

const CATEGORIES = [
  "nodes",
  "captures",
  "enPassant",
  "castles",
  "promotions",
  "checks",
  "discoveredChecks",
  "doubleChecks",
  "checkmates",
] as const satisfies readonly (keyof LeafCategories)[];

interface CategoriesProps {
  readonly node: Node;
  readonly depth: number;
  /** The estimated number of leaves. */
  readonly estimate: number;
  /** The tree whose long count the user has confirmed. */
  readonly confirmed: string;
  onConfirm(tree: string): void;
}

/** A button, and the table that it shows. */
export function Categories({ node, depth, estimate, confirmed, onConfirm }: CategoriesProps): JSX.Element {
  const isShown = value("categories") === "1";
  const tree = `${depth} ${node.position.fen({ enPassant: "always" })}`;
  const isHeld = isShown && estimate > MAX_LEAVES && confirmed !== tree;
  const isActive = isShown && !isHeld;
  const job = useJob("categories", tree, isActive ? { position: node.position.pack(), depth } : null);
  return (
    <section class="categories" aria-busy={job.state === "running"}>
      <h2>{labels.title}</h2>
      <p>{labels.help}</p>
      <div class="row">
        <button type="button" onClick={() => update({ categories: isShown ? undefined : "1" })}>
          {isShown ? (job.state === "running" ? text.page.cancel : labels.hide) : labels.button}
        </button>
        {isHeld && (
          <button type="button" onClick={() => onConfirm(tree)}>
            {text.perft.count}
          </button>
        )}
        <span role="status">
          {isHeld && `${text.perft.long(estimate)} ${text.perft.longTime(estimate / SPEED)}`}
          {job.state === "running" && labels.counting}
          {job.state === "failed" && text.page.failed(job.error.message)}
        </span>
      </div>
      {job.state === "done" && <CategoryTable leaves={job.result} />}
    </section>
  );
}

function CategoryTable({ leaves }: { readonly leaves: LeafCategories }): JSX.Element {
  return (
    <div class="table-frame" tabIndex={0} role="region" aria-label={labels.title}>
      <table>
        <thead>
          <tr>
            <th scope="col">{labels.columns.category}</th>
            <th scope="col" class="number">
              {labels.columns.leaves}
            </th>
            <th scope="col">{labels.columns.meaning}</th>
          </tr>
        </thead>
        <tbody>
          {CATEGORIES.map((category) => (
            <tr key={category}>
              <th scope="row">{labels.names[category].name}</th>
              <td class="number">{formatCount(leaves[category])}</td>
              <td class="meaning">{labels.names[category].meaning}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
