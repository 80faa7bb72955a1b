import { DAY, HOUR, MINUTE } from './model/arithmetic.ts';
import { Random } from './random.ts';

/** Who acts: a user by number, the owner, or time alone (jobs run). */
export type Actor = number | 'owner' | 'clock';

/** One thing that happens. What exactly, follows from its seed and from how things stand then. */
export interface Step {
  readonly index: number;
  /** Milliseconds after the beginning; later where an earlier step took longer. */
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
  /** Distinguishes the actor's random numbers from all others'. */
  readonly stream: number;
  readonly waits: readonly number[];
}

/**
 * Everything that happens, in order. Each actor has random numbers of its own, and a step knows nothing
 * of the steps before it: any part of a script is a script.
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
