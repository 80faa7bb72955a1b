import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { units } from '#test/domain/arbitraries';
import { T0, codeOf, contextOf, valueOf } from '#test/domain/builders';
import { type Lamports, lamports, usdPrice } from '../base/money.ts';
import { MINUTE_MS, after } from '../base/time.ts';
import { feeToCharge, solPricesForFee, feeWithPresentRest } from './stake-fee.ts';

const anyLamports: fc.Arbitrary<Lamports> = units().map(lamports);

interface Credit {
  readonly usable: bigint;
  readonly pending?: bigint;
}

describe('the fee of a stake', () => {
  const charge = ({ usable, pending = 0n }: Credit, quoted: bigint | null, lowest: bigint) =>
    feeToCharge(
      { usable: lamports(usable), pending: lamports(pending) },
      quoted === null ? null : lamports(quoted),
      lamports(lowest),
    );

  test.each([
    ['its quote if covered', 100n, 100n, 90n, 100n],
    ['its quote, even if prices have risen since', 100n, 100n, 130n, 100n],
    ['the lowest fee if the quote is not covered', 95n, 100n, 90n, 90n],
    ['the lowest fee without a quote', 100n, null, 90n, 90n],
    ['0 if nothing is due', 0n, null, 0n, 0n],
  ])('is %s', (_, available, quoted, lowest, fee) => {
    expect(valueOf(charge({ usable: available }, quoted, lowest))).toBe(fee);
  });

  test.each([
    [89n, 100n, 90n, '1'],
    [89n, 100n, 130n, '11'],
    [0n, null, 90n, '90'],
  ])(
    'with credit of %d for %d or %d is refused: %s is missing',
    (available, quoted, lowest, missing) => {
      const refused = charge({ usable: available }, quoted, lowest);
      expect(codeOf(refused)).toBe('FEE_REQUIRED');
      expect(contextOf(refused)).toEqual({ requiresFeePayment: true, lamports: missing });
    },
  );

  test('is refused until pending payments are final, without requesting them again', () => {
    expect(codeOf(charge({ usable: 40n, pending: 60n }, null, 100n))).toBe('FEE_NOT_SEEN');
    expect(codeOf(charge({ usable: 40n, pending: 70n }, 110n, 100n))).toBe('FEE_NOT_SEEN');
    expect(contextOf(charge({ usable: 40n, pending: 59n }, null, 100n))).toMatchObject({
      lamports: '1',
    });
    expect(valueOf(charge({ usable: 100n, pending: 60n }, null, 100n))).toBe(100n);
  });

  test('is covered by credit and one of the two fees, or is accepted after the missing amount is paid', () => {
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
          // After all payments are final and the missing amount is paid.
          expect(later(usable + pending + missing)).toBe(true);
          if (!waits) expect(later(usable + pending + missing - 1n)).toBe(false);
        },
      ),
    );
  });

  test('is priced at block time for the paid part, and at present for the rest', () => {
    const charged = (paid: bigint, then: bigint, now: bigint) =>
      feeWithPresentRest(lamports(paid), lamports(then), lamports(now));
    expect(charged(100n, 100n, 200n)).toBe(100n);
    expect(charged(150n, 100n, 200n)).toBe(100n);
    expect(charged(50n, 100n, 200n)).toBe(150n);
    expect(charged(1n, 100n, 200n)).toBe(199n);
    expect(charged(1n, 3n, 100n)).toBe(68n);
    expect(charged(50n, 100n, 50n)).toBe(75n);
    expect(charged(0n, 100n, 77n)).toBe(77n);
  });
});

describe('SOL prices of a fee', () => {
  const at = (minutes: number) => after(T0, minutes * MINUTE_MS);
  const feed = (...minutes: number[]) =>
    minutes.map((minute) => ({
      at: at(minute),
      price: usdPrice(BigInt(1_000 + minute)),
      source: 'feed' as const,
    }));
  const used = (...minutes: number[]) =>
    solPricesForFee(feed(...minutes), false, T0).map(({ value }) => Number(value) - 1_000);

  test('are those of the feed that were fresh in the ten minutes before', () => {
    expect(used(-12, -6, 0, 3)).toEqual([-12, -6, 0]);
    expect(used(-20)).toEqual([-20]);
    expect(used(-21, 3)).toEqual([3]);
  });

  test('are else the first one afterwards, dated at the payment, or none', () => {
    expect(solPricesForFee(feed(-30, 3, 5), false, T0)).toEqual([{ from: T0, value: 1_003n }]);
    expect(used(-30)).toEqual([]);
    expect(used()).toEqual([]);
  });

  test('never contain a fallback, except without a feed', () => {
    const standIn = [{ at: at(-5), price: usdPrice(7n), source: 'fallback' as const }];
    expect(solPricesForFee(standIn, false, T0)).toEqual([]);
    expect(solPricesForFee(standIn, true, T0)).toEqual([{ from: at(-5), value: 7n }]);
  });
});
