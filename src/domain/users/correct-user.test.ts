import { describe, expect, test } from 'vitest';
import {
  LMT,
  T0,
  TERMS,
  codeOf,
  contextOf,
  day,
  held,
  runningVault,
  valueOf,
} from '#test/domain/builders';
import { lmt } from '../base/money.ts';
import {
  type UserEdit,
  adjustUser,
  burnUnstaked,
  correctUser,
  readUserEdit,
} from './correct-user.ts';

describe("the owner's adjustment", () => {
  const credit = { direction: 'credit', amount: LMT('3'), reason: 'lost payment' } as const;

  test('credits or debits, and writes a history line with the reason', () => {
    const more = valueOf(
      adjustUser({ userId: 'u1', unstaked: LMT('5'), adjustment: credit }, day(2)),
    );
    expect(more.next).toBe(LMT('8'));
    expect(held(more.journals)).toEqual({ 'adjusted/LMT': -LMT('3'), 'unstaked:u1/LMT': LMT('3') });
    expect(more.items).toMatchObject([
      { type: 'bond', amount: LMT('3'), note: 'Adjusted by the owner: lost payment', at: day(2) },
    ]);
    const less = valueOf(
      adjustUser(
        {
          userId: 'u1',
          unstaked: LMT('5'),
          adjustment: { ...credit, direction: 'debit', reason: null },
        },
        T0,
      ),
    );
    expect(less.next).toBe(LMT('2'));
    expect(less.items).toMatchObject([{ type: 'withdraw', note: 'Adjusted by the owner' }]);
  });

  test('can credit more than the balance', () => {
    const given = adjustUser({ userId: 'u1', unstaked: lmt(1n), adjustment: credit }, T0);
    expect(valueOf(given).next).toBe(LMT('3.00000001'));
  });

  test('refuses a debit above the balance, and an amount of 0', () => {
    const debit = { ...credit, direction: 'debit' } as const;
    expect(codeOf(adjustUser({ userId: 'u1', unstaked: LMT('3'), adjustment: debit }, T0))).toBe(
      'ok',
    );
    const over = adjustUser({ userId: 'u1', unstaked: LMT('2.99999999'), adjustment: debit }, T0);
    expect([codeOf(over), contextOf(over)]).toEqual([
      'DEBIT_TOO_LARGE',
      { available: '2.99999999' },
    ]);
    expect(
      codeOf(
        adjustUser(
          { userId: 'u1', unstaked: LMT('3'), adjustment: { ...credit, amount: lmt(0n) } },
          T0,
        ),
      ),
    ).toBe('AMOUNT_NOT_POSITIVE');
  });

  test('burns a deleted user’s balance', () => {
    expect(burnUnstaked('u1', lmt(0n), T0)).toBeNull();
    const burned = burnUnstaked('u1', LMT('2'), T0);
    expect(held(burned ? [burned] : [])).toEqual({
      'unstaked:u1/LMT': -LMT('2'),
      'adjusted/LMT': LMT('2'),
    });
  });
});

describe('a correction of a user', () => {
  const user = {
    id: 'u1',
    username: 'Ann',
    unstaked: LMT('2'),
    earned: LMT('7'),
    lastActivity: day(3),
    vaults: [runningVault()],
  };
  const debit = { direction: 'debit', amount: LMT('1'), reason: null } as const;
  const correct = (edit: UserEdit, now = day(4)) => correctUser({ user, edit }, TERMS, now);

  test('writes no entry for a new name, even if a vault has due changes', () => {
    const { after, ...changes } = valueOf(correct({ username: 'Bea', adjustment: null }, day(20)));
    expect(changes).toEqual({ username: 'Bea', journals: [], items: [], vaults: [] });
    expect(after).toMatchObject({ username: 'Bea', unstaked: LMT('2'), earned: LMT('7') });
  });

  test('adjusts the balance after the due changes of all vaults', () => {
    const { after, journals, vaults, ...rest } = valueOf(
      correct({ username: null, adjustment: debit }, day(9)),
    );
    expect(after).toEqual({
      username: 'Ann',
      unstaked: LMT('6.95890410'),
      earned: LMT('7.95890410'),
      lastActivity: day(9),
    });
    expect(journals.map(({ kind }) => kind)).toEqual(['matured', 'released', 'adjusted']);
    expect(vaults).toMatchObject([{ vault: { status: 'completed' }, dueAt: null }]);
    expect(rest).not.toHaveProperty('username');
  });

  test('credits at most the maximum supply', () => {
    const give = (amount: string) => {
      const adjustment = { ...debit, direction: 'credit', amount: LMT(amount) } as const;
      return correct({ username: null, adjustment });
    };
    expect(codeOf(give('1000000'))).toBe('ok');
    expect(contextOf(give('1000000.00000001'))).toEqual({
      name: 'amount',
      allowed: 'at most maxSupply, 1000000.00000000',
    });
  });

  test('counts earlier rewards of a vault once', () => {
    const vaults = [runningVault({ totalRewardsEarned: LMT('7') })];
    const edit = { username: null, adjustment: debit };
    const { after } = valueOf(correctUser({ user: { ...user, vaults }, edit }, TERMS, day(4)));
    expect(after.earned).toBe(LMT('7'));
  });

  test('returns the later of two activities', () => {
    const earlier = valueOf(
      correctUser(
        { user: { ...user, vaults: [] }, edit: { username: null, adjustment: debit } },
        TERMS,
        day(2),
      ),
    );
    expect(earlier.after.lastActivity).toBe(day(3));
    const first = valueOf(
      correctUser(
        { user: { ...user, lastActivity: null }, edit: { username: null, adjustment: debit } },
        TERMS,
        day(2),
      ),
    );
    expect(first.after.lastActivity).toBe(day(2));
  });

  test('is refused completely if the balance is too small', () => {
    const adjustment = { ...debit, amount: LMT('2.00000001') };
    expect(codeOf(correct({ username: 'Bea', adjustment }))).toBe('DEBIT_TOO_LARGE');
  });

  test('is parsed in units, and refused if it changes nothing', () => {
    const adjustment = { direction: 'credit', amount: '1.5' } as const;
    expect(valueOf(readUserEdit({ adjustment, reason: 'why' }))).toEqual({
      username: null,
      adjustment: { direction: 'credit', amount: LMT('1.5'), reason: 'why' },
    });
    expect(valueOf(readUserEdit({ username: 'Bea' }))).toEqual({
      username: 'Bea',
      adjustment: null,
    });
    expect(codeOf(readUserEdit({ reason: 'why' }))).toBe('MALFORMED');
    expect(codeOf(readUserEdit({ username: ' ' }))).toBe('MALFORMED');
    const amount = '1.123456789';
    expect(codeOf(readUserEdit({ adjustment: { ...adjustment, amount } }))).toBe(
      'AMOUNT_TOO_PRECISE',
    );
  });
});
