// The motion of bits from the operands of a step to its set: they shift, mirror, walk, or vanish.

import { SQUARES } from "tabiya";
import type { Derivation, Step } from "tabiya/explain";

import type { Motion, Travel } from "../../components/set-board.tsx";
import { lastSet } from "./step.ts";

const BITS = SQUARES.map((_, index) => index);

/** Tests whether a set has a bit. Indices outside the board are in no set. */
function has(set: bigint, bit: number): boolean {
  return bit >= 0 && bit < 64 && ((set >> BigInt(bit)) & 1n) === 1n;
}

/** Returns the last set before a step whose title begins with a text, or 0. */
function setTitled(steps: readonly Step[], index: number, ...titles: readonly string[]): bigint {
  const found = steps.slice(0, index).findLast(({ title }) => titles.some((start) => title === start || title.startsWith(`${start} =`)));
  return found === undefined ? 0n : (lastSet(found)?.set ?? 0n);
}

/** Returns the set before a step, which most expressions begin with. */
function setBefore({ steps, squares }: Derivation, index: number): bigint {
  const before = steps[index - 1];
  const isSamePart = before !== undefined && before.part === steps[index]?.part;
  return isSamePart && !before.title.startsWith("p") ? (lastSet(before)?.set ?? squares) : squares;
}

/** Returns the set that the bits of a step come from. */
function sourceOf(derivation: Derivation, index: number, code: string): bigint {
  const { steps, squares, occupied } = derivation;
  if (code.startsWith("(set")) return squares;
  if (/^(?:blockers = )?occupied/.test(code) || code.startsWith("index = occupied")) return occupied;
  const prime = code.includes("o'") ? "o'" : "o";
  const operand = setTitled(steps, index, prime);
  if (code.includes(" ^ ") && prime === "o'") return operand ^ setBefore(derivation, index);
  if (code.startsWith("(o ^ ")) return operand ^ setBefore(derivation, index);
  if (/^o'?\./.test(code)) return operand;
  if (/^r'?\./.test(code)) return setTitled(steps, index, "r");
  return setBefore(derivation, index);
}

/** Returns where a bit goes, as a function of its index. */
function destinationOf(code: string): (bit: number) => number {
  if (code.includes("reverse_bits")) return (bit) => 63 - bit;
  if (code.includes("swap_bytes")) return (bit) => bit ^ 56;
  const [, sign, distance] = /.*(<<|>>) (\d+)/.exec(code) ?? [];
  const shift = distance === undefined ? 0 : Number(distance) * (sign === "<<" ? 1 : -1);
  return (bit) => bit + shift;
}

/** Returns the motion of a subtraction: the borrow changes one bit after the other. */
function borrow(source: bigint, target: bigint): Motion {
  const changed = BITS.filter((bit) => has(source ^ target, bit));
  const travel = (bit: number): [number, Travel] => [bit, { from: bit, order: changed.indexOf(bit) }];
  return {
    arriving: new Map(changed.filter((bit) => has(target, bit)).map(travel)),
    leaving: new Map(changed.filter((bit) => has(source, bit)).map(travel)),
  };
}

/** Returns the motion of a loop over cells: the piece walks from one to the next. */
function walk(derivation: Derivation, index: number, target: bigint): Motion {
  const arriving = new Map<number, Travel>();
  let from = BITS.find((bit) => has(derivation.squares, bit)) ?? 0;
  for (const value of derivation.steps[index]?.values ?? []) {
    const [row, column] =
      value.type === "cell" ? [value.row, value.column] : value.type === "x88" ? [value.cell >> 4, value.cell & 15] : [-1, -1];
    const bit = 8 * row + column;
    const isOnBoard = row >= 0 && row < 8 && column >= 0 && column < 8;
    if (!isOnBoard || !has(target, bit)) continue;
    arriving.set(bit, { from, order: arriving.size });
    from = bit;
  }
  return { arriving, leaving: new Map() };
}

/** Returns the motion to the set of a step, or `null` if its bits come from nowhere, such as those of a table. */
export function motionOf(derivation: Derivation, step: number): Motion | null {
  const index = step - 1;
  const entry = derivation.steps[index];
  const drawn = entry === undefined ? null : lastSet(entry);
  if (entry === undefined || drawn === null) return null;
  const target = drawn.set;
  if (derivation.technique === "8x8" || derivation.technique === "0x88") return walk(derivation, index, target);
  const code = entry.code ?? "";
  const isMoving = /<<|>>|reverse_bits|swap_bytes| & |wrapping_sub|ray \^/.test(code) && !/ATTACKS|wrapping_mul/.test(code);
  if (!isMoving) return null;
  const source = sourceOf(derivation, index, code);
  if (/^o'?\.wrapping_sub/.test(code)) return borrow(source, target);
  const destination = destinationOf(code);
  const isKept = code.includes("|=");
  const arriving = new Map<number, Travel>();
  const leaving = new Map<number, Travel>();
  for (const bit of BITS.filter((candidate) => has(source, candidate))) {
    const to = destination(bit);
    const isArriving = has(target, to) && !(isKept && has(source, to));
    if (isArriving) arriving.set(to, { from: bit, order: 0 });
    else if (!isKept && !has(target, to)) leaving.set(bit, { from: bit, order: 0 });
  }
  return { arriving, leaving };
}
