import { describe, expect, it } from 'vitest';

import type { SellJson } from '#contract/sells';

import { needsOf } from './purse.ts';

const sell = (payoutCurrency: 'SOL' | 'USDC', payoutAmount: string) =>
  ({ payoutCurrency, payoutAmount }) as SellJson;
const purse = (sol: string, usdc: string) => ({
  SOL: { balance: sol, reserved: '0.000000000', setAside: '0.000000000', available: sol },
  USDC: { balance: usdc, reserved: '0.000000', setAside: '0.000000', available: usdc },
});

describe('what requests need of the treasury', () => {
  it('adds up each token for itself, to the last unit', () => {
    const sells = [
      sell('SOL', '1.000000001'),
      sell('USDC', '3.000000'),
      sell('SOL', '2.000000000'),
    ];
    expect(needsOf(sells, purse('3.000000001', '5.000000'))).toEqual([
      {
        token: 'SOL',
        needed: '3.000000001',
        available: '3.000000001',
        left: '0.000000000',
        isShort: false,
      },
      {
        token: 'USDC',
        needed: '3.000000',
        available: '5.000000',
        left: '2.000000',
        isShort: false,
      },
    ]);
  });

  it('says by how much it falls short', () => {
    const [need] = needsOf([sell('SOL', '1.500000000')], purse('1.000000000', '0.000000'));
    expect(need).toMatchObject({ left: '-0.500000000', isShort: true });
  });

  it('says nothing while the treasury was never read', () => {
    expect(needsOf([sell('SOL', '1.500000000')], null)).toEqual([]);
  });
});
