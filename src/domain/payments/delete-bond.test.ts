import { describe, expect, test } from 'vitest';
import { LMT, SOL, T0, codeOf, confirmedBond, day, held } from '#test/domain/builders';
import { imbalance } from '../base/ledger.ts';
import type { Bond } from '../bonds/bond.ts';
import { deleteBond, checkDeletable } from './delete-bond.ts';
import { voidBond } from './void-bond.ts';

describe('a deleted bond', () => {
  const to = { id: 'd1', sender: 'wallet' };

  test.each<[string, Bond, string, string, string]>([
    ['unclaimed loses its LMT', confirmedBond(), '0', '0', 'bond:b1/LMT'],
    [
      'claimed loses unstaked LMT',
      confirmedBond({ status: 'completed' }),
      '12',
      '0',
      'unstaked:u1/LMT',
    ],
    [
      'claimed and partly spent leaves a shortfall',
      confirmedBond({ status: 'completed' }),
      '4',
      '6',
      'unstaked:u1/LMT',
    ],
  ])('%s', (_, bond, unstaked, shortfall, source) => {
    const { next, journals, items } = deleteBond(
      { bond, unstaked: LMT(unstaked), deposit: to },
      day(3),
    );
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
    const note = 'Adjusted by the owner: bond deleted';
    expect(items).toMatchObject([{ type: 'withdraw', amount: taken, note }]);
    expect(journals.every((journal) => imbalance(journal).size === 0)).toBe(true);
  });

  test.each(['pending', 'failed'] as const)('%s has no entries to reverse', (status) => {
    expect(
      deleteBond({ bond: confirmedBond({ status }), unstaked: LMT('9'), deposit: to }, day(3)),
    ).toEqual({
      next: { shortfall: 0n, deposit: null },
      journals: [],
      items: [],
    });
  });

  test('without a known payment leaves no deposit', () => {
    const bond = confirmedBond({ status: 'completed', signature: null });
    expect(deleteBond({ bond, unstaked: LMT('10'), deposit: to }, day(3)).next.deposit).toBeNull();
    const untimed = confirmedBond({ startsAt: null });
    expect(
      deleteBond({ bond: untimed, unstaked: LMT('10'), deposit: to }, day(3)).next.deposit,
    ).toBeNull();
  });

  test('claimed and spent completely writes no LMT entry, and its deposit has the payment’s slot', () => {
    const bond = confirmedBond({ status: 'completed', slot: 7 });
    const { next, journals } = deleteBond({ bond, unstaked: LMT('0'), deposit: to }, day(3));
    expect(next).toMatchObject({ shortfall: LMT('10'), deposit: { slot: 7 } });
    expect(journals.map(({ kind }) => kind)).toEqual(['depositUnmatched']);
  });

  test('must be final if its payment was seen', () => {
    expect(codeOf(checkDeletable(confirmedBond({ finalized: false })))).toBe('BOND_NOT_FINALIZED');
    expect(codeOf(checkDeletable(confirmedBond({ finalized: true })))).toBe('ok');
    expect(codeOf(checkDeletable(confirmedBond({ status: 'pending', finalized: false })))).toBe(
      'ok',
    );
  });
});

describe('a fake bond', () => {
  const booked = { issued: LMT('10'), held: LMT('10'), paid: SOL('49.35') };
  const claimed = confirmedBond({ status: 'completed' });

  test('reverses all its entries', () => {
    const { next, journals, items } = voidBond(
      { bond: confirmedBond(), booked, unstaked: LMT('5'), deposit: null },
      day(3),
    );
    expect(next).toEqual({ bond: confirmedBond({ status: 'failed' }), shortfall: 0n });
    expect(journals).toMatchObject([{ kind: 'adjusted', at: day(3), userId: 'u1', subject: 'b1' }]);
    expect(held(journals)).toEqual({
      'bond:b1/LMT': -LMT('10'),
      'adjusted/LMT': LMT('10'),
      'bonded/SOL': -SOL('49.35'),
      'treasury/SOL': SOL('49.35'),
    });
    const note = 'Adjusted by the owner: fake bond deleted';
    expect(items).toMatchObject([{ type: 'withdraw', amount: LMT('10'), note }]);
  });

  test('that was claimed and spent leaves a shortfall, and writes no entry if nothing was booked', () => {
    const spent = { ...booked, held: LMT('0') };
    const { next } = voidBond(
      { bond: claimed, booked: spent, unstaked: LMT('4'), deposit: null },
      day(3),
    );
    expect(next).toEqual({ bond: claimed, shortfall: LMT('6') });
    const nothing = { issued: LMT('0'), held: LMT('0'), paid: SOL('0') };
    expect(
      voidBond({ bond: claimed, booked: nothing, unstaked: LMT('4'), deposit: null }, day(3)),
    ).toEqual({
      next: { bond: claimed, shortfall: 0n },
      journals: [],
      items: [],
    });
  });
});
