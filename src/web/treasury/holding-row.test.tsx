import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';

import { PALETTE } from '../kernel/ui/charts/palette.ts';
import { HoldingRow } from './holding-row.tsx';

const usdc = { symbol: 'USDC', name: 'USD Coin', logoUrl: null, amount: '186420.500000' };
const priced = { price: '1.00000000', priceSource: 'feed', valueUSD: '186420.500000' };

test('a share is told as it was rounded, and not rounded again', () => {
  // 82.6468 % would be told as 82.7 %.
  const holding = { ...usdc, ...priced, percent: '82.65' } as never;
  const row = renderToStaticMarkup(<HoldingRow holding={holding} colour={PALETTE[0]} />);
  expect(row.replaceAll(/<[^>]+>/g, '')).toContain('82.65 %');
});
