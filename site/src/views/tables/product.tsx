// The product of a magic multiplication: copies of the blockers that slide to the left, and their sum.

import type { JSX } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import type { Derivation, Step } from "tabiya/explain";

import { text } from "../../catalogue/all.ts";
import { squaresOf } from "../../components/set-board.tsx";
import { lastSet } from "./step.ts";

/** The width of a bit, and the height of a row with its gap, in units of the picture. */
const [BIT, HEIGHT, ROW] = [5, 8, 11];

/** The duration of a slide, and the delay of the next copy, in milliseconds. */
const [DURATION, DELAY] = [600, 220];

/** The parts of a product. */
interface Product {
  readonly blockers: bigint;
  /** The distances of the copies: the bits of the factor. */
  readonly shifts: readonly number[];
  readonly sum: bigint;
  /** The number of index bits, which are the highest. */
  readonly indexBits: number;
}

/** Returns the product of a step, or `null` if it multiplies nothing. */
function productOf(derivation: Derivation, index: number): Product | null {
  const { steps } = derivation;
  const [, factor] = /wrapping_mul\((0x[0-9a-f]+)\)/.exec(steps[index]?.code ?? "") ?? [];
  const before = steps[index - 1];
  const blockers = before === undefined ? null : lastSet(before);
  if (factor === undefined || blockers === null) return null;
  const shift = numberOf(steps[index + 1], "shift");
  const bits = BigInt(factor);
  const shifts = Array.from({ length: 64 }, (_, bit) => bit).filter((bit) => (bits >> BigInt(bit)) & 1n);
  return { blockers: blockers.set, shifts, sum: BigInt.asUintN(64, blockers.set * bits), indexBits: 64 - (shift ?? 64) };
}

/** Returns a number of a step by its name. */
function numberOf(step: Step | undefined, name: string): number | null {
  const found = step?.values.find((value) => value.type === "number" && value.name === name);
  return found?.type === "number" ? Number(found.value) : null;
}

interface RowProps {
  readonly set: bigint;
  readonly y: number;
  readonly kind: "blockers" | "copy" | "sum";
  /** The copy moves from this many bits to the right. */
  readonly shift?: number;
}

/** The bits of a number, the highest at the left. */
function BitRow({ set, y, kind, shift = 0 }: RowProps): JSX.Element {
  const bits = squaresOf(set).length === 0 ? [] : Array.from({ length: 64 }, (_, bit) => bit).filter((bit) => (set >> BigInt(bit)) & 1n);
  return (
    <g transform={`translate(0 ${y})`}>
      <rect class="bit-row" width={64 * BIT} height={HEIGHT} />
      <g class={`bits ${kind}`} data-shift={shift}>
        {bits.map((bit) => (
          <rect key={bit} x={BIT * (63 - bit)} width={BIT - 0.8} height={HEIGHT} />
        ))}
      </g>
    </g>
  );
}

/** The copies of a multiplication, which slide to their places one after the other, and the index in their sum. */
export function ProductPicture({ derivation, step }: { readonly derivation: Derivation; readonly step: number }): JSX.Element | null {
  const product = productOf(derivation, step - 1);
  const picture = useRef<SVGSVGElement>(null);
  useLayoutEffect(() => {
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) return undefined;
    const copies = [...(picture.current?.querySelectorAll<SVGGElement>(".bits.copy") ?? [])];
    const animations = copies.map((copy, order) => {
      const distance = BIT * Number(copy.dataset["shift"]);
      return copy.animate([{ transform: `translate(${distance}px, ${-ROW * (order + 1)}px)` }, { transform: "none" }], {
        duration: DURATION,
        delay: order * DELAY,
        fill: "backwards",
        easing: "ease-in-out",
      });
    });
    return () => {
      for (const animation of animations) animation.cancel();
    };
  }, [derivation, step]);
  if (product === null) return null;
  const { blockers, shifts, sum, indexBits } = product;
  const labels = text.tables.product;
  const rows = shifts.length + 2;
  return (
    <figure class="product">
      <svg ref={picture} viewBox={`-42 0 ${64 * BIT + 44} ${ROW * rows + 2}`} role="img" aria-label={labels.label(shifts, sum)}>
        <text class="row-name" x="-3" y="7">
          {labels.blockers}
        </text>
        <BitRow set={blockers} y={0} kind="blockers" />
        {shifts.map((shift, index) => (
          <g key={shift}>
            <text class="row-name" x="-3" y={ROW * (index + 1) + 7}>{`<< ${shift}`}</text>
            <BitRow set={BigInt.asUintN(64, blockers << BigInt(shift))} y={ROW * (index + 1)} kind="copy" shift={shift} />
          </g>
        ))}
        <text class="row-name" x="-3" y={ROW * (rows - 1) + 7}>
          {labels.sum}
        </text>
        <BitRow set={sum} y={ROW * (rows - 1)} kind="sum" />
        <rect class="index-window" width={BIT * indexBits} height={ROW * rows} />
      </svg>
      <figcaption>
        {labels.text(shifts.length, indexBits)} {labels.caption(indexBits)}
      </figcaption>
    </figure>
  );
}
