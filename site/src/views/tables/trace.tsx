// The numbers of magic indexing and PEXT from the mask to the table, in one table.

import type { JSX } from "preact";
import type { Derivation, Step } from "tabiya/explain";

import { text } from "../../catalogue/all.ts";
import { Binary, hexadecimal } from "../../components/set-value.tsx";
import { lastSet } from "./step.ts";

/** A row of the table. */
interface Row {
  readonly name: string;
  readonly content: string;
  readonly step: number;
}

/** Returns the number of index bits, and the lowest one, in the set from which a step takes an index. */
function indexBits({ code, values }: Step): { readonly start: number; readonly count: number } | null {
  const shift = values.find((value) => value.type === "number" && value.name === "shift");
  if (shift?.type !== "number") return null;
  const mask = /& (\d+)$/.exec(code ?? "")?.[1];
  const start = Number(shift.value);
  return { start, count: mask === undefined ? 64 - start : Number(mask).toString(2).length };
}

/** Returns the rows of a step: the factor of a product, its numbers, its sets. */
function rowsOf(step: Step, number: number): Row[] {
  const factor = /wrapping_mul\((0x[0-9a-f]+)\)/.exec(step.code ?? "")?.[1];
  const rows: Row[] = factor === undefined ? [] : [{ name: text.tables.factor, content: factor, step: number }];
  for (const value of step.values) {
    if (value.type === "set") rows.push({ name: step.title, content: hexadecimal(value.set), step: number });
    if (value.type !== "number") continue;
    const name = value.name === "shift" ? text.tables.shift : value.name;
    rows.push({ name, content: `${value.value}`, step: number });
  }
  return rows;
}

/** The values of the part of a step. The rows of the step are highlighted, and the bits of an index are marked. */
export function Trace({ derivation, step }: { readonly derivation: Derivation; readonly step: number }) {
  const current = derivation.steps[step - 1];
  if (current === undefined) return null;
  const rows = derivation.steps.flatMap((entry, index) =>
    entry.part === current.part ? rowsOf(entry, index + 1) : [],
  );
  const before = derivation.steps[step - 2];
  const source = before?.part === current.part ? lastSet(before) : null;
  const bits = indexBits(current);
  return (
    <>
      {bits !== null && source !== null && <IndexBits set={source.set} name={before?.title ?? ""} bits={bits} />}
      {rows.length > 1 && <TraceTable part={current.part} rows={rows} step={step} />}
    </>
  );
}

interface IndexBitsProps {
  readonly set: bigint;
  readonly name: string;
  readonly bits: { readonly start: number; readonly count: number };
}

function IndexBits({ set, name, bits }: IndexBitsProps): JSX.Element {
  const index = (set >> BigInt(bits.start)) & ((1n << BigInt(bits.count)) - 1n);
  return (
    <div class="index-bits">
      <p>
        {name}: <Binary set={set} marked={bits} />
      </p>
      <p>
        {text.tables.indexBits} <code>{text.tables.binaryNumber(index, bits.count)}</code> = {String(index)}
      </p>
    </div>
  );
}

interface TraceTableProps {
  readonly part: string;
  readonly rows: readonly Row[];
  readonly step: number;
}

function TraceTable({ part, rows, step }: TraceTableProps): JSX.Element {
  return (
    <div class="table-frame" role="region" tabIndex={0} aria-label={text.tables.calculationOf(part)}>
      <table class="trace">
        <caption>{text.tables.calculationOf(part)}</caption>
        <thead>
          <tr>
            <th scope="col">{text.tables.name}</th>
            <th scope="col" class="number">
              {text.tables.value}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={index} aria-current={row.step === step ? "step" : undefined}>
              <th scope="row">{row.name}</th>
              <td class="number">
                <code>{row.content}</code>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
