import { describe, expect, test } from 'vitest';
import { LMT, SOL, T0, day, held } from '#test/domain/builders';
import { followedBy, unchanged } from './change.ts';
import {
  type Journal,
  accountKey,
  assetOf,
  balancesAfter,
  creditOf,
  depositAccount,
  escrowOf,
  imbalance,
  isHeld,
  move,
  reverse,
  system,
  feeAccount,
  unstakedOf,
  vaultAccount,
} from './ledger.ts';
import { lmt } from './money.ts';

describe('the ledger', () => {
  test('a move adds up to zero, and a move of 0 has no postings', () => {
    const postings = move(unstakedOf('u1'), vaultAccount('v1'), LMT('5'));
    expect(postings.map(({ account, amount }) => [accountKey(account), amount])).toEqual([
      ['unstaked:u1/LMT', -LMT('5')],
      ['vault:v1/LMT', LMT('5')],
    ]);
    expect(move(unstakedOf('u1'), vaultAccount('v1'), lmt(0n))).toEqual([]);
  });

  test('an account key contains its asset', () => {
    const names = [unstakedOf('u1'), depositAccount('d1', 'USDC'), system('treasury', 'SOL')];
    expect(names.map(accountKey).map(assetOf)).toEqual(['LMT', 'USDC', 'SOL']);
  });

  const journal: Journal = {
    kind: 'staked',
    at: T0,
    userId: 'u1',
    subject: 'v1',
    postings: [
      ...move(unstakedOf('u1'), vaultAccount('v1'), LMT('5')),
      ...move(creditOf('u1'), feeAccount('fee.stake'), SOL('1')),
    ],
  };

  test('imbalance returns the difference of each asset', () => {
    expect(imbalance(journal).size).toBe(0);
    const broken = { ...journal, postings: journal.postings.slice(0, 3) };
    expect([...imbalance(broken)]).toEqual([['SOL', -SOL('1')]]);
    const mixed = {
      ...journal,
      postings: [
        { account: unstakedOf('u1'), amount: -5n },
        { account: creditOf('u1'), amount: 5n },
      ],
    };
    expect([...imbalance(mixed)]).toEqual([
      ['LMT', -5n],
      ['SOL', 5n],
    ]);
  });

  test('a reversal restores every balance, and has its own date', () => {
    const undone = reverse(journal, day(3));
    expect(undone).toMatchObject({ kind: 'reversed', at: day(3), subject: 'v1' });
    expect(held([journal, undone])).toEqual({});
  });

  test('distinguishes held accounts from system accounts', () => {
    const users = [
      unstakedOf('u'),
      vaultAccount('v'),
      escrowOf('s'),
      creditOf('u'),
      depositAccount('d', 'USDC'),
    ];
    expect(users.every(({ kind }) => isHeld(kind))).toBe(true);
    expect(isHeld('treasury') || isHeld('issuance') || isHeld('adjusted')).toBe(false);
    expect(accountKey(system('treasury', 'SOL'))).toBe('treasury/SOL');
  });

  test('followedBy combines the entries of two changes', () => {
    const first = { next: 1, journals: [journal], items: [] };
    expect(followedBy(first, unchanged('x'))).toEqual({
      next: 'x',
      journals: [journal],
      items: [],
    });
  });

  test('balancesAfter adds to the starting balances', () => {
    const start = new Map([['unstaked:u1/LMT', LMT('7') as bigint]]);
    expect(balancesAfter([journal], start).get('unstaked:u1/LMT')).toBe(LMT('2'));
    expect(start.get('unstaked:u1/LMT')).toBe(LMT('7'));
  });
});
