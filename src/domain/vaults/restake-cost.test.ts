import { describe, expect, test } from 'vitest';

import { apy, lmt } from '../base/money.ts';
import { HOUR_MS, after, instant } from '../base/time.ts';
import { restakeCosts } from './restake-cost.ts';

const MATURED = instant(Date.parse('2026-01-18T00:00:00.000Z'));
const WINDOW_ENDS = after(MATURED, 24 * HOUR_MS);

/** Compares restakes of 5 LMT with 0.9589041 LMT of rewards at 1.5%, some hours before the window ends. */
function costs(hoursLeft: number, changes: Partial<Parameters<typeof restakeCosts>[0]> = {}) {
  return restakeCosts({
    autoRestake: true,
    byHand: { fee: lmt(8_938_357n), net: lmt(586_952_053n) },
    byItself: { fee: lmt(1_438_357n) },
    apy: apy(1_000_00n),
    now: after(WINDOW_ENDS, -hoursLeft * HOUR_MS),
    windowEndsAt: WINDOW_ENDS,
    ...changes,
  });
}

describe('restakeCosts', () => {
  test('finds the manual restake cheaper just after maturity, because of missed rewards', () => {
    expect(costs(24)).toEqual({
      byHand: 8_938_357n,
      byItself: 17_519_235n,
      missedRewards: 16_080_878n,
      cheaper: 'by-hand',
      saved: 8_580_878n,
    });
  });

  test('finds waiting cheaper near the end of the window', () => {
    expect(costs(1)).toEqual({
      byHand: 8_938_357n,
      byItself: 2_108_393n,
      missedRewards: 670_036n,
      cheaper: 'by-itself',
      saved: 6_829_964n,
    });
  });

  test('changes the cheaper restake once, between 11 and 12 hours before the end', () => {
    const ways = Array.from({ length: 25 }, (_, hours) => costs(hours)?.cheaper);
    expect(ways.indexOf('by-hand')).toBe(12);
    expect(ways.lastIndexOf('by-itself')).toBe(11);
  });

  test('compares only fees without an APY, or after the window', () => {
    const fees = { byItself: 1_438_357n, missedRewards: 0n, saved: 7_500_000n };
    expect(costs(24, { apy: apy(0n) })).toMatchObject(fees);
    expect(costs(-1)).toMatchObject(fees);
  });

  test.each([
    ['without auto-restake', costs(24, { autoRestake: false })],
    ['if both cost the same', costs(0, { byItself: { fee: lmt(8_938_357n) } })],
    [
      'if both are free, without rewards',
      costs(24, {
        byHand: { fee: lmt(0n), net: lmt(1n) },
        byItself: { fee: lmt(0n) },
        apy: apy(0n),
      }),
    ],
  ])('returns null %s', (_, none) => {
    expect(none).toBeNull();
  });
});
