import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { units } from '#test/domain/arbitraries';
import { SOL, USDC, contextOf, codeOf, day, sentPayout } from '#test/domain/builders';
import { type PayToken, lamports, usdPrice, usdc } from '../base/money.ts';
import { after } from '../base/time.ts';
import { NOTHING_OWED } from '#test/domain/payouts';
import type { PayoutPurpose, PayoutStatus } from './payout.ts';
import {
  type PayoutClaim,
  canPay,
  payoutBudgetAsRead,
  payoutBudgetOf,
  queueValue,
  reservedFunds,
} from './payout-budget.ts';

test('deducts payouts and their costs, never below 0', () => {
  const claims = [
    sentPayout({ amount: SOL('3'), costs: SOL('0.3') }),
    sentPayout({ token: 'USDC', amount: USDC('8'), costs: SOL('0.2') }),
  ];
  expect(payoutBudgetOf({ lamports: SOL('10'), usdc: USDC('7') }, claims, NOTHING_OWED)).toEqual({
    SOL: {
      balance: SOL('10'),
      reserved: SOL('3.5'),
      setAside: 0n,
      available: SOL('6.5'),
      forPending: SOL('6.5'),
    },
    USDC: {
      balance: USDC('7'),
      reserved: USDC('8'),
      setAside: 0n,
      available: USDC('0'),
      forPending: USDC('0'),
    },
  });
});

test.each<[PayoutPurpose, PayoutStatus, boolean]>([
  ['sell', 'awaiting-signature', true],
  // Its request is pending again.
  ['sell', 'failed', true],
  ['sell', 'sent', false],
  ['sell', 'finalized', false],
  ['deposit', 'awaiting-signature', false],
  ['credit', 'awaiting-signature', false],
])('a %s payout that is %s leaves its amount for pending requests: %s', (...of) => {
  const [purpose, status, isThere] = of;
  const balances = { lamports: SOL('100'), usdc: USDC('50') };
  const paying = { purpose, status, costs: SOL('0.1') };
  const claims = [
    sentPayout({ ...paying, amount: SOL('60') }),
    sentPayout({ ...paying, token: 'USDC', amount: USDC('30') }),
  ];
  const { SOL: sol, USDC: usd } = payoutBudgetOf(balances, claims, NOTHING_OWED);
  expect([sol.available, usd.available]).toEqual([SOL('39.8'), USDC('20')]);
  expect([sol.forPending, usd.forPending]).toEqual(
    isThere ? [SOL('99.8'), USDC('50')] : [SOL('39.8'), USDC('20')],
  );
});

test('limits the amount for pending requests to the balance', () => {
  const claims = [sentPayout({ status: 'awaiting-signature', amount: SOL('60') })];
  const left = { lamports: SOL('10'), usdc: USDC('0') };
  expect(payoutBudgetOf(left, claims, NOTHING_OWED).SOL.forPending).toBeLessThanOrEqual(SOL('10'));
});

test('counts a paid outside payout for its request until it is settled', () => {
  const claims = [sentPayout({ status: 'awaiting-signature', isOutside: true, amount: SOL('60') })];
  const left = { lamports: SOL('40'), usdc: USDC('0') };
  const { available, forPending } = payoutBudgetOf(left, claims, NOTHING_OWED).SOL;
  expect([available, forPending]).toEqual([0n, SOL('60')]);
});

test('counts the rent of an outside payout for its request, before and after payment', () => {
  const [amount, rentCharged] = [SOL('59.5'), SOL('0.5')];
  const status = 'awaiting-signature';
  const claims = [
    sentPayout({ status, isOutside: true, amount, rentCharged, costs: lamports(0n) }),
  ];
  for (const held of ['60', '0.5']) {
    const balances = { lamports: SOL(held), usdc: usdc(0n) };
    expect(payoutBudgetOf(balances, claims, NOTHING_OWED).SOL.forPending, held).toBe(SOL('60'));
  }
});

test('sets fee credit and unmatched deposits aside', () => {
  const owed = {
    SOL: { credit: SOL('1'), deposits: SOL('2'), payouts: SOL('9') },
    USDC: { credit: 0n, deposits: USDC('6'), payouts: 0n },
  };
  expect(payoutBudgetOf({ lamports: SOL('10'), usdc: USDC('7') }, [], owed)).toMatchObject({
    SOL: { setAside: SOL('3'), available: SOL('7') },
    USDC: { setAside: USDC('6'), available: USDC('1') },
  });
});

test.each<[PayoutStatus, boolean]>([
  ['awaiting-signature', true],
  ['sent', true],
  // It may have landed after the balance was read.
  ['finalized', true],
  // It may have cost its fees.
  ['failed', true],
  ['withdrawn', false],
])('a payout that is %s reserves funds: %s', (status, takes) => {
  const claim = sentPayout({ status, amount: SOL('3'), costs: SOL('0.3') });
  const [lamports, costs] = takes ? [SOL('3'), SOL('0.3')] : [0n, 0n];
  expect(reservedFunds([claim])).toEqual({ lamports, usdc: 0n, costs });
});

test.each<[Partial<PayoutClaim>, boolean]>([
  [{ status: 'awaiting-signature' }, true],
  [{ status: 'sent' }, true],
  // Balances of slot 100, requested on day 9.
  [{ status: 'finalized', settledAt: day(8), landedSlot: 101 }, true],
  [{ status: 'finalized', settledAt: day(10), landedSlot: 100 }, false],
  // No landed slot: recorded by an earlier version, or never landed.
  [{ status: 'finalized', settledAt: day(9) }, true],
  [{ status: 'finalized', settledAt: after(day(9), -1) }, false],
  [{ status: 'withdrawn', settledAt: after(day(9), -1) }, false],
])('reserves funds for a payout that the balances may not show, %j: %s', (changes, isUnseen) => {
  const payout = sentPayout({ amount: SOL('3'), costs: lamports(0n), ...changes });
  const read = { lamports: SOL('10'), usdc: usdc(0n), slot: 100, at: day(9) };
  const { reserved } = payoutBudgetAsRead(read, [payout], NOTHING_OWED).SOL;
  expect(reserved).toBe(isUnseen ? SOL('3') : 0n);
});

test('values payouts in both tokens in USD', () => {
  const sol = usdPrice(200n * 10n ** 12n);
  expect(queueValue({ lamports: SOL('1.5'), usdc: USDC('2') }, sol)).toBe(USDC('302'));
});

/** 10 SOL and 1000 USDC, of which payouts reserve 2 SOL and 300 USDC. */
const CLAIMS: readonly PayoutClaim[] = [
  sentPayout({ amount: SOL('2'), costs: SOL('0.0004') }),
  sentPayout({ token: 'USDC', amount: USDC('300'), costs: SOL('0.0006') }),
];
const BALANCES = { lamports: SOL('10'), usdc: USDC('1000') };
const BUDGET = payoutBudgetOf(BALANCES, CLAIMS, NOTHING_OWED);
const RENT = SOL('0.00089088');
const COSTS = SOL('0.000005');

describe('the payable amount', () => {
  test('in USDC needs lamports for fees, to the last lamport', () => {
    const paying = { token: 'USDC', amount: USDC('0.000001'), costs: COSTS } as const;
    const sol = (available: bigint) => ({ ...BUDGET.SOL, available: lamports(available) });
    expect(canPay({ ...BUDGET, SOL: sol(RENT + COSTS) }, RENT, paying).ok).toBe(true);
    const short = canPay({ ...BUDGET, SOL: sol(RENT + COSTS - 1n) }, RENT, paying);
    expect(codeOf(short)).toBe('TREASURY_SHORT');
  });

  test('in SOL is the balance less payouts, rent and fees, to the last lamport', () => {
    const most = SOL('7.99810412');
    expect(canPay(BUDGET, RENT, { token: 'SOL', amount: most, costs: COSTS }).ok).toBe(true);
    const more = canPay(BUDGET, RENT, { token: 'SOL', amount: lamports(most + 1n), costs: COSTS });
    expect(codeOf(more)).toBe('TREASURY_SHORT');
    expect(contextOf(more)).toEqual({
      token: 'SOL',
      available: '7.998104120',
      required: '7.998104121',
    });
  });

  test('in USDC is the balance less payouts, with lamports for fees', () => {
    const most = USDC('700');
    expect(canPay(BUDGET, RENT, { token: 'USDC', amount: most, costs: COSTS }).ok).toBe(true);
    const more = canPay(BUDGET, RENT, { token: 'USDC', amount: usdc(most + 1n), costs: COSTS });
    expect(contextOf(more)).toEqual({
      token: 'USDC',
      available: '700.000000',
      required: '700.000001',
    });
    const poor = payoutBudgetOf(
      { ...BALANCES, lamports: SOL('2.001895879') },
      CLAIMS,
      NOTHING_OWED,
    );
    const feeless = canPay(poor, RENT, { token: 'USDC', amount: USDC('1'), costs: COSTS });
    expect(contextOf(feeless)).toEqual({
      token: 'SOL',
      available: '0.000004999',
      required: '0.000005000',
    });
  });

  test('of an empty treasury is 0, never negative', () => {
    const empty = payoutBudgetOf({ lamports: lamports(0n), usdc: usdc(0n) }, CLAIMS, NOTHING_OWED);
    for (const token of ['SOL', 'USDC'] as const) {
      const refused = canPay(empty, RENT, { token, amount: lamports(1n), costs: COSTS });
      expect(contextOf(refused)).toMatchObject({ token, available: /^0\.0+$/ });
    }
  });

  test('never includes what open payouts, rent and fees need', () => {
    const token = fc.constantFrom<PayToken>('SOL', 'USDC');
    const claim = fc.record({
      token,
      amount: units().map(lamports),
      costs: units(1_000_000n).map(lamports),
      status: fc.constantFrom<PayoutStatus>('awaiting-signature', 'sent', 'finalized', 'withdrawn'),
    });
    fc.assert(
      fc.property(
        fc.record({ lamports: units().map(lamports), usdc: units().map(usdc) }),
        fc.array(claim, { maxLength: 4 }),
        units(1_000_000n).map(lamports),
        fc.record({
          token,
          amount: units(10n ** 12n).map(lamports),
          costs: units(10_000n).map(lamports),
        }),
        (balances, claims, rent, asked) => {
          const budget = payoutBudgetOf(
            balances,
            claims.map((each) => sentPayout(each)),
            NOTHING_OWED,
          );
          const taking = claims.filter(({ status }) => status !== 'withdrawn');
          const of = (t: PayToken): bigint =>
            [...taking, asked].reduce(
              (sum, each) => (each.token === t ? sum + each.amount : sum),
              0n,
            );
          const costs = [...taking, asked].reduce((sum, each) => sum + each.costs, 0n);
          const solLeft = balances.lamports - of('SOL') - costs - rent;
          const usdcLeft = balances.usdc - of('USDC');
          const owed = asked.token === 'SOL' ? [solLeft] : [solLeft, usdcLeft];
          if (asked.amount === 0n || asked.costs === 0n) return;
          expect(canPay(budget, rent, asked).ok).toBe(owed.every((left) => left >= 0n));
        },
      ),
    );
  });
});
