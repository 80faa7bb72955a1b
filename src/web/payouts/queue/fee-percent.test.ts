import { expect, it } from 'vitest';

import { feePercent } from './fee-percent.ts';

it.each([
  ['2.71506849', '0.40726028', '15%'],
  ['1.00000000', '0.02500000', '2.5%'],
  ['10.00000000', '0.00000000', '0%'],
])('of %s LMT a fee of %s is %s', (lmtAmount, sellFee, percent) => {
  expect(feePercent({ lmtAmount, sellFee })).toBe(percent);
});
