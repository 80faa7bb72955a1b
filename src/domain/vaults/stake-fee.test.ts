import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { units } from '#test/domain/arbitraries';
import { T0, codeOf, contextOf, valueOf } from '#test/domain/builders';
import { type Lamports, lamports, usdPrice } from '../base/money.ts';
import { MINUTE_MS, after } from '../base/time.ts';
import { feeToCharge, solPricesForFee, withRestNow } from './stake-fee.ts';

const anyLamports: fc.Arbitrary<Lamports> = units().map(lamports);

interface Credit {
  readonly usable: bigint;
  readonly pending?: bigint;
}

describe('what a stake is charged', () => {
  const charge = ({ usable, pending = 0n }: Credit, quoted: bigint | null, lowest: bigint) =>
    feeToCharge(
      { usable: lamports(usable), pending: lamports(pending) },
      quoted === null ? null : lamports(quoted),
      lamports(lowest),
    );

  test.each([
    ['its quote where that is covered', 100n, 100n, 90n, 100n],
    ['its quote, though prices have risen since', 100n, 100n, 130n, 100n],
    ['the lowest price where the quote is not covered', 95n, 100n, 90n, 90n],
    ['the lowest price without a quote', 100n, null, 90n, 90n],
    ['nothing where nothing is due', 0n, null, 0n, 0n],
  ])('%s', (_, available, quoted, lowest, fee) => {
    expect(valueOf(charge({ usable: available }, quoted, lowest))).toBe(fee);
  });

  test.each([
    [89n, 100n, 90n, '1'],
    [89n, 100n, 130n, '11'],
    [0n, null, 90n, '90'],
  ])('%d of %d or %d is too little: %s is missing', (available, quoted, lowest, missing) => {
    const refused = charge({ usable: available }, quoted, lowest);
    expect(codeOf(refused)).toBe('FEE_REQUIRED');
    expect(contextOf(refused)).toEqual({ requiresFeePayment: true, lamports: missing });
  });

  test('what may still vanish pays for nothing, and is not asked for again', () => {
    expect(codeOf(charge({ usable: 40n, pending: 60n }, null, 100n))).toBe('FEE_NOT_SEEN');
    expect(codeOf(charge({ usable: 40n, pending: 70n }, 110n, 100n))).toBe('FEE_NOT_SEEN');
    expect(contextOf(charge({ usable: 40n, pending: 59n }, null, 100n))).toMatchObject({
      lamports: '1',
    });
    expect(valueOf(charge({ usable: 100n, pending: 60n }, null, 100n))).toBe(100n);
  });

  test('is covered, is one of the two, and with what is missing it goes through', () => {
    fc.assert(
      fc.property(
        anyLamports,
        anyLamports,
        fc.option(anyLamports),
        anyLamports,
        (usable, pending, quoted, lowest) => {
          const first = feeToCharge({ usable, pending }, quoted, lowest);
          if (first.ok) {
            expect(first.value <= usable).toBe(true);
            expect([quoted, lowest]).toContain(first.value);
            return;
          }
          const waits = codeOf(first) === 'FEE_NOT_SEEN';
          const missing = waits ? 0n : BigInt((contextOf(first) as { lamports: string }).lamports);
          const later = (of: bigint) => charge({ usable: of }, quoted, lowest).ok;
          // Once everything is final, and what was asked for is paid.
          expect(later(usable + pending + missing)).toBe(true);
          if (!waits) expect(later(usable + pending + missing - 1n)).toBe(false);
        },
      ),
    );
  });

  test('its payment counts at the price of its time for its own part, credit at the price of now', () => {
    const charged = (paid: bigint, then: bigint, now: bigint) =>
      withRestNow(lamports(paid), lamports(then), lamports(now));
    expect(charged(100n, 100n, 200n)).toBe(100n);
    expect(charged(150n, 100n, 200n)).toBe(100n);
    expect(charged(50n, 100n, 200n)).toBe(150n);
    expect(charged(1n, 100n, 200n)).toBe(199n);
    expect(charged(1n, 3n, 100n)).toBe(68n);
    expect(charged(50n, 100n, 50n)).toBe(75n);
    expect(charged(0n, 100n, 77n)).toBe(77n);
  });
});

describe('prices of a live feed that a fee is computed from', () => {
  const at = (minutes: number) => after(T0, minutes * MINUTE_MS);
  const feed = (...minutes: number[]) =>
    minutes.map((minute) => ({
      at: at(minute),
      price: usdPrice(BigInt(1_000 + minute)),
      source: 'feed' as const,
    }));
  const used = (...minutes: number[]) =>
    solPricesForFee(feed(...minutes), false, T0).map(({ value }) => Number(value) - 1_000);

  test('those that were fresh in the ten minutes before it', () => {
    expect(used(-12, -6, 0, 3)).toEqual([-12, -6, 0]);
    expect(used(-20)).toEqual([-20]);
    expect(used(-21, 3)).toEqual([3]);
  });

  test('else the first that came after it, as if it had been there; none while none has', () => {
    expect(solPricesForFee(feed(-30, 3, 5), false, T0)).toEqual([{ from: T0, value: 1_003n }]);
    expect(used(-30)).toEqual([]);
    expect(used()).toEqual([]);
  });

  test('never one that stands in for the feed; without a feed, any', () => {
    const standIn = [{ at: at(-5), price: usdPrice(7n), source: 'fallback' as const }];
    expect(solPricesForFee(standIn, false, T0)).toEqual([]);
    expect(solPricesForFee(standIn, true, T0)).toEqual([{ from: at(-5), value: 7n }]);
  });
});
