import { expect, test } from 'vitest';

import { lmt, rate } from '#domain/base/money';
import { previewSell } from '#domain/sells/sell-preview';
import { instant } from '#domain/base/time';
import { sellOf } from '#test/web/builders';

import { pricesNow } from '../kernel/prices/use-prices.ts';
import { earlierSells } from '../kernel/prices/earlier-sells.ts';
import { isPayable } from './prices.ts';

const NOW = instant(Date.parse('2026-01-20T00:00:00Z'));
const FEE = { sellFee: rate(150_000n) };

test('a preview of the worked life, from the texts of the wire', () => {
  const prices = pricesNow({ lmtPriceUSDC: '1016.832075' }, { price: 200 })!;
  const asked = { amount: lmt(271_506_849n), payoutToken: 'SOL' } as const;
  const preview = previewSell(asked, { sells: [], settings: FEE, prices, now: NOW });
  expect(preview).toMatchObject({ fee: 40_726_028n, net: 230_780_821n, payout: 11_733_267_054n });
});

test.each([
  ['SOL', 4_194_750_000n],
  ['USDC', 419_475_000n],
] as const)('a request cancelled in the last seven days caps one in %s', (payoutToken, payout) => {
  const cancelled = sellOf({ status: 'cancelled', reviewedAt: '2026-01-19T00:00:00.000Z' });
  const prices = pricesNow({ lmtPriceUSDC: '1001.805000' }, { price: 100 })!;
  const past = { sells: earlierSells([cancelled]), settings: FEE, prices, now: NOW };
  expect(previewSell({ amount: lmt(100_000_000n), payoutToken }, past)).toMatchObject({
    payout,
    cappedUntil: Date.parse('2026-01-26T00:00:00.000Z'),
  });
});

test('a market price keeps every digit that it has', () => {
  const prices = pricesNow({ lmtPriceUSDC: '987.000000' }, { price: 199.123456789012 });
  expect(prices).toMatchObject({ sol: 199_123_456_789_012n });
});

test('money is paid at fresh prices only', () => {
  const sources = ['feed', 'static', 'last-known', 'fallback'] as const;
  expect(sources.filter((source) => isPayable({ source }))).toEqual(['feed', 'static']);
});
