// A step of a derivation: its properties in the view, its values by type, and its set.

import type { RefObject } from "preact";
import type { Derivation, Step, StepValue } from "tabiya/explain";

/** The step that is displayed, from 1, and the heading that receives the focus when a link selects a step. */
export interface StepProps {
  readonly derivation: Derivation;
  readonly step: number;
  readonly heading: RefObject<HTMLHeadingElement | null>;
}

/** The values of one type. */
export type Values<Type extends StepValue["type"]> = readonly Extract<StepValue, { type: Type }>[];

/** A set of a step, with the squares of the pieces in the picture. */
export interface DrawnSet {
  readonly set: bigint;
  readonly pieces: bigint;
}

/** Returns the last set of a step, which is the one to draw. */
export function lastSet(step: Step): DrawnSet | null {
  for (const value of step.values.toReversed()) if (value.type === "set") return value;
  return null;
}

/** Returns the occupied squares for the picture of a set. Mirrored boards and numbers have none. */
export function occupiedIn(derivation: Derivation, { pieces }: DrawnSet): bigint {
  return pieces === derivation.squares ? derivation.occupied : 0n;
}
