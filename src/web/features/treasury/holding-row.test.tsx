import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';

import { PALETTE } from '../../ui/charts/palette.ts';
import { HoldingRow } from './holding-row.tsx';

const usdc = { symbol: 'USDC', name: 'USD Coin', logoUrl: null, amount: '186420.500000' };
const priced = { price: '1.00000000', priceSource: 'feed', valueUSD: '186420.500000' };

test('a share is told as the bar above the list tells it: to the nearest tenth', () => {
  const holding = { ...usdc, ...priced, percent: '26.98' } as never;
  const row = renderToStaticMarkup(<HoldingRow holding={holding} colour={PALETTE[0]} />);
  expect(row.replaceAll(/<[^>]+>/g, '')).toContain('27.0 %');
});
