import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyLmt, anyRate, units } from '#test/domain/arbitraries';
import {
  LMT,
  SOL,
  T0,
  USDC,
  codeOf,
  confirmedBond,
  contextOf,
  day,
  valueOf,
} from '#test/domain/builders';
import { confirmBond } from '../bonds/bond.ts';
import {
  bondToFee,
  depositToFee,
  feeAtBondRate,
  feeQuoteHolds,
  feeToCharge,
  feeVanished,
  feedPricesForFee,
  pricedWhenPaid,
  quoteFee,
  refundCredit,
  usableCredit,
} from './fee-credit.ts';
import { type Journal, balancesAfter, imbalance } from '../base/ledger.ts';
import { type Lamports, lamports, usdPrice } from '../base/money.ts';
import { DEFAULT_SETTINGS } from '../terms/terms.ts';
import { MINUTE_MS, after } from '../base/time.ts';

const anyLamports: fc.Arbitrary<Lamports> = units().map(lamports);
const anyOpen = fc.array(fc.record({ paid: anyLamports, used: anyLamports }), { maxLength: 5 });

describe('a fee quote', () => {
  const quote = quoteFee({ id: 'q1', userId: 'u1', amount: LMT('5') }, SOL('0.4935'), T0);

  test('holds ten minutes', () => {
    expect(quote.expiresAt).toBe(after(T0, 10 * MINUTE_MS));
    expect(quote).toMatchObject({ fee: 493_500_000n, createdAt: T0 });
  });

  test.each([
    ['a minute and a millisecond before', -MINUTE_MS - 1, false],
    ['a minute before: block times are whole seconds of another clock', -MINUTE_MS, true],
    ['when it is made', 0, true],
    ['at its end', 10 * MINUTE_MS, true],
    ['a minute after its end', 11 * MINUTE_MS, true],
    ['later', 11 * MINUTE_MS + 1, false],
  ])('for a payment %s', (_, ms, holds) => {
    expect(feeQuoteHolds(quote, LMT('5'), after(T0, ms))).toBe(holds);
  });

  test('for its own amount alone, to the last unit', () => {
    expect(feeQuoteHolds(quote, LMT('5.00000001'), T0)).toBe(false);
    expect(feeQuoteHolds(quote, LMT('4.99999999'), T0)).toBe(false);
  });
});

describe('credit that can be used', () => {
  test.each([
    ['all of it where nothing can vanish', 100n, [], 100n],
    ['nothing of a payment that may vanish', 100n, [[100n, 0n]], 0n],
    ['not the surplus of one whose stake took a part', 40n, [[100n, 60n]], 0n],
    ['what stood there before it', 140n, [[100n, 0n]], 40n],
    ['all, where a stake took more than its payment brought', 10n, [[60n, 100n]], 10n],
    ['never less than nothing', 5n, [[100n, 0n]], 0n],
  ] as const)('%s', (_, credit, open, usable) => {
    const payments = open.map(([paid, used]) => ({ paid: lamports(paid), used: lamports(used) }));
    expect(usableCredit(lamports(credit), payments)).toBe(usable);
  });

  test('is between nothing and all, and never grows with what may vanish', () => {
    fc.assert(
      fc.property(anyLamports, anyOpen, anyLamports, (credit, open, paid) => {
        const usable = usableCredit(credit, open);
        expect(usable >= 0n && usable <= credit).toBe(true);
        const more = [...open, { paid, used: lamports(0n) }];
        expect(usableCredit(credit, more) <= usable).toBe(true);
        // What a payment that may vanish brings is usable by nobody: it adds as much as it holds back.
        expect(usableCredit(lamports(credit + paid), more)).toBe(usable);
      }),
    );
  });

  test('is there whichever of the uncertain payments vanish', () => {
    fc.assert(
      fc.property(
        anyLamports,
        fc.array(
          fc.record({ paid: anyLamports, ofOwn: fc.bigInt(0n, 1_000n), gone: fc.boolean() }),
          { maxLength: 5 },
        ),
        (certain, stakes) => {
          // Each stake took a share of its own payment and nothing else.
          const open = stakes.map(({ paid, ofOwn, gone }) => {
            const used = lamports((paid * ofOwn) / 1_000n);
            return { paid, used, gone };
          });
          const credit = open.reduce((sum, { paid, used }) => sum + paid - used, certain as bigint);
          const usable = usableCredit(lamports(credit), open);
          expect(usable).toBe(certain);
          // A vanished payment takes all of itself, and its stake gives back what it took.
          const left = open.reduce(
            (sum, { paid, used, gone }) => (gone ? sum - paid + used : sum),
            credit,
          );
          expect(left >= usable).toBe(true);
        },
      ),
    );
  });
});

describe('what a stake is charged', () => {
  const charge = (certain: bigint, quoted: bigint | null, lowest: bigint, uncertain = 0n) =>
    feeToCharge(
      { certain: lamports(certain), uncertain: lamports(uncertain) },
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
    expect(valueOf(charge(available, quoted, lowest))).toBe(fee);
  });

  test.each([
    [89n, 100n, 90n, '1'],
    [89n, 100n, 130n, '11'],
    [0n, null, 90n, '90'],
  ])('%d of %d or %d is too little: %s is missing', (available, quoted, lowest, missing) => {
    const refused = charge(available, quoted, lowest);
    expect(codeOf(refused)).toBe('FEE_REQUIRED');
    expect(contextOf(refused)).toEqual({ requiresFeePayment: true, lamports: missing });
  });

  test('what may still vanish pays for nothing, and is not asked for again', () => {
    expect(codeOf(charge(40n, null, 100n, 60n))).toBe('FEE_NOT_SEEN');
    expect(codeOf(charge(40n, 110n, 100n, 70n))).toBe('FEE_NOT_SEEN');
    expect(contextOf(charge(40n, null, 100n, 59n))).toMatchObject({ lamports: '1' });
    expect(valueOf(charge(100n, null, 100n, 60n))).toBe(100n);
  });

  test('is covered, is one of the two, and with what is missing it goes through', () => {
    fc.assert(
      fc.property(
        anyLamports,
        anyLamports,
        fc.option(anyLamports),
        anyLamports,
        (certain, uncertain, quoted, lowest) => {
          const first = feeToCharge({ certain, uncertain }, quoted, lowest);
          if (first.ok) {
            expect(first.value <= certain).toBe(true);
            expect([quoted, lowest]).toContain(first.value);
            return;
          }
          const waits = codeOf(first) === 'FEE_NOT_SEEN';
          const missing = waits ? 0n : BigInt((contextOf(first) as { lamports: string }).lamports);
          const later = (of: bigint) => charge(of, quoted, lowest).ok;
          // Once everything is final, and what was asked for is paid.
          expect(later(certain + uncertain + missing)).toBe(true);
          if (!waits) expect(later(certain + uncertain + missing - 1n)).toBe(false);
        },
      ),
    );
  });

  test.each([
    ['covers it by itself, however old', 100n, 30, true],
    ['needs credit beside it, and is a day old', 99n, 1, true],
    ['needs credit beside it, and is older', 99n, 1.1, false],
  ])('a payment counts at the prices of its own time where it %s', (_, amount, days, counts) => {
    expect(pricedWhenPaid({ amount, blockTime: T0 }, lamports(100n), day(days))).toBe(counts);
  });
});

describe('prices of a live feed that a fee is computed from', () => {
  const at = (minutes: number) => after(T0, minutes * MINUTE_MS);
  const feed = (...minutes: number[]) =>
    minutes.map((minute) => ({ from: at(minute), value: usdPrice(BigInt(1_000 + minute)) }));
  const used = (...minutes: number[]) =>
    feedPricesForFee(feed(...minutes), T0).map(({ value }) => Number(value) - 1_000);

  test('those that were fresh in the ten minutes before it', () => {
    expect(used(-12, -6, 0, 3)).toEqual([-12, -6, 0]);
    expect(used(-20)).toEqual([-20]);
    expect(used(-21, 3)).toEqual([3]);
  });

  test('else the first that came after it, as if it had been there; none while none has', () => {
    expect(feedPricesForFee(feed(-30, 3, 5), T0)).toEqual([{ from: T0, value: 1_003n }]);
    expect(used(-30)).toEqual([]);
    expect(used()).toEqual([]);
  });
});

describe('the figure for display', () => {
  test('2% at the rate of the latest completed bond, in its token', () => {
    const sol = confirmedBond({ amount: SOL('49.35'), lmtAmount: LMT('10') });
    expect(feeAtBondRate(LMT('5'), DEFAULT_SETTINGS, sol)).toEqual({
      token: 'SOL',
      amount: SOL('0.4935'),
    });
    const usdc = confirmedBond({ token: 'USDC', amount: USDC('987'), lmtAmount: LMT('1') });
    expect(feeAtBondRate(LMT('5'), DEFAULT_SETTINGS, usdc)).toEqual({
      token: 'USDC',
      amount: USDC('98.7'),
    });
  });

  test('none where nothing was bonded', () => {
    expect(feeAtBondRate(LMT('5'), DEFAULT_SETTINGS, null)).toBeNull();
    const nothing = confirmedBond({ lmtAmount: LMT('0') });
    expect(feeAtBondRate(LMT('5'), DEFAULT_SETTINGS, nothing)).toBeNull();
  });

  test('rounds up, by less than a unit', () => {
    fc.assert(
      fc.property(anyLmt, anyRate, anyLamports, anyLmt, (amount, stakingFee, paid, bought) => {
        fc.pre(bought > 0n);
        const bond = confirmedBond({ amount: paid, lmtAmount: bought });
        const shown = feeAtBondRate(amount, { ...DEFAULT_SETTINGS, stakingFee }, bond);
        const [exact, scale] = [amount * stakingFee * paid, 1_000_000n * bought];
        const up = (shown?.amount ?? -1n) * scale;
        expect(up >= exact && up - exact < scale).toBe(true);
      }),
    );
  });
});

describe('entries', () => {
  const isSound = (journals: readonly Journal[]): void => {
    for (const journal of journals) expect(imbalance(journal).size).toBe(0);
  };

  test('a vanished payment takes back what it had brought', () => {
    const journal = feeVanished('u1', 'p1', SOL('0.5'), day(1));
    isSound([journal]);
    expect(journal).toMatchObject({ kind: 'reversed', at: day(1), userId: 'u1', subject: 'p1' });
    expect(balancesAfter([journal]).get('credit:u1/SOL')).toBe(-SOL('0.5'));
  });

  test('a bond that turns out to be a fee leaves no LMT, and its lamports as credit', () => {
    fc.assert(
      fc.property(anyLamports, anyLmt, (amount, lmtAmount) => {
        const payment = {
          signature: 'sig-1',
          payerUserId: 'u1',
          token: 'SOL',
          amount,
          blockTime: T0,
          slot: 1,
          finalized: true,
        } as const;
        const pending = confirmedBond({ status: 'pending', byWatcher: true });
        const made = confirmBond(pending, payment, lmtAmount);
        const turned = bondToFee(made.next, day(1));
        const journals = [...made.journals, ...turned.journals];
        isSound(journals);
        const left = [...balancesAfter(journals)].filter(([, held]) => held !== 0n);
        expect(left).toEqual(
          amount === 0n
            ? []
            : [
                ['treasury/SOL', -amount],
                ['credit:u1/SOL', amount],
              ],
        );
        expect(turned.next).toMatchObject({ status: 'failed', startsAt: null, finalized: false });
      }),
    );
  });

  test('an unmatched deposit that turns out to be a fee becomes credit', () => {
    const deposit = {
      id: 'd1',
      sender: 'wallet',
      token: 'SOL',
      amount: SOL('0.005'),
      signature: 'sig-1',
      blockTime: T0,
      slot: 1,
    } as const;
    const journal = depositToFee(deposit, 'u1', day(1));
    isSound([journal]);
    expect(balancesAfter([journal])).toEqual(
      new Map([
        ['deposit:d1/SOL', -SOL('0.005')],
        ['credit:u1/SOL', SOL('0.005')],
      ]),
    );
  });

  test('a refund takes credit to the treasury’s account', () => {
    const journal = refundCredit('u1', 'o1', SOL('0.25'), day(2));
    isSound([journal]);
    expect(journal).toMatchObject({ kind: 'creditRefunded', subject: 'o1', userId: 'u1' });
    expect(balancesAfter([journal]).get('credit:u1/SOL')).toBe(-SOL('0.25'));
  });
});
