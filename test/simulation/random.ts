/** Seeded random numbers (splitmix32), equal on every machine. */
export class Random {
  #state: number;

  constructor(...seeds: readonly number[]) {
    this.#state = seeds.reduce((state, seed) => mixed(state + Math.imul(seed, 0x9e3779b1)), 1);
  }

  /** From 0 (inclusive) to 1 (exclusive). */
  next(): number {
    this.#state = Math.trunc(this.#state + 0x9e3779b9) % 0x1_0000_0000;
    return mixed(this.#state) / 0x1_0000_0000;
  }

  /** Whole number from 0 (inclusive) to `bound` (exclusive). */
  below(bound: number): number {
    return Math.floor(this.next() * bound);
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  pick<T>(list: readonly T[]): T {
    const picked = list[this.below(list.length)];
    if (picked === undefined) throw new Error('nothing to pick from');
    return picked;
  }

  /** Share of an amount, from one thousandth to all of it. */
  shareOf(amount: bigint): bigint {
    return (amount * BigInt(1 + this.below(1_000))) / 1_000n;
  }
}

function mixed(from: number): number {
  let z = Math.trunc(from) | 0;
  z = Math.imul(z ^ (z >>> 16), 0x21f0aaad);
  z = Math.imul(z ^ (z >>> 15), 0x735a2d97);
  return (z ^ (z >>> 15)) >>> 0;
}
