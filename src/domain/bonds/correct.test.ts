import { describe, expect, test } from 'vitest';

import {
  LMT,
  PRICES,
  SOL,
  T0,
  codeOf,
  confirmedBond,
  contextOf,
  day,
  valueOf,
} from '#test/domain/builders';

import type { Bond } from './bond.ts';
import { followedBy, unchanged } from '../base/change.ts';
import {
  type Deposit,
  adjustUser,
  assignDeposit,
  burnUnstaked,
  deleteBond,
  listDeposit,
  refundDeposit,
} from './correct.ts';
import {
  type Journal,
  accountKey,
  balancesAfter,
  creditOf,
  depositAccount,
  escrowOf,
  imbalance,
  isHeld,
  move,
  reverse,
  system,
  unstakedOf,
  vaultAccount,
} from '../base/ledger.ts';
import { lmt } from '../base/money.ts';

const held = (journals: readonly Journal[]): Record<string, bigint> =>
  Object.fromEntries([...balancesAfter(journals)].filter(([, amount]) => amount !== 0n));

describe('the ledger', () => {
  test('a move takes here what it gives there; of nothing there is none', () => {
    const postings = move(unstakedOf('u1'), vaultAccount('v1'), LMT('5'));
    expect(postings.map(({ account, amount }) => [accountKey(account), amount])).toEqual([
      ['unstaked:u1/LMT', -LMT('5')],
      ['vault:v1/LMT', LMT('5')],
    ]);
    expect(move(unstakedOf('u1'), vaultAccount('v1'), lmt(0n))).toEqual([]);
  });

  const journal: Journal = {
    kind: 'staked',
    at: T0,
    userId: 'u1',
    subject: 'v1',
    postings: [
      ...move(unstakedOf('u1'), vaultAccount('v1'), LMT('5')),
      ...move(creditOf('u1'), system('stakingFees', 'SOL'), SOL('1')),
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
      'INSUFFICIENT_BALANCE',
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

  test('is listed, not lost', () => {
    expect(held(listed.journals)).toEqual({
      'treasury/SOL': -SOL('49.35'),
      'deposit:d1/SOL': SOL('49.35'),
    });
  });

  test('assigned, it is a bond at the price and the time of its block', () => {
    const given = assignDeposit(deposit, { bondId: 'b7', userId: 'u7' }, PRICES, day(30));
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
    expect(given.items).toMatchObject([{ type: 'bond', userId: 'u7', status: 'pending' }]);
  });

  test('refunded, nothing of it is left', () => {
    expect(held([...listed.journals, refundDeposit(deposit, day(2))])).toEqual({});
  });
});
