import { describe, expect, test } from 'vitest';
import { LMT, PRICES, SOL, T0, day, held } from '#test/domain/builders';
import {
  type Deposit,
  assignDeposit,
  keepDeposit,
  listDeposit,
  refundDeposit,
} from './unmatched-deposit.ts';

describe('an unmatched deposit', () => {
  const deposit: Deposit = {
    id: 'd1',
    sender: 'wallet',
    token: 'SOL',
    amount: SOL('49.35'),
    signature: 'sig-9',
    blockTime: T0,
    slot: 100,
  };
  const listed = listDeposit(deposit);

  test('is booked as owed', () => {
    expect(listed.journals).toMatchObject([{ kind: 'depositUnmatched', at: T0, subject: 'd1' }]);
    expect(held(listed.journals)).toEqual({
      'treasury/SOL': -SOL('49.35'),
      'deposit:d1/SOL': SOL('49.35'),
    });
  });

  test('becomes a bond at the price and time of its block when assigned', () => {
    const given = assignDeposit(
      { deposit, to: { bondId: 'b7', userId: 'u7' }, atBlockTime: PRICES },
      day(30),
    );
    expect(given.next).toMatchObject({
      id: 'b7',
      userId: 'u7',
      status: 'confirmed',
      finalized: true,
      lmtAmount: LMT('10'),
      startsAt: T0,
    });
    expect(held([...listed.journals, ...given.journals])).toEqual({
      'treasury/SOL': -SOL('49.35'),
      'bonded/SOL': SOL('49.35'),
      'issuance/LMT': -LMT('10'),
      'bond:b7/LMT': LMT('10'),
    });
    expect(given.journals).toMatchObject([
      { kind: 'depositAssigned', at: day(30), userId: 'u7', subject: 'd1' },
      { kind: 'bondPaid', at: T0 },
    ]);
    expect(given.items).toMatchObject([{ type: 'bond', userId: 'u7', status: 'pending' }]);
  });

  test('leaves no balance when refunded', () => {
    expect(held([...listed.journals, refundDeposit(deposit, day(2))])).toEqual({});
    expect(refundDeposit(deposit, day(2)).kind).toBe('depositRefunded');
    expect(keepDeposit(deposit, day(2)).kind).toBe('depositKept');
  });
});
