// A table of texts.

import type { ComponentChildren, JSX } from "preact";

interface ValueTableProps {
  readonly caption: string;
  readonly heads: readonly string[];
  readonly rows: readonly (readonly ComponentChildren[])[];
}

/** A table whose first column has the names of the rows. It scrolls in a frame if it is too wide. */
export function ValueTable({ caption, heads, rows }: ValueTableProps): JSX.Element {
  return (
    <div class="table-frame" role="region" tabIndex={0} aria-label={caption}>
      <table>
        <caption>{caption}</caption>
        <thead>
          <tr>
            {heads.map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((cells, row) => (
            <tr key={row}>
              {cells.map((cell, column) => (column === 0 ? <th scope="row">{cell}</th> : <td>{cell}</td>))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
