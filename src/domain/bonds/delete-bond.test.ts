import { describe, expect, test } from 'vitest';
import { LMT, SOL, T0, confirmedBond, day } from '#test/domain/builders';
import { type Journal, balancesAfter, imbalance } from '../base/ledger.ts';
import type { Bond } from './bond.ts';
import { deleteBond } from './delete-bond.ts';

const held = (journals: readonly Journal[]): Record<string, bigint> =>
  Object.fromEntries([...balancesAfter(journals)].filter(([, amount]) => amount !== 0n));

describe('a deleted bond', () => {
  const to = { id: 'd1', sender: 'wallet' };

  test.each<[string, Bond, string, string, string]>([
    ['unclaimed: its LMT is void', confirmedBond(), '0', '0', 'bond:b1/LMT'],
    [
      'claimed: taken from unstaked',
      confirmedBond({ status: 'completed' }),
      '12',
      '0',
      'unstaked:u1/LMT',
    ],
    [
      'claimed and half gone: the rest is a shortfall',
      confirmedBond({ status: 'completed' }),
      '4',
      '6',
      'unstaked:u1/LMT',
    ],
  ])('%s', (_, bond, unstaked, shortfall, source) => {
    const { next, journals, items } = deleteBond(bond, LMT(unstaked), to, day(3));
    const taken = LMT('10') - LMT(shortfall);
    expect(next.shortfall).toBe(LMT(shortfall));
    expect(next.deposit).toMatchObject({
      id: 'd1',
      sender: 'wallet',
      amount: SOL('49.35'),
      signature: 'sig-1',
      blockTime: T0,
    });
    expect(held(journals)).toEqual({
      [source]: -taken,
      'adjusted/LMT': taken,
      'bonded/SOL': -SOL('49.35'),
      'deposit:d1/SOL': SOL('49.35'),
    });
    expect(items).toMatchObject([{ type: 'withdraw', amount: taken }]);
    expect(journals.every((journal) => imbalance(journal).size === 0)).toBe(true);
  });

  test.each(['pending', 'failed'] as const)('%s: nothing had been credited', (status) => {
    const { next, journals } = deleteBond(confirmedBond({ status }), LMT('9'), to, day(3));
    expect([next, journals]).toEqual([{ shortfall: 0n, deposit: null }, []]);
  });

  test('that no payment is known of leaves no deposit', () => {
    const bond = confirmedBond({ status: 'completed', signature: null });
    expect(deleteBond(bond, LMT('10'), to, day(3)).next.deposit).toBeNull();
  });
});
