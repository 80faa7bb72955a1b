import { describe, expect, test } from 'vitest';

import { apy, lmt } from '../base/money.ts';
import { HOUR_MS, after, instant } from '../base/time.ts';
import { restakeCosts } from './restake-cost.ts';

const MATURED = instant(Date.parse('2026-01-18T00:00:00.000Z'));
const WINDOW_ENDS = after(MATURED, 24 * HOUR_MS);

/** A vault of 5 LMT with 0.9589041 LMT of rewards at 1.5%, so many hours before its window ends. */
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

describe('what two ways into another cycle cost', () => {
  test('just matured, the rewards missed until the window ends are more than the fee saved', () => {
    expect(costs(24)).toEqual({
      byHand: 8_938_357n,
      byItself: 17_519_235n,
      missedRewards: 16_080_878n,
      cheaper: 'by-hand',
      saved: 8_580_878n,
    });
  });

  test('near the end of the window waiting costs less', () => {
    expect(costs(1)).toEqual({
      byHand: 8_938_357n,
      byItself: 2_108_393n,
      missedRewards: 670_036n,
      cheaper: 'by-itself',
      saved: 6_829_964n,
    });
  });

  test('the cheaper way changes once, between 11 and 12 hours before the end', () => {
    const ways = Array.from({ length: 25 }, (_, hours) => costs(hours)?.cheaper);
    expect(ways.indexOf('by-hand')).toBe(12);
    expect(ways.lastIndexOf('by-itself')).toBe(11);
  });

  test('without an APY fees alone are compared, and a window that is over misses nothing', () => {
    const fees = { byItself: 1_438_357n, missedRewards: 0n, saved: 7_500_000n };
    expect(costs(24, { apy: apy(0n) })).toMatchObject(fees);
    expect(costs(-1)).toMatchObject(fees);
  });

  test.each([
    ['without auto-restake doing nothing starts no cycle', costs(24, { autoRestake: false })],
    ['the same cost', costs(0, { byItself: { fee: lmt(8_938_357n) } })],
    [
      'free both ways, and nothing to earn',
      costs(24, {
        byHand: { fee: lmt(0n), net: lmt(1n) },
        byItself: { fee: lmt(0n) },
        apy: apy(0n),
      }),
    ],
  ])('%s: no way is the cheaper one', (_, none) => {
    expect(none).toBeNull();
  });
});
