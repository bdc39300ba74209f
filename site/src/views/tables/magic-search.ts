// The search for a magic: a factor that maps the blockers of a square to indices without a wrong collision.

/** The directions of a bishop and of a rook, as steps of file and rank. */
const DIRECTIONS = {
  b: [[1, 1], [-1, 1], [1, -1], [-1, -1]],
  r: [[1, 0], [-1, 0], [0, 1], [0, -1]],
} as const;

/** The sliders for which a magic is searched. */
export type Slider = keyof typeof DIRECTIONS;

/** The state of a slot: free, used by one blocker set, or shared by several with the same attacks. */
export const SLOT = { free: 0, used: 1, shared: 2 } as const;

/** What is the same for every factor: the blocker sets of a square and their attacks. */
export interface Task {
  /** The number of relevant squares, which is that of the index bits. */
  readonly bits: number;
  /** The halves of the blocker sets, whose products are faster than those of `bigint`. */
  readonly low: Uint32Array;
  readonly high: Uint32Array;
  /** The number of the attack set of each blocker set. */
  readonly attacks: Uint16Array;
}

/** A factor that was tried. */
export interface Attempt {
  readonly factor: bigint;
  /** The states of the slots when the attempt ended. */
  readonly slots: Uint8Array;
  /** The number of blocker sets before the first wrong collision. */
  readonly placed: number;
  readonly isMagic: boolean;
}

/** Returns the squares from a square in a direction, to the edge of the board. */
function ray(square: number, [file, rank]: readonly [number, number]): number[] {
  const squares = [];
  for (let [x, y] = [(square & 7) + file, (square >> 3) + rank]; x >= 0 && x < 8 && y >= 0 && y < 8; x += file, y += rank) {
    squares.push(8 * y + x);
  }
  return squares;
}

/** Returns the sets of blockers of a slider on a square, from 0 to 63, and their attacks. */
export function taskOf(slider: Slider, square: number): Task {
  const rays = DIRECTIONS[slider].map((direction) => ray(square, direction));
  // A piece on the last square of a ray has nothing behind it.
  const relevant = rays.flatMap((squares) => squares.slice(0, -1));
  const count = 1 << relevant.length;
  const names = new Map<bigint, number>();
  const task = { bits: relevant.length, low: new Uint32Array(count), high: new Uint32Array(count), attacks: new Uint16Array(count) };
  for (let subset = 0; subset < count; subset++) {
    const occupied = new Set(relevant.filter((_, bit) => (subset >> bit) & 1));
    let attacked = 0n;
    for (const squares of rays) {
      const end = squares.findIndex((candidate) => occupied.has(candidate));
      for (const target of end < 0 ? squares : squares.slice(0, end + 1)) attacked |= 1n << BigInt(target);
    }
    if (!names.has(attacked)) names.set(attacked, names.size);
    task.attacks[subset] = names.get(attacked) ?? 0;
    for (const bit of occupied) (bit < 32 ? task.low : task.high)[subset]! |= 1 << (bit & 31);
  }
  return task;
}

/** Returns the high half of the product of two integers of 32 bits. */
function highProduct(a: number, b: number): number {
  const [a0, a1, b0, b1] = [a & 0xffff, a >>> 16, b & 0xffff, b >>> 16];
  const middle = a1 * b0 + ((a0 * b0) >>> 16);
  const other = a0 * b1 + (middle & 0xffff);
  return a1 * b1 + (middle >>> 16) + (other >>> 16);
}

/** Returns a random half with few bits, of which magics are made. */
function sparse(): number {
  const random = () => Math.floor(Math.random() * 2 ** 32);
  return (random() & random() & random()) >>> 0;
}

/** Tries a random factor. */
export function attempt({ bits, low, high, attacks }: Task): Attempt {
  const [factorLow, factorHigh] = [sparse(), sparse()];
  const count = attacks.length;
  const slots = new Uint8Array(count);
  const owners = new Uint16Array(count);
  let placed = 0;
  for (; placed < count; placed++) {
    const [setLow, setHigh, attacked] = [low[placed] ?? 0, high[placed] ?? 0, attacks[placed] ?? 0];
    const top = highProduct(setLow, factorLow) + Math.imul(setHigh, factorLow) + Math.imul(setLow, factorHigh);
    const index = (top >>> 0) >>> (32 - bits);
    if (slots[index] === SLOT.free) owners[index] = attacked;
    else if (owners[index] !== attacked) break;
    slots[index] = slots[index] === SLOT.free ? SLOT.used : SLOT.shared;
  }
  const factor = (BigInt(factorHigh) << 32n) | BigInt(factorLow);
  return { factor, slots, placed, isMagic: placed === count };
}
