import { expect, test } from 'vitest';
import { lmtPrice } from '../base/money.ts';
import { LMT_PRICE_MAX } from '../terms/terms.ts';
import { priceAlerts } from './price-alerts.ts';

test('warns once the LMT price is at its maximum', () => {
  expect(priceAlerts(lmtPrice(LMT_PRICE_MAX - 1n))).toEqual([]);
  const warning = {
    code: 'PRICE_AT_MAXIMUM',
    severity: 'warning',
    text: 'The LMT price has reached its maximum of 1000000000.000000 USDC: weekly steps no longer raise it',
  };
  expect(priceAlerts(LMT_PRICE_MAX)).toMatchObject([warning]);
  expect(priceAlerts(lmtPrice(LMT_PRICE_MAX + 1n))).toMatchObject([warning]);
});
