import { describe, expect, test } from 'vitest';
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
import type { UsedPayment } from '../payments/payment.ts';
import type { BondToDelete } from '../payments/bond-deletion.ts';
import { type UserToDelete, decideUserDeletion } from './delete-user.ts';

const unpaid = (bond: Bond): BondToDelete => ({
  bond,
  isMissing: false,
  payments: [],
  booked: { issued: bond.lmtAmount, held: bond.lmtAmount, paid: bond.amount },
});

const user = (changes: Partial<UserToDelete> = {}): UserToDelete => ({
  userId: 'u1',
  wallet: 'wallet',
  unstaked: LMT('3'),
  credit: SOL('0'),
  feePayments: [],
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

test('deleting a user cancels an approved sell without a live payout', () => {
  const gone = sentPayout({ subject: 's1', status: 'withdrawn' });
  const deleted = valueOf(
    decide({ sells: [pendingSell({ status: 'approved' })], payouts: [gone] }),
  );
  expect(deleted.sells).toMatchObject([{ id: 's1', status: 'cancelled' }]);
  expect(balancesAfter(deleted.journals).get('escrow:s1/LMT')).toBe(-LMT('2'));
});

test('deleting a user takes everything back and burns what is left', () => {
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
  expect(deleted.items.map(({ subject }) => subject)).toEqual(['v1', 'b1', 'b2']);
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

test(
  'deleting a user takes thousands of bonds in linear time, each from what the one before left',
  { timeout: 5_000 },
  () => {
    const bonds = Array.from({ length: 5_000 }, (_, i) =>
      unpaid(confirmedBond({ id: `b${i}`, status: 'completed', lmtAmount: LMT('0.001') })),
    );
    const { hiddenBonds } = valueOf(decide({ bonds }));
    const short = [...hiddenBonds.values()].filter((shortfall) => shortfall > 0n);
    expect(short).toEqual(Array.from({ length: 2_000 }, () => LMT('0.001')));
  },
);

test('deleting a user burns their unstaked LMT', () => {
  const { journals } = valueOf(decide());
  expect(Object.fromEntries(balancesAfter(journals))).toEqual({
    'unstaked:u1/LMT': -LMT('3'),
    'adjusted/LMT': LMT('3'),
  });
});

test('deleting a user without balances only removes the user', () => {
  expect(valueOf(decide({ unstaked: lmt(0n) }))).toMatchObject({
    journals: [],
    items: [],
    sells: [],
    vaults: [],
    removesUser: true,
  });
  expect(valueOf(decide({ unstaked: lmt(0n) }))).not.toHaveProperty('period');
});

test('deletes no user while a payout is open', () => {
  const open = sentPayout();
  const refused = decide({ payouts: [sentPayout({ id: 'p0', status: 'finalized' }), open] });
  expect([codeOf(refused), contextOf(refused)]).toEqual([
    'PAYOUT_OPEN',
    { possibleAt: iso(open.expiresAt) },
  ]);
  expect(codeOf(decide({ payouts: [sentPayout({ status: 'failed' })] }))).toBe('ok');
});

test('deletes no user while a bond’s payment is not finalized', () => {
  const bonds = [unpaid(confirmedBond()), unpaid(confirmedBond({ id: 'b2', finalized: false }))];
  expect(codeOf(decide({ bonds }))).toBe('BOND_NOT_FINALIZED');
});

describe('fee credit of a deleted user', () => {
  const fee = (changes: Partial<UsedPayment> = {}): UsedPayment => ({
    id: 'p1',
    signature: 'fee-1',
    payer: 'wallet',
    purpose: 'fee',
    subject: 'p1',
    userId: 'u1',
    token: 'SOL',
    amount: SOL('1'),
    blockTime: day(1),
    slot: 9,
    feeTaken: SOL('0'),
    finalized: true,
    ...changes,
  });

  test('becomes an unmatched deposit of the wallet, whatever its payments were', () => {
    const feePayments = [fee(), fee({ id: 'p0', signature: 'fee-0' })];
    const deleted = valueOf(decide({ credit: SOL('1.5'), feePayments }));
    expect(deleted.deposits).toMatchObject([
      { sender: 'wallet', amount: SOL('1.5'), signature: 'fee-1', ofCredit: true, status: 'open' },
    ]);
    const after = balancesAfter(deleted.journals);
    expect(after.get('credit:u1/SOL')).toBe(-SOL('1.5'));
    expect(after.get(`deposit:${deleted.deposits[0]!.id}/SOL`)).toBe(SOL('1.5'));
  });

  test('is refused until finalized, and lists no deposit if there is none', () => {
    expect(codeOf(decide({ feePayments: [fee({ finalized: false })] }))).toBe('FEE_NOT_FINALIZED');
    expect(valueOf(decide({ feePayments: [fee()] })).deposits).toEqual([]);
    expect(() => decide({ credit: SOL('1') })).toThrow('no payment');
  });
});
