import { DAY, HOUR, MINUTE } from './model/arithmetic.ts';
import { Random } from './random.ts';

/** Actor of a step: a user by number, the owner, or the clock (only jobs run). */
export type Actor = number | 'owner' | 'clock';

/** Step of a script. Its seed and the current state determine its details. */
export interface Step {
  readonly index: number;
  /** Milliseconds from the beginning; later if an earlier step took longer. */
  readonly at: number;
  readonly actor: Actor;
  readonly seed: readonly number[];
}

export interface Extent {
  readonly seed: number;
  readonly users: number;
  readonly days: number;
}

const WAITS = [15 * MINUTE, 2 * HOUR, 9 * HOUR, DAY, DAY, 2 * DAY, 3 * DAY, 5 * DAY, 8 * DAY];
const OWNER_WAITS = [HOUR, 4 * HOUR, 12 * HOUR, DAY];
const CLOCK_WAITS = [3 * HOUR, 12 * HOUR, DAY];

interface Timetable {
  readonly actor: Actor;
  /** Random stream of the actor. */
  readonly stream: number;
  readonly waits: readonly number[];
}

/**
 * Builds all steps in order. Each actor has its own random numbers, and no step depends on earlier ones: any
 * subset is a script.
 */
export function scriptOf({ seed, users, days }: Extent): Step[] {
  const timetables: Timetable[] = [
    { actor: 'clock', stream: 1, waits: CLOCK_WAITS },
    { actor: 'owner', stream: 2, waits: OWNER_WAITS },
    ...Array.from({ length: users }, (_, user) => ({
      actor: user,
      stream: 3 + user,
      waits: WAITS,
    })),
  ];
  const steps = timetables.flatMap(({ actor, stream, waits }) => {
    const random = new Random(seed, stream);
    const of: Omit<Step, 'index'>[] = [];
    for (let at = waitOf(random, waits); at < days * DAY; at += waitOf(random, waits)) {
      of.push({ at, actor, seed: [seed, stream, of.length] });
    }
    return of;
  });
  return steps.sort((a, b) => a.at - b.at).map((step, index) => ({ ...step, index }));
}

/** Around one of the usual waits, to the millisecond. */
const waitOf = (random: Random, waits: readonly number[]): number =>
  Math.max(1, Math.round(random.pick(waits) * (0.2 + 1.6 * random.next())));
