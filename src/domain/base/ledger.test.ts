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
  test('a move takes here what it gives there; of nothing there is none', () => {
    const postings = move(unstakedOf('u1'), vaultAccount('v1'), LMT('5'));
    expect(postings.map(({ account, amount }) => [accountKey(account), amount])).toEqual([
      ['unstaked:u1/LMT', -LMT('5')],
      ['vault:v1/LMT', LMT('5')],
    ]);
    expect(move(unstakedOf('u1'), vaultAccount('v1'), lmt(0n))).toEqual([]);
  });

  test('an account’s name tells its asset', () => {
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

  test('a journal that does not add up says in which asset, and by how much', () => {
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

  test('a reversal leaves every account as it was, and is dated when it is made', () => {
    const undone = reverse(journal, day(3));
    expect(undone).toMatchObject({ kind: 'reversed', at: day(3), subject: 'v1' });
    expect(held([journal, undone])).toEqual({});
  });

  test('accounts of users are held, the others are not', () => {
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

  test('changes follow each other with all their entries', () => {
    const first = { next: 1, journals: [journal], items: [] };
    expect(followedBy(first, unchanged('x'))).toEqual({
      next: 'x',
      journals: [journal],
      items: [],
    });
  });

  test('balances go on from where they stood', () => {
    const start = new Map([['unstaked:u1/LMT', LMT('7') as bigint]]);
    expect(balancesAfter([journal], start).get('unstaked:u1/LMT')).toBe(LMT('2'));
    expect(start.get('unstaked:u1/LMT')).toBe(LMT('7'));
  });
});
