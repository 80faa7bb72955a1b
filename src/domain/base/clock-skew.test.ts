import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type ClockReading,
  skewedSince,
  clockAfter,
  isPredicted,
  skewStatus,
} from './clock-skew.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS, instant } from './time.ts';

const START = Date.parse('2031-03-03T09:30:00.000Z');
const LAG_MS = 13 * SECOND_MS;

/** Clocks of a node after some milliseconds; all are right by default. */
interface At {
  readonly ms: number;
  /** Error of the database's clock. */
  readonly jumpMs?: number;
  readonly offsetMs?: number;
  /** Total sleep of the machine so far. */
  readonly sleptMs?: number;
  /** `stuck`: stays at the first slot. `silent`: reports no block. */
  readonly chain?: 'live' | 'stuck' | 'silent';
}

function reading({ ms, jumpMs = 0, offsetMs = 0, sleptMs = 0, chain = 'live' }: At): ClockReading {
  const chainMs = chain === 'stuck' ? 0 : ms + sleptMs + offsetMs;
  return {
    databaseAt: instant(START + ms + sleptMs + jumpMs),
    protocolAt: instant(START + ms + sleptMs + jumpMs + offsetMs),
    processMs: 7_000 + ms,
    machineMs: 900_000 + ms + sleptMs,
    block:
      chain === 'silent'
        ? null
        : {
            slot: 1_000 + Math.floor(chainMs / 400),
            madeAt: instant(START + chainMs - LAG_MS),
            lagMs: LAG_MS,
          },
  };
}

const after = (...steps: readonly At[]) =>
  steps.map(reading).reduce<ReturnType<typeof clockAfter> | null>(clockAfter, null)!;

describe('skew', () => {
  test.each([
    [0, 0, 'ok'],
    [60 * SECOND_MS, HOUR_MS, 'ok'],
    [60 * SECOND_MS + 1, 2 * MINUTE_MS - 1, 'ok'],
    [60 * SECOND_MS + 1, 2 * MINUTE_MS, 'skewed'],
    [-60 * SECOND_MS - 1, 2 * MINUTE_MS, 'skewed'],
    [5 * MINUTE_MS, HOUR_MS, 'skewed'],
    [5 * MINUTE_MS + 1, 0, 'held'],
    [-5 * MINUTE_MS - 1, 0, 'held'],
  ])('of %d ms for %d ms is %s', (aheadMs, lastedMs, status) => {
    expect(skewStatus(aheadMs, lastedMs)).toBe(status);
  });
});

describe('a running node', () => {
  const fine = [{ ms: 0 }, { ms: 5_000 }];

  test.each(['live', 'stuck', 'silent'] as const)(
    'holds immediately after a jump of 25 hours, and resumes when it is undone; chain %s',
    (chain) => {
      for (const jumpMs of [25 * HOUR_MS, -25 * HOUR_MS]) {
        const jumped = [...fine, { ms: 6_000, jumpMs, chain }];
        expect(after(...jumped).status).toBe('held');
        expect(after(...jumped, { ms: 600_000, jumpMs, chain }).status).toBe('held');
        expect(after(...jumped, { ms: 600_000, chain }).status).toBe('ok');
      }
    },
  );

  test('alerts about a skew of 61 s after two minutes, without holding', () => {
    const jumpMs = 61 * SECOND_MS;
    const jumped = [...fine, { ms: 6_000, jumpMs }];
    expect(after(...jumped).status).toBe('ok');
    expect(after(...jumped, { ms: 126_000, jumpMs }).status).toBe('skewed');
  });

  test('holds when the chain reports a drift after it was silent', () => {
    const drifted = { jumpMs: 6 * MINUTE_MS };
    const states = [...fine, { ms: HOUR_MS, ...drifted }, { ms: HOUR_MS + 5_000, ...drifted }];
    expect(after(...states).status).toBe('held');
  });

  test('is not held after the machine slept, even if the chain is silent', () => {
    expect(after(...fine, { ms: 6_000, sleptMs: 9 * HOUR_MS }).status).toBe('ok');
    expect(after(...fine, { ms: 6_000, sleptMs: 9 * HOUR_MS, chain: 'silent' }).status).toBe('ok');
  });

  test('is not held if the chain lags briefly while the time machine moves', () => {
    const { block } = reading({ ms: 6_000 });
    const late: ClockReading = { ...reading({ ms: 6_000, offsetMs: 30 * DAY_MS }), block };
    const state = clockAfter(after(...fine), late);
    expect(state.status).toBe('ok');
    const moved = reading({ ms: 6_500, offsetMs: 30 * DAY_MS });
    expect(clockAfter(state, moved)).toMatchObject({ status: 'ok', doubtSinceMs: null });
  });

  test('ignores a block that is older than the newest one', () => {
    const { block } = reading({ ms: -10 * MINUTE_MS });
    const lagging = (ms: number): ClockReading => ({ ...reading({ ms }), block });
    const states = [lagging(6_000), lagging(9_000), lagging(12_000)];
    expect(states.reduce<ReturnType<typeof clockAfter>>(clockAfter, after(...fine))).toMatchObject({
      status: 'ok',
      doubtSinceMs: null,
    });
  });

  test('follows the chain against both other clocks after two seconds', () => {
    const jumpMs = HOUR_MS;
    const alone = [
      { ms: 0, jumpMs },
      { ms: 1_000, jumpMs },
    ];
    expect(after(...alone).status).toBe('ok');
    expect(after(...alone, { ms: 2_000, jumpMs }).status).toBe('held');
  });
});

describe('a node that starts while the database’s clock is ahead', () => {
  const jumpMs = 25 * HOUR_MS;

  test('holds once the chain’s slot has risen', () => {
    expect(after({ ms: 0, jumpMs }).status).toBe('ok');
    expect(after({ ms: 0, jumpMs }, { ms: 2_000, jumpMs }).status).toBe('held');
  });

  test('does not suspend work while the chain is stuck or silent', () => {
    for (const chain of ['stuck', 'silent'] as const) {
      const ahead = { jumpMs, chain };
      expect(after({ ms: 0, ...ahead }, { ms: 9_000, ...ahead }).status).toBe('ok');
    }
  });

  test('stays held when the chain falls silent', () => {
    const held = [
      { ms: 0, jumpMs },
      { ms: 2_000, jumpMs },
    ];
    expect(after(...held, { ms: HOUR_MS, jumpMs, chain: 'silent' }).status).toBe('held');
    expect(after(...held, { ms: HOUR_MS, chain: 'silent' }).status).toBe('ok');
  });
});

describe('protocol time of a write', () => {
  const state = after({ ms: 0 }, { ms: 5_000 });
  const at = (ms: number) => instant(START + 5_000 + ms);

  test('is as predicted from the last reading and the monotonic clock, within a minute', () => {
    expect(isPredicted(state, at(30_000), 12_000 + 30_000)).toBe(true);
    expect(isPredicted(state, at(MINUTE_MS), 12_000)).toBe(true);
    expect(isPredicted(state, at(MINUTE_MS + 1), 12_000)).toBe(false);
    expect(isPredicted(state, at(-MINUTE_MS - 1), 12_000)).toBe(false);
    expect(isPredicted(state, at(25 * HOUR_MS), 12_000)).toBe(false);
  });
});

test('reports the start of a skew by the right time', () => {
  const jumpMs = 25 * HOUR_MS;
  const state = after({ ms: 0 }, { ms: 5_000 }, { ms: 6_000, jumpMs });
  const { databaseAt, processMs } = reading({ ms: 66_000, jumpMs });
  expect(skewedSince(state, databaseAt, processMs)).toBe(START + 6_000);
  expect(skewedSince(after({ ms: 0 }), databaseAt, processMs)).toBeNull();
});

interface Step {
  readonly passesMs: number;
  readonly movesMs: number;
  readonly sleepsMs: number;
  readonly chain: 'live' | 'silent';
}
const steps = fc.array(
  fc.record<Step>({
    passesMs: fc.integer({ min: 0, max: DAY_MS }),
    movesMs: fc.integer({ min: 0, max: 400 * DAY_MS }),
    sleepsMs: fc.integer({ min: 0, max: 10 * DAY_MS }),
    chain: fc.constantFrom('live', 'silent'),
  }),
  { minLength: 1, maxLength: 20 },
);

/** Clocks after each step, without skew. */
function walked(taken: readonly Step[]): At[] {
  let [ms, offsetMs, sleptMs] = [0, 0, 0];
  return taken.map(({ passesMs, movesMs, sleepsMs, chain }) => {
    ms += passesMs;
    offsetMs += movesMs;
    sleptMs += sleepsMs;
    return { ms, offsetMs, sleptMs, chain };
  });
}

describe('any sequence of steps', () => {
  test('of the time machine, sleep and a silent chain is never skew', () => {
    fc.assert(
      fc.property(steps, (taken) => {
        expect(after(...walked(taken))).toMatchObject({ status: 'ok', skewedSinceMs: null });
      }),
    );
  });

  test('is held at the first reading of a jump above five minutes, and released when it is undone', () => {
    const jump = fc.integer({ min: 7 * MINUTE_MS, max: 400 * DAY_MS });
    fc.assert(
      fc.property(steps, jump, fc.constantFrom(1, -1), (taken, size, sign) => {
        const walk = walked(taken);
        const last = walk.at(-1)!;
        const jumped = { ...last, ms: last.ms + 1_000, jumpMs: sign * size };
        expect(after(...walk, jumped).status).toBe('held');
        expect(after(...walk, jumped, { ...last, ms: last.ms + 10_000 }).status).toBe('ok');
      }),
    );
  });
});
