import { describe, expect, test } from 'vitest';
import { HOUR_MS, MINUTE_MS, instant } from '../base/time.ts';
import { type ClockHealth, areJobsHeld, clockAlerts } from './clock-alerts.ts';

const RIGHT: ClockHealth = { status: 'ok', aheadMs: 0, since: null, heldAgoMs: null };
const SINCE = instant(1_000);

describe('the alert on a wrong clock', () => {
  test('is absent while the clock is right', () => {
    expect(clockAlerts(RIGHT)).toEqual([]);
  });

  test('names how far the clock is ahead, since when, and the consequence', () => {
    expect(clockAlerts({ ...RIGHT, status: 'skewed', aheadMs: 61_999, since: SINCE })).toEqual([
      {
        code: 'CLOCK_SKEW',
        severity: 'critical',
        text: 'The database’s clock is 61 s ahead: from five minutes on, timed work and all changes that depend on time are held',
        since: SINCE,
        subject: null,
      },
    ]);
  });

  test('names how far the clock is behind, and what is suspended', () => {
    const [alert] = clockAlerts({ ...RIGHT, status: 'held', aheadMs: -HOUR_MS, heldAgoMs: 0 });
    expect(alert?.text).toBe(
      'The database’s clock is 3600 s behind: timed work and all changes that depend on time are held until it is right',
    );
  });
});

test.each([
  [null, false],
  [0, true],
  [15 * MINUTE_MS - 1, true],
  [15 * MINUTE_MS, false],
])('jobs suspended until %s ms ago may be late: %s', (heldAgoMs, areHeld) => {
  expect(areJobsHeld({ ...RIGHT, heldAgoMs })).toBe(areHeld);
});
