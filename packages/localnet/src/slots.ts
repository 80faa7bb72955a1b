import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { replaceFileSync } from './store/files.ts';

export const DEFAULT_SLOT_MS = 400;
const SLOT_MS_MIN = 50;
const SLOT_MS_MAX = 10_000;

/** From `slot` on, which began at `ms`, each slot lasts `slotMs`. */
interface Pace {
  readonly slot: number;
  readonly ms: number;
  readonly slotMs: number;
}

/** Where the changes of pace after the first are kept; null keeps none. */
function read(dir: string | null): Pace[] {
  const path = dir === null ? null : join(dir, 'paces.json');
  return path === null || !existsSync(path)
    ? []
    : (JSON.parse(readFileSync(path, 'utf8')) as Pace[]);
}

export interface SlotsOptions {
  /** The chain's folder. */
  readonly dir: string | null;
  /** When slot 0 began, in ms since 1970. */
  readonly slotZeroMs: number;
  /** The time in ms since 1970: never goes back, may jump forward. */
  readonly now: () => number;
}

/** Which slot it is at which time. The length of a slot can change, for the slots that follow. */
export class Slots {
  readonly #now: () => number;
  readonly #dir: string | null;
  readonly #paces: Pace[];

  constructor({ dir, slotZeroMs, now }: SlotsOptions) {
    this.#now = now;
    this.#dir = dir;
    this.#paces = [{ slot: 0, ms: slotZeroMs, slotMs: DEFAULT_SLOT_MS }, ...read(dir)];
  }

  #pace(holds: (pace: Pace) => boolean): Pace {
    const found = this.#paces.findLast(holds) ?? this.#paces[0];
    if (!found) throw new Error('a chain without a pace');
    return found;
  }

  /** The slot of the present moment. */
  current(): number {
    return this.at(this.#now());
  }

  /** The slot of a moment in ms since 1970. */
  at(moment: number): number {
    const { slot, ms, slotMs } = this.#pace((pace) => pace.ms <= moment);
    return slot + Math.floor((moment - ms) / slotMs);
  }

  /** The first millisecond of a slot, since 1970. */
  startMs(slot: number): number {
    const pace = this.#pace((each) => each.slot <= slot);
    return pace.ms + (slot - pace.slot) * pace.slotMs;
  }

  /** The first millisecond of a slot, as whole seconds since 1970. */
  blockTime(slot: number): number {
    return Math.floor(this.startMs(slot) / 1_000);
  }

  /** Milliseconds until the next slot begins. */
  msToNext(): number {
    return this.startMs(this.current() + 1) - this.#now();
  }

  /** How long the slots that begin last. */
  get slotMs(): number {
    return this.#pace(() => true).slotMs;
  }

  /** Sets how long the slots after the current one last. */
  setSlotMs(slotMs: number): void {
    if (!Number.isInteger(slotMs) || slotMs < SLOT_MS_MIN || slotMs > SLOT_MS_MAX) {
      throw new RangeError(`slotMs is a whole number from ${SLOT_MS_MIN} to ${SLOT_MS_MAX}`);
    }
    if (slotMs === this.slotMs) return;
    const slot = this.current() + 1;
    const ms = this.startMs(slot);
    while (this.#paces.length > 1 && this.#pace(() => true).slot >= slot) this.#paces.pop();
    this.#paces.push({ slot, ms, slotMs });
    // Kept before the new pace begins: after a crash no slot has another time than before it.
    if (this.#dir !== null)
      replaceFileSync(join(this.#dir, 'paces.json'), JSON.stringify(this.#paces.slice(1)));
  }
}
