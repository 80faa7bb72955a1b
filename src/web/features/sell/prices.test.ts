import { expect, test } from 'vitest';

import { lmt } from '#domain/base/money';
import { previewSell } from '#domain/sells/sell';
import { instant } from '#domain/base/time';
import { sellOf } from '#test/web/builders';

import { isPayable, pricedSells, pricesNow, sellFeeOf } from './prices.ts';

const NOW = instant(Date.parse('2026-01-20T00:00:00Z'));
const FEE = sellFeeOf({ sellFee: '0.150000' });

test('a preview of the worked life, from the texts of the wire', () => {
  const prices = pricesNow({ lmtPriceUSDC: '1016.832075' }, { price: 200 });
  const preview = previewSell(lmt(271_506_849n), 'SOL', { sells: [] }, FEE, prices!, NOW);
  expect(preview).toMatchObject({ fee: 40_726_028n, net: 230_780_821n, payout: 11_733_267_054n });
});

test('the lower price of a request cancelled in the last seven days counts, in either token', () => {
  const fixedPrices = { lmtUSDC: '987.000000', solUSD: '200.000000000000' };
  const cancelled = sellOf({
    status: 'cancelled',
    reviewedAt: '2026-01-19T00:00:00.000Z',
    fixedPrices,
  });
  const past = { sells: pricedSells([cancelled]) };
  const prices = pricesNow({ lmtPriceUSDC: '1001.805000' }, { price: 199.12345678 })!;
  for (const token of ['SOL', 'USDC'] as const) {
    const preview = previewSell(lmt(100_000_000n), token, past, FEE, prices, NOW);
    expect(preview.prices).toBe(past.sells[0]!.prices);
  }
});

test('a market price keeps every digit that it has', () => {
  const prices = pricesNow({ lmtPriceUSDC: '987.000000' }, { price: 199.123456789012 });
  expect(prices).toMatchObject({ sol: 199_123_456_789_012n });
});

test('money is paid at fresh prices only', () => {
  const sources = ['feed', 'static', 'last-known', 'fallback'] as const;
  expect(sources.filter((source) => isPayable({ source }))).toEqual(['feed', 'static']);
});
