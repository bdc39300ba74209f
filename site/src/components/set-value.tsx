// A set of squares with its value in hexadecimal and binary.

import type { JSX } from "preact";

import { text } from "../catalogue/all.ts";
import { CopyButton } from "./copy.tsx";
import { SetBoard, squaresOf, type Motion } from "./set-board.tsx";

/** Returns a set as a hexadecimal number of 16 digits. */
export function hexadecimal(set: bigint): string {
  return `0x${set.toString(16).padStart(16, "0")}`;
}

/** Returns the bytes of a set in binary, the highest first: the eighth rank. */
function bytesOf(set: bigint): string[] {
  const digits = set.toString(2).padStart(64, "0");
  return Array.from({ length: 8 }, (_, index) => digits.slice(8 * index, 8 * index + 8));
}

interface BinaryProps {
  readonly set: bigint;
  /** The lowest marked bit, and the number of marked bits. */
  readonly marked?: { readonly start: number; readonly count: number };
}

/** The 64 bits of a set by bytes. Marked bits are highlighted. */
export function Binary({ set, marked = { start: 0, count: 0 } }: BinaryProps): JSX.Element {
  return (
    <code class="binary">
      {bytesOf(set).map((byte, index) => {
        // The index of the highest bit of the byte, and the marked digits in it.
        const top = 63 - 8 * index;
        const from = Math.min(8, Math.max(0, top - (marked.start + marked.count) + 1));
        const to = Math.min(8, Math.max(from, top - marked.start + 1));
        return (
          <span class="byte" key={index}>
            {byte.slice(0, from)}
            {to > from && <mark>{byte.slice(from, to)}</mark>}
            {byte.slice(to)}
          </span>
        );
      })}
    </code>
  );
}

interface SetValueProps {
  readonly set: bigint;
  readonly caption: string;
  readonly outlined?: bigint;
  readonly occupied?: bigint;
  readonly motion?: Motion | null;
}

/** A large picture of a set, and its value in hexadecimal and binary. */
export function SetValue({ set, caption, outlined = 0n, occupied = 0n, motion = null }: SetValueProps): JSX.Element {
  const squares = squaresOf(set);
  return (
    <div class="set-value">
      <SetBoard set={set} caption={caption} outlined={outlined} occupied={occupied} motion={motion} hasNames />
      <dl>
        <dt>{text.tables.hexadecimal}</dt>
        <dd>
          <code>{hexadecimal(set)}</code> <CopyButton content={hexadecimal(set)} />
        </dd>
        <dt>{text.tables.binary}</dt>
        <dd>
          <Binary set={set} />
        </dd>
        <dt>{text.tables.squareCount(squares.length)}</dt>
        <dd>{squares.length === 0 ? text.tables.noSquares : squares.join(" ")}</dd>
      </dl>
    </div>
  );
}
