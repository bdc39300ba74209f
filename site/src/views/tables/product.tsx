// The product of a magic multiplication: copies of the blockers that slide to the left, and their sum.

import type { JSX } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import type { Derivation, Step } from "tabiya/explain";

import { text } from "../../catalogue/all.ts";
import { lastSet } from "./step.ts";

/** The width of a bit, in units of the picture. */
const BIT = 5;

/** The height of a row, in units of the picture. */
const HEIGHT = 8;

/** The duration of a slide in milliseconds. */
const DURATION = 600;

/** The delay of the next copy in milliseconds. */
const DELAY = 220;

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
  /** The number of index bits, which are the highest. */
  readonly indexBits: number;
  readonly kind: "blockers" | "copy" | "sum";
  readonly name: string;
  readonly note?: string;
  /** The copy moves from this many bits to the right. */
  readonly shift?: number;
}

/** The bits of a number, the highest at the left, with its name. */
function BitRow({ set, indexBits, kind, name, note = "", shift = 0 }: RowProps): JSX.Element {
  const bits = Array.from({ length: 64 }, (_, bit) => bit).filter((bit) => (set >> BigInt(bit)) & 1n);
  return (
    <>
      <span class="row-name">{name}</span>
      <svg viewBox={`0 0 ${64 * BIT} ${HEIGHT}`} preserveAspectRatio="none">
        <rect class="bit-row" width={64 * BIT} height={HEIGHT} />
        <rect class="index-part" width={BIT * indexBits} height={HEIGHT} />
        <g class={`bits ${kind}`} data-shift={shift}>
          {bits.map((bit) => (
            <rect key={bit} x={BIT * (63 - bit)} width={BIT - 0.8} height={HEIGHT} />
          ))}
        </g>
      </svg>
      <span class="row-note">{note}</span>
    </>
  );
}

/** Returns the number of bits that a shift moves out of the 64 bits. */
function lostBits(set: bigint, shift: number): number {
  const lost = (set << BigInt(shift)) >> 64n;
  return [...lost.toString(2)].filter((digit) => digit === "1").length;
}

/** The copies of a multiplication, which slide to their places one after the other, and the index in their sum. */
export function ProductPicture({ derivation, step }: { readonly derivation: Derivation; readonly step: number }): JSX.Element | null {
  const product = productOf(derivation, step - 1);
  const picture = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) return undefined;
    const copies = [...(picture.current?.querySelectorAll<SVGGElement>(".bits.copy") ?? [])];
    const animations = copies.map((copy, order) => {
      const from = { transform: `translate(${BIT * Number(copy.dataset["shift"])}px)`, opacity: 0.3 };
      return copy.animate([from, { transform: "none", opacity: 1 }], {
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
  const index = sum >> BigInt(64 - indexBits);
  return (
    <figure class="product">
      <div ref={picture} class="product-rows" role="img" aria-label={labels.label(shifts, sum)}>
        <BitRow set={blockers} indexBits={indexBits} kind="blockers" name={labels.blockers} />
        {shifts.map((shift) => (
          <BitRow
            key={shift}
            set={BigInt.asUintN(64, blockers << BigInt(shift))}
            indexBits={indexBits}
            kind="copy"
            name={`<< ${shift}`}
            note={labels.lost(lostBits(blockers, shift))}
            shift={shift}
          />
        ))}
        <BitRow set={sum} indexBits={indexBits} kind="sum" name={labels.sum} note={labels.index(index)} />
      </div>
      <figcaption>
        {labels.text(shifts.length, indexBits)} {labels.caption(indexBits)}
      </figcaption>
    </figure>
  );
}
