import { expect, test } from 'vitest';
import {
  LMT,
  SOL,
  TERMS,
  codeOf,
  confirmedBond,
  contextOf,
  day,
  pendingSell,
  runningVault,
  sentPayout,
  valueOf,
} from '#test/domain/builders';
import { balancesAfter, imbalance } from '../base/ledger.ts';
import { lmt } from '../base/money.ts';
import { iso } from '../base/time.ts';
import type { Bond } from '../bonds/bond.ts';
import type { BondToTake } from '../bonds/take-bond.ts';
import { type UserToDelete, decideUserDeletion } from './delete-user.ts';

const unpaid = (bond: Bond): BondToTake => ({
  bond,
  isDenied: false,
  payments: [],
  booked: { issued: bond.lmtAmount, held: bond.lmtAmount, paid: bond.amount },
});

const user = (changes: Partial<UserToDelete> = {}): UserToDelete => ({
  userId: 'u1',
  unstaked: LMT('3'),
  sells: [],
  payouts: [],
  vaults: [],
  bonds: [],
  ...changes,
});

const decide = (changes: Partial<UserToDelete> = {}) => {
  let made = 0;
  const newDepositId = () => `d${(made += 1)}`;
  return decideUserDeletion(user(changes), { newDepositId, terms: TERMS, now: day(4.5) });
};

test('everything is taken back, and what is left is burned', () => {
  const claimed = confirmedBond({ id: 'b2', status: 'completed', lmtAmount: LMT('12') });
  const deleted = valueOf(
    decide({
      sells: [pendingSell({ id: 's0', status: 'rejected' }), pendingSell()],
      vaults: [runningVault(), runningVault({ id: 'v2', status: 'completed', amount: lmt(0n) })],
      bonds: [unpaid(confirmedBond()), unpaid(claimed)],
    }),
  );
  expect(deleted).toMatchObject({
    removesUser: true,
    sells: [{ id: 's1', status: 'cancelled', notes: 'The user was deleted' }],
    period: { sold: 0n, startedAt: null },
    vaults: [
      { vault: { id: 'v1', status: 'completed' }, dueAt: null },
      { vault: { id: 'v2' }, dueAt: null },
    ],
    deposits: [{ id: 'd1' }, { id: 'd2' }],
  });
  expect([...deleted.hiddenVaults]).toEqual(['v1', 'v2']);
  // 3 unstaked, 2 from the sell and 5 from the vault are there for the claimed bond of 12.
  expect([...deleted.hiddenBonds]).toEqual([
    ['b1', 0n],
    ['b2', LMT('2')],
  ]);
  expect(deleted.journals.every((journal) => imbalance(journal).size === 0)).toBe(true);
  const start = new Map([
    ['unstaked:u1/LMT', LMT('3') as bigint],
    ['escrow:s1/LMT', LMT('2')],
    ['vault:v1/LMT', LMT('5')],
    ['bond:b1/LMT', LMT('10')],
  ]);
  const left = [...balancesAfter(deleted.journals, start)].filter(([, amount]) => amount !== 0n);
  expect(Object.fromEntries(left)).toEqual({
    'adjusted/LMT': LMT('20'),
    'bonded/SOL': -SOL('98.7'),
    'deposit:d1/SOL': SOL('49.35'),
    'deposit:d2/SOL': SOL('49.35'),
  });
});

test('a user who has nothing is only removed', () => {
  expect(valueOf(decide({ unstaked: lmt(0n) }))).toMatchObject({
    journals: [],
    items: [],
    sells: [],
    vaults: [],
    removesUser: true,
  });
  expect(valueOf(decide({ unstaked: lmt(0n) }))).not.toHaveProperty('period');
});

test('a payout that is under way is waited for', () => {
  const open = sentPayout();
  const refused = decide({ payouts: [sentPayout({ id: 'p0', status: 'finalized' }), open] });
  expect([codeOf(refused), contextOf(refused)]).toEqual([
    'PAYOUT_UNDER_WAY',
    { possibleAt: iso(open.expiresAt) },
  ]);
  expect(codeOf(decide({ payouts: [sentPayout({ status: 'failed' })] }))).toBe('ok');
});

test('a payment that may still vanish is waited for', () => {
  const bonds = [unpaid(confirmedBond()), unpaid(confirmedBond({ id: 'b2', finalized: false }))];
  expect(codeOf(decide({ bonds }))).toBe('BOND_NOT_FINALIZED');
});
