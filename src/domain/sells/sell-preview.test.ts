import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { anyLmt, anyPrices, anyRate } from '#test/domain/arbitraries';
import { LMT, PRICES, SOL, T0, USDC, day, pendingSell } from '#test/domain/builders';

import { type PayToken, add, lmtPrice, rate, usdPrice } from '../base/money.ts';
import { type Instant, after } from '../base/time.ts';
import { type Prices, tokenRate, worthDown } from '../terms/price.ts';
import type { Sell } from './sell.ts';
import { needsSolPrice, previewSell } from './sell-preview.ts';

const anyToken = fc.constantFrom<PayToken>('SOL', 'USDC');
const previewAt = (
  payoutToken: PayToken,
  prices: Prices,
  { amount = LMT('2'), sells = [] as Sell[], now = day(9), sellFee = rate(150_000n) } = {},
) => previewSell({ amount, payoutToken }, { sells, settings: { sellFee }, prices, now });

test('fee and net add up to the amount, and splitting a request never pays more', () => {
  fc.assert(
    fc.property(anyToken, anyLmt, anyLmt, anyRate, anyPrices, (token, a, b, sellFee, prices) => {
      const of = (amount: typeof a) => previewAt(token, prices, { amount, sellFee, now: T0 });
      expect(of(a).fee + of(a).net).toBe(a);
      expect(of(a).payout + of(b).payout <= of(add(a, b)).payout).toBe(true);
    }),
  );
});

test('charges the sell fee of the given settings', () => {
  const free = previewAt('USDC', PRICES, { sellFee: rate(0n) });
  expect(free).toMatchObject({ fee: 0n, payout: USDC('1974') });
});

describe('the payout after a cancelled request', () => {
  // 2 LMT for 8.3895 SOL at 200 USD a SOL, cancelled on day 8.
  const cancelled = pendingSell({ status: 'cancelled', reviewedAt: day(8) });
  const dear = { ...PRICES, lmt: lmtPrice(2_000_000_000n) };
  const fallen = { ...PRICES, sol: usdPrice(PRICES.sol / 2n) };
  const risen = { ...PRICES, sol: usdPrice(PRICES.sol * 2n) };
  const inUsdc = { ...cancelled, payoutToken: 'USDC', payout: USDC('1677.9') } as const;
  test.each<[string, Sell, PayToken, Prices, Instant, bigint]>([
    [
      'is capped in the same token after LMT rose',
      cancelled,
      'SOL',
      dear,
      after(day(15), -1),
      SOL('8.3895'),
    ],
    ['is at today’s price after seven days', cancelled, 'SOL', dear, day(15), SOL('17')],
    [
      'is capped in the other token after SOL fell',
      cancelled,
      'USDC',
      fallen,
      day(9),
      USDC('838.95'),
    ],
    ['is capped in the same token after SOL fell', cancelled, 'SOL', fallen, day(9), SOL('8.3895')],
    ['is at today’s price in SOL after SOL rose', cancelled, 'SOL', risen, day(9), SOL('4.19475')],
    [
      'is at today’s price in the other token after SOL rose',
      cancelled,
      'USDC',
      risen,
      day(9),
      USDC('1677.9'),
    ],
    [
      'is at today’s price in SOL after a request in USDC and a fall of SOL',
      inUsdc,
      'SOL',
      fallen,
      day(9),
      SOL('16.779'),
    ],
    [
      'is capped in SOL after a request in USDC and a rise of LMT',
      inUsdc,
      'SOL',
      dear,
      day(9),
      SOL('8.3895'),
    ],
    [
      'is at today’s price after a rejected request',
      { ...cancelled, status: 'rejected' },
      'SOL',
      dear,
      day(9),
      SOL('17'),
    ],
  ])('%s', (_, sell, token, prices, now, payout) => {
    const preview = previewAt(token, prices, { sells: [sell], now });
    expect(preview).toMatchObject({ net: LMT('1.7'), payout });
    expect(worthDown(token, preview.net, preview.prices), 'matches the returned prices').toBe(
      payout,
    );
    const isCapped = payout < worthDown(token, preview.net, prices);
    expect(preview.cappedUntil).toBe(isCapped ? day(15) : null);
  });

  test('never exceeds the payout per LMT of any cancelled request', () => {
    const anyRequest = fc.record({
      payoutToken: anyToken,
      amount: anyLmt.filter((amount) => amount > 0n),
      sellFee: anyRate,
      prices: anyPrices,
    });
    fc.assert(
      fc.property(fc.array(anyRequest, { minLength: 2, maxLength: 5 }), (requests) => {
        const sells: Sell[] = [];
        for (const { payoutToken, amount, sellFee, prices } of requests) {
          const preview = previewAt(payoutToken, prices, { amount, sells, sellFee });
          expect(preview.payout <= worthDown(payoutToken, preview.net, prices)).toBe(true);
          for (const sell of sells) {
            const [units, per] = tokenRate(sell.payoutToken, payoutToken, prices.sol);
            expect(preview.payout * sell.amount * per <= sell.payout * units * amount).toBe(true);
          }
          const { payout, fee } = preview;
          sells.push(pendingSell({ ...cancelled, payoutToken, amount, fee, payout }));
        }
      }),
    );
  });

  test('is unchanged if an identical request is repeated', () => {
    fc.assert(
      fc.property(anyToken, anyLmt, anyRate, anyPrices, (payoutToken, amount, sellFee, prices) => {
        fc.pre(amount > 0n);
        const first = previewAt(payoutToken, prices, { amount, sellFee });
        const sells = [pendingSell({ ...cancelled, payoutToken, amount, payout: first.payout })];
        expect(previewAt(payoutToken, prices, { amount, sellFee, sells })).toEqual(first);
      }),
    );
  });

  test('in USDC needs today’s SOL price only if a request in SOL caps it', () => {
    expect(needsSolPrice('USDC', [], day(9))).toBe(false);
    expect(needsSolPrice('SOL', [], day(9))).toBe(true);
    expect(needsSolPrice('USDC', [inUsdc], day(9))).toBe(false);
    expect(needsSolPrice('USDC', [cancelled], after(day(15), -1))).toBe(true);
    expect(needsSolPrice('USDC', [cancelled], day(15))).toBe(false);
  });
});
