import { describe, expect, test } from 'vitest';
import { SOL, USDC, codeOf, contextOf, day, valueOf } from '#test/domain/builders';
import { DAY_MS, iso } from '../base/time.ts';
import { readAdvance, readAirdrop } from './local-network.ts';

describe('test funds', () => {
  test('are parsed into units, with 0 for a missing amount', () => {
    expect(valueOf(readAirdrop({ sol: '1.5', usdc: '2' }))).toEqual({
      sol: SOL('1.5'),
      usdc: USDC('2'),
    });
    expect(valueOf(readAirdrop({ usdc: '0.000001' }))).toEqual({ sol: 0n, usdc: 1n });
  });

  test.each([
    [{}, 'AMOUNT_NOT_POSITIVE'],
    [{ sol: '0', usdc: '0' }, 'AMOUNT_NOT_POSITIVE'],
    [{ sol: '1e3' }, 'AMOUNT_MALFORMED'],
    [{ usdc: '0.0000001' }, 'AMOUNT_MALFORMED'],
    [{ sol: '1000000.000000001' }, 'AMOUNT_OUT_OF_RANGE'],
    [{ usdc: '1000000000.000001' }, 'AMOUNT_OUT_OF_RANGE'],
    [{ sol: '0.000999999', usdc: '5' }, 'BELOW_MINIMUM'],
    [{ sol: '0.001' }, 'ok'],
    [{ sol: '1000000', usdc: '1000000000' }, 'ok'],
  ])('are checked: %j gives %s', (asked, code) => {
    expect(codeOf(readAirdrop(asked))).toBe(code);
  });
});

describe('the time machine', () => {
  test('advances by a duration or to an instant', () => {
    expect(valueOf(readAdvance({ advanceMs: 5 }, day(1)))).toBe(5);
    expect(valueOf(readAdvance({ now: iso(day(3)) }, day(1)))).toBe(2 * DAY_MS);
    expect(valueOf(readAdvance({ now: iso(day(1)) }, day(1)))).toBe(0);
  });

  test('refuses to go back, or more than a year at once', () => {
    const back = readAdvance({ now: iso(day(1)) }, day(2));
    expect([codeOf(back), contextOf(back)]).toEqual(['CLOCK_BACKWARDS', { now: iso(day(2)) }]);
    expect(codeOf(readAdvance({ advanceMs: 366 * DAY_MS }, day(1)))).toBe('ok');
    const far = readAdvance({ advanceMs: 366 * DAY_MS + 1 }, day(1));
    expect([codeOf(far), contextOf(far)]).toEqual(['CLOCK_TOO_FAR', { mostDays: 366 }]);
    expect(codeOf(readAdvance({ now: iso(day(368)) }, day(1)))).toBe('CLOCK_TOO_FAR');
  });
});
