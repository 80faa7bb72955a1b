import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { replaceFileSync } from './store/files.ts';

export const DEFAULT_SLOT_MS = 400;
const SLOT_MS_MIN = 50;
const SLOT_MS_MAX = 10_000;

/** Slot duration `slotMs` from `slot` on, which began at `ms`. */
interface Pace {
  readonly slot: number;
  readonly ms: number;
  readonly slotMs: number;
}

/** Loads the stored changes of slot duration; empty if `dir` is null. */
function read(dir: string | null): Pace[] {
  const path = dir === null ? null : join(dir, 'paces.json');
  return path === null || !existsSync(path)
    ? []
    : (JSON.parse(readFileSync(path, 'utf8')) as Pace[]);
}

export interface SlotsOptions {
  /** Data folder; null keeps nothing. */
  readonly dir: string | null;
  /** Start of slot 0, in ms since 1970. */
  readonly slotZeroMs: number;
  /** Time in ms since 1970. Must be monotonic; may jump forward. */
  readonly now: () => number;
}

/** Converts between time and slots. The slot duration can change for future slots. */
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

  current(): number {
    return this.at(this.#now());
  }

  /** Returns the slot at `moment` (ms since 1970). */
  at(moment: number): number {
    const { slot, ms, slotMs } = this.#pace((pace) => pace.ms <= moment);
    return slot + Math.floor((moment - ms) / slotMs);
  }

  /** Returns the start of a slot, in ms since 1970. */
  startMs(slot: number): number {
    const pace = this.#pace((each) => each.slot <= slot);
    return pace.ms + (slot - pace.slot) * pace.slotMs;
  }

  /** Returns the start of a slot, in whole seconds since 1970, rounded down. */
  blockTime(slot: number): number {
    return Math.floor(this.startMs(slot) / 1_000);
  }

  /** Returns the milliseconds until the next slot begins. */
  msToNext(): number {
    return this.startMs(this.current() + 1) - this.#now();
  }

  /** Duration of upcoming slots. */
  get slotMs(): number {
    return this.#pace(() => true).slotMs;
  }

  /** Sets the duration of all slots after the current one. */
  setSlotMs(slotMs: number): void {
    if (!Number.isInteger(slotMs) || slotMs < SLOT_MS_MIN || slotMs > SLOT_MS_MAX) {
      throw new RangeError(`slotMs is a whole number from ${SLOT_MS_MIN} to ${SLOT_MS_MAX}`);
    }
    if (slotMs === this.slotMs) return;
    const slot = this.current() + 1;
    const ms = this.startMs(slot);
    while (this.#paces.length > 1 && this.#pace(() => true).slot >= slot) this.#paces.pop();
    this.#paces.push({ slot, ms, slotMs });
    // Stored before it takes effect, so that a crash changes no slot's time.
    if (this.#dir !== null)
      replaceFileSync(join(this.#dir, 'paces.json'), JSON.stringify(this.#paces.slice(1)));
  }
}
