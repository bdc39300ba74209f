// The values of a step: numbers, sets, cells of loops, bits and moves.

import type { JSX } from "preact";
import { useMemo } from "preact/hooks";
import type { Derivation, StepValue } from "tabiya/explain";

import { text } from "../../catalogue/all.ts";
import { squaresOf } from "../../components/set-board.tsx";
import { SetValue } from "../../components/set-value.tsx";
import { ArrayCells, X88Cells } from "./cells.tsx";
import { GatherPicture } from "./gather.tsx";
import { motionOf } from "./motion.ts";
import { occupiedIn, type Values } from "./step.ts";
import { ValueTable } from "./value-table.tsx";

/** Returns the values of one type. */
function ofType<Type extends StepValue["type"]>(values: readonly StepValue[], type: Type): Values<Type> {
  const isOfType = (value: StepValue): value is Extract<StepValue, { type: Type }> => value.type === type;
  return values.filter(isOfType);
}

/** All values of a step. */
export function StepValues({ derivation, step }: { readonly derivation: Derivation; readonly step: number }) {
  const entry = derivation.steps[step - 1];
  const motion = useMemo(() => motionOf(derivation, step), [derivation, step]);
  if (entry === undefined) return null;
  const { technique, squares, occupied } = derivation;
  const [bits, moves] = [ofType(entry.values, "bit"), ofType(entry.values, "move")];
  const cells = { squares, occupied };
  const sets = ofType(entry.values, "set");
  return (
    <div class="step-values">
      <Numbers values={ofType(entry.values, "number")} />
      {technique === "8x8" && <ArrayCells values={ofType(entry.values, "cell")} {...cells} />}
      {technique === "0x88" && <X88Cells values={ofType(entry.values, "x88")} {...cells} />}
      {bits.length > 0 && <PextBits values={bits} />}
      {moves.length > 0 && <MoveTests values={moves} />}
      {sets.map((value, index) => (
        <SetValue
          key={index}
          set={value.set}
          caption={entry.title}
          outlined={value.pieces}
          occupied={occupiedIn(derivation, value)}
          motion={index === sets.length - 1 ? motion : null}
        />
      ))}
    </div>
  );
}

/** The numbers in decimal, hexadecimal and binary. */
function Numbers({ values }: { readonly values: Values<"number"> }): JSX.Element | null {
  if (values.length === 0) return null;
  return (
    <ul class="numbers-list">
      {values.map(({ name, value }) => (
        <li key={name}>
          <code>{text.tables.number(name, value)}</code>{" "}
          <code class="muted">{text.tables.hexNumber(value)}</code>{" "}
          {value >= 0n && <code class="muted">{text.tables.binaryNumber(value, 1)}</code>}
        </li>
      ))}
    </ul>
  );
}

/** The bits that PEXT gathers: their order on the board, and the index that grows. */
function PextBits({ values }: { readonly values: Values<"bit"> }): JSX.Element {
  const rows = values.map(({ square, isOccupied, index }, bit) => [
    String(bit),
    square,
    isOccupied ? "1" : "0",
    text.tables.binaryNumber(BigInt(index), values.length),
  ]);
  const { bit, square, occupied, index } = text.tables;
  return (
    <div class="pext">
      <GatherPicture values={values} />
      <ValueTable caption={text.tables.bits} heads={[bit, square, occupied, index]} rows={rows} />
    </div>
  );
}

/** The moves that are tested when made. */
function MoveTests({ values }: { readonly values: Values<"move"> }): JSX.Element {
  const rows = values.map(({ to, captured, attackers }) => [
    to,
    captured ?? text.tables.none,
    attackers === 0n ? text.tables.legal : text.tables.illegal(squaresOf(attackers)),
  ]);
  const { move, captured, verdict } = text.tables;
  return <ValueTable caption={text.tables.moveTests} heads={[move, captured, verdict]} rows={rows} />;
}
