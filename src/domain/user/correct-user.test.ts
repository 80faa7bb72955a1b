import { describe, expect, test } from 'vitest';
import { LMT, T0, codeOf, contextOf, day, valueOf } from '#test/domain/builders';
import { type Journal, balancesAfter } from '../base/ledger.ts';
import { lmt } from '../base/money.ts';
import { adjustUser, burnUnstaked } from './correct-user.ts';

const held = (journals: readonly Journal[]): Record<string, bigint> =>
  Object.fromEntries([...balancesAfter(journals)].filter(([, amount]) => amount !== 0n));

describe("the owner's adjustment", () => {
  const credit = { direction: 'credit', amount: LMT('3'), reason: 'lost payment' } as const;

  test('credits or debits, and stands in the history with its reason', () => {
    const more = valueOf(adjustUser('u1', LMT('5'), credit, day(2)));
    expect(more.next).toBe(LMT('8'));
    expect(held(more.journals)).toEqual({ 'adjusted/LMT': -LMT('3'), 'unstaked:u1/LMT': LMT('3') });
    expect(more.items).toMatchObject([
      { type: 'bond', amount: LMT('3'), note: 'Adjusted by the owner: lost payment', at: day(2) },
    ]);
    const less = valueOf(
      adjustUser('u1', LMT('5'), { ...credit, direction: 'debit', reason: null }, T0),
    );
    expect(less.next).toBe(LMT('2'));
    expect(less.items).toMatchObject([{ type: 'withdraw', note: 'Adjusted by the owner' }]);
  });

  test('never takes more than there is, and never nothing', () => {
    const debit = { ...credit, direction: 'debit' } as const;
    expect(codeOf(adjustUser('u1', LMT('3'), debit, T0))).toBe('ok');
    const over = adjustUser('u1', LMT('2.99999999'), debit, T0);
    expect([codeOf(over), contextOf(over)]).toEqual([
      'DEBIT_TOO_LARGE',
      { available: '2.99999999' },
    ]);
    expect(codeOf(adjustUser('u1', LMT('3'), { ...credit, amount: lmt(0n) }, T0))).toBe(
      'AMOUNT_NOT_POSITIVE',
    );
  });

  test('a deleted user’s balance is burned', () => {
    expect(burnUnstaked('u1', lmt(0n), T0)).toBeNull();
    const burned = burnUnstaked('u1', LMT('2'), T0);
    expect(held(burned ? [burned] : [])).toEqual({
      'unstaked:u1/LMT': -LMT('2'),
      'adjusted/LMT': LMT('2'),
    });
  });
});
