import { describe, expect, test } from 'vitest';
import { LMT, SOL, T0, codeOf, confirmedBond, day, held, valueOf } from '#test/domain/builders';
import { imbalance } from '../base/ledger.ts';
import { lmt } from '../base/money.ts';
import type { Bond } from '../bonds/bond.ts';
import {
  type BondPayment,
  type BondToDelete,
  combineDeletions,
  decideBondDeletion,
  decideFakeBondDeletion,
} from './bond-deletion.ts';

const paymentOf = (bond: Bond, changes: Partial<BondPayment> = {}): BondPayment => ({
  id: 'pay-1',
  signature: bond.signature ?? '',
  payer: 'wallet',
  purpose: 'bond',
  feeTaken: SOL('0'),
  subject: bond.id,
  userId: bond.userId,
  token: bond.token,
  amount: bond.amount,
  blockTime: T0,
  slot: 100,
  finalized: true,
  depositId: null,
  ...changes,
});

const toDelete = (bond: Bond, changes: Partial<BondToDelete> = {}): BondToDelete => ({
  bond,
  isMissing: false,
  payments: [paymentOf(bond)],
  booked: { issued: bond.lmtAmount, held: bond.lmtAmount, paid: bond.amount },
  ...changes,
});

const taking = { unstaked: LMT('4'), newDepositId: 'd-new', now: day(3) };

describe('a bond that the owner deletes', () => {
  test('is hidden, and its payment becomes an unmatched deposit', () => {
    const bond = confirmedBond();
    const taken = valueOf(decideBondDeletion(toDelete(bond), taking));
    expect(taken).toMatchObject({
      bonds: [bond],
      deposits: [
        { id: 'd-new', sender: 'wallet', amount: bond.amount, small: false, status: 'open' },
      ],
      changedPayments: [{ id: 'pay-1', purpose: 'deposit', subject: 'd-new', userId: null }],
      freedPayments: [],
    });
    expect([...taken.hiddenBonds]).toEqual([['b1', 0n]]);
    expect(held(taken.journals)).toEqual({
      'bond:b1/LMT': -LMT('10'),
      'adjusted/LMT': LMT('10'),
      'bonded/SOL': -SOL('49.35'),
      'deposit:d-new/SOL': SOL('49.35'),
    });
  });

  test('reopens the deposit that it was assigned from, with its sender or none', () => {
    const bond = confirmedBond({ amount: SOL('0.001') });
    const payments = [paymentOf(bond, { depositId: 'd-old', payer: '' })];
    const { deposits, changedPayments } = valueOf(
      decideBondDeletion(toDelete(bond, { payments }), taking),
    );
    expect(deposits).toMatchObject([{ id: 'd-old', sender: null, small: true, status: 'open' }]);
    expect(changedPayments).toMatchObject([{ subject: 'd-old' }]);
  });

  test('leaves a shortfall if it was claimed and spent', () => {
    const taken = valueOf(
      decideBondDeletion(toDelete(confirmedBond({ status: 'completed' })), taking),
    );
    expect([...taken.hiddenBonds]).toEqual([['b1', LMT('6')]]);
  });

  test('without a payment leaves no deposit and frees nothing', () => {
    const bond = confirmedBond({ status: 'pending', signature: null, startsAt: null });
    const taken = valueOf(decideBondDeletion(toDelete(bond, { payments: [] }), taking));
    expect(taken).toMatchObject({
      journals: [],
      deposits: [],
      changedPayments: [],
      freedPayments: [],
    });
  });

  test('is refused until its payment is final', () => {
    const refused = decideBondDeletion(toDelete(confirmedBond({ finalized: false })), taking);
    expect(codeOf(refused)).toBe('BOND_NOT_FINALIZED');
  });
});

describe('a bond whose payment is missing on the chain', () => {
  test('is voided with all its entries, and frees its named payment', () => {
    const bond = confirmedBond();
    const taken = valueOf(decideBondDeletion(toDelete(bond, { isMissing: true }), taking));
    expect(taken).toMatchObject({
      bonds: [{ id: 'b1', status: 'failed' }],
      deposits: [],
      changedPayments: [],
      freedPayments: [{ id: 'pay-1' }],
    });
    expect(held(taken.journals)).toEqual({
      'bond:b1/LMT': -LMT('10'),
      'adjusted/LMT': LMT('10'),
      'bonded/SOL': -SOL('49.35'),
      'treasury/SOL': SOL('49.35'),
    });
  });

  test('turns a payment that was booked under another signature into a deposit', () => {
    const bond = confirmedBond();
    const payments = [paymentOf(bond, { signature: 'sig-other' })];
    const taken = valueOf(
      decideBondDeletion(toDelete(bond, { isMissing: true, payments }), taking),
    );
    expect(taken).toMatchObject({
      deposits: [{ id: 'd-new', signature: 'sig-other', sender: 'wallet', status: 'open' }],
      changedPayments: [{ id: 'pay-1', purpose: 'deposit', subject: 'd-new' }],
      freedPayments: [],
    });
    expect(held(taken.journals)['deposit:d-new/SOL']).toBe(SOL('49.35'));
    const booked = { issued: lmt(0n), held: lmt(0n), paid: SOL('1') };
    const other = toDelete(bond, { isMissing: true, payments, booked });
    expect(valueOf(decideBondDeletion(other, taking))).toMatchObject({
      deposits: [],
      freedPayments: [],
    });
  });

  test('is deleted as fake only if unchanged since it was read', () => {
    const bond = confirmedBond();
    const fake = toDelete(bond);
    expect(decideFakeBondDeletion(fake, bond, taking)?.bonds[0]?.status).toBe('failed');
    for (const seen of [
      { ...bond, signature: 'sig-2' },
      { ...bond, amount: SOL('1') },
      { ...bond, status: 'completed' as const },
    ]) {
      expect(decideFakeBondDeletion(fake, seen, taking)).toBeNull();
    }
  });
});

test('combines deletions with balanced journals and a shortfall for each bond', () => {
  const claimed = confirmedBond({ id: 'b2', status: 'completed' });
  const all = combineDeletions(
    [confirmedBond(), claimed].map((bond) => valueOf(decideBondDeletion(toDelete(bond), taking))),
  );
  expect(all.journals.every((journal) => imbalance(journal).size === 0)).toBe(true);
  expect([...all.hiddenBonds]).toEqual([
    ['b1', 0n],
    ['b2', LMT('6')],
  ]);
  expect(all.bonds.map(({ id }) => id)).toEqual(['b1', 'b2']);
  expect(all.items.map(({ subject }) => subject)).toEqual(['b1', 'b2']);
  expect([all.deposits.length, all.changedPayments.length]).toEqual([2, 2]);
  expect(all.changedPayments.every(({ purpose }) => purpose === 'deposit')).toBe(true);
  expect(all.freedPayments).toEqual([]);
});
