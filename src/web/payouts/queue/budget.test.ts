import { describe, expect, it } from 'vitest';

import type { SellJson } from '#contract/sells/sells';

import { asTheyAre, needsOf } from './budget.ts';

const sell = (payoutCurrency: 'SOL' | 'USDC', payoutAmount: string) =>
  ({ payoutCurrency, payoutAmount }) as SellJson;
const budget = (sol: string, usdc: string) => ({
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
    expect(needsOf(sells, budget('3.000000001', '5.000000'))).toEqual([
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
    const [need] = needsOf([sell('SOL', '1.500000000')], budget('1.000000000', '0.000000'));
    expect(need).toMatchObject({ left: '-0.500000000', isShort: true });
  });

  it('asks for nothing more where the payout is made out: it is taken off what is available', () => {
    const made = (status: string) => ({ ...sell('SOL', '6.0'), payout: { status } }) as SellJson;
    const treasury = budget('4.000000000', '0.000000');
    expect(needsOf([made('awaiting-signature'), made('awaiting-outside')], treasury)).toEqual([]);
    expect(needsOf([made('awaiting-outside'), sell('SOL', '3.0')], treasury)).toMatchObject([
      { needed: '3.000000000', left: '1.000000000', isShort: false },
    ]);
    // What came to nothing is paid out of what is available again.
    for (const status of ['withdrawn', 'failed']) {
      expect(needsOf([made(status)], treasury)).toMatchObject([{ isShort: true }]);
    }
  });

  it('goes by the requests as they are now, not as they were picked', () => {
    const picked = [
      { ...sell('SOL', '6.0'), id: 'a' },
      { ...sell('SOL', '1.0'), id: 'b' },
    ];
    const payout = { status: 'awaiting-outside' } as SellJson['payout'];
    const pending = [
      { ...sell('SOL', '2.0'), id: 'c' },
      { ...picked[0]!, payout },
    ];
    expect(asTheyAre(picked, pending)).toEqual([pending[1], picked[1]]);
  });

  it('says nothing while the treasury was never read', () => {
    expect(needsOf([sell('SOL', '1.500000000')], null)).toEqual([]);
  });
});
