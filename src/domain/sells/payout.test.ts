import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { units } from '#test/domain/arbitraries';
import { SOL, T0, USDC, codeOf, contextOf } from '#test/domain/builders';
import { type PayToken, lamports, usdc } from '../base/money.ts';
import { type PayoutStatus, type Purse, canPay, isOpenPayout, payoutExpiry } from './payout.ts';
import { after } from '../base/time.ts';

test.each<[PayoutStatus, boolean]>([
  ['awaiting-signature', true],
  ['sent', true],
  ['finalized', false],
  ['failed', false],
  ['expired', false],
])('a payout that is %s can still pay: %s', (status, open) => {
  expect(isOpenPayout({ status })).toBe(open);
});

test('a transaction is told to expire after 150 slots of its blockhash and 32 of finality', () => {
  expect(payoutExpiry(T0)).toBe(after(T0, (150 + 32) * 400));
});

/** 10 SOL and 1000 USDC, of which 2 SOL and 300 USDC are on their way out. */
const PURSE: Purse = {
  lamports: SOL('10'),
  usdc: USDC('1000'),
  openLamports: SOL('2'),
  openUsdc: USDC('300'),
  openCosts: SOL('0.001'),
  rent: SOL('0.00089088'),
};
const COSTS = SOL('0.000005');

describe('what the treasury can pay', () => {
  test('SOL: all but what is on its way, rent and fees, to the last lamport', () => {
    const most = SOL('7.99810412');
    expect(canPay(PURSE, { token: 'SOL', amount: most, costs: COSTS }).ok).toBe(true);
    const more = canPay(PURSE, { token: 'SOL', amount: lamports(most + 1n), costs: COSTS });
    expect(codeOf(more)).toBe('TREASURY_SHORT');
    expect(contextOf(more)).toEqual({
      token: 'SOL',
      available: '7.998104120',
      required: '7.998104121',
    });
  });

  test('USDC: all but what is on its way, and lamports for the fees beside it', () => {
    const most = USDC('700');
    expect(canPay(PURSE, { token: 'USDC', amount: most, costs: COSTS }).ok).toBe(true);
    const more = canPay(PURSE, { token: 'USDC', amount: usdc(most + 1n), costs: COSTS });
    expect(contextOf(more)).toEqual({
      token: 'USDC',
      available: '700.000000',
      required: '700.000001',
    });
    const poor = { ...PURSE, lamports: SOL('2.001895879') };
    const feeless = canPay(poor, { token: 'USDC', amount: USDC('1'), costs: COSTS });
    expect(contextOf(feeless)).toEqual({
      token: 'SOL',
      available: '0.000004999',
      required: '0.000005000',
    });
  });

  test('an empty treasury says 0, never less', () => {
    const empty = { ...PURSE, lamports: lamports(0n), usdc: usdc(0n) };
    for (const token of ['SOL', 'USDC'] as const) {
      const refused = canPay(empty, { token, amount: lamports(1n), costs: COSTS });
      expect(contextOf(refused)).toMatchObject({ token, available: /^0\.0+$/ });
    }
  });

  test('never lets out what the open payouts, rent and fees need', () => {
    const anyPurse: fc.Arbitrary<Purse> = fc.record({
      lamports: units().map(lamports),
      usdc: units().map(usdc),
      openLamports: units().map(lamports),
      openUsdc: units().map(usdc),
      openCosts: units(1_000_000n).map(lamports),
      rent: units(1_000_000n).map(lamports),
    });
    fc.assert(
      fc.property(
        anyPurse,
        fc.constantFrom<PayToken>('SOL', 'USDC'),
        units(10n ** 12n),
        units(10_000n).map(lamports),
        (purse, token, amount, costs) => {
          const asked = { token, amount: lamports(amount), costs };
          const allowed = canPay(purse, asked).ok;
          const solLeft =
            purse.lamports -
            purse.openLamports -
            purse.openCosts -
            purse.rent -
            costs -
            (token === 'SOL' ? amount : 0n);
          const usdcLeft = purse.usdc - purse.openUsdc - (token === 'USDC' ? amount : 0n);
          const owed = token === 'SOL' ? [solLeft] : [solLeft, usdcLeft];
          if (amount > 0n && costs > 0n) expect(allowed).toBe(owed.every((left) => left >= 0n));
        },
      ),
    );
  });
});
