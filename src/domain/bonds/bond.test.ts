import { describe, expect, test } from 'vitest';

import {
  LMT,
  PRICES,
  SOL,
  T0,
  USDC,
  bondPayment,
  bondRequest,
  codeOf,
  confirmedBond,
  contextOf,
  day,
  valueOf,
} from '#test/domain/builders';

import {
  type Bond,
  announceBond,
  bondEndsAt,
  bondItem,
  claimBond,
  confirmBond,
  failBond,
  expectedMuchMore,
  finalizeBond,
  activeBondsStartAfter,
  isOpenBond,
  isRolledBack,
  isSignatureLost,
} from './bond.ts';
import { unchanged } from '../base/change.ts';
import { balancesAfter } from '../base/ledger.ts';
import { FINALITY_SLOTS } from '../terms/terms.ts';
import { after } from '../base/time.ts';

describe('a bond', () => {
  const announced = announceBond(
    { asked: bondRequest({ id: 'b1' }), signature: null, prices: PRICES },
    T0,
  );
  const confirmed = confirmBond(announced.next, { payment: bondPayment(), lmtAmount: LMT('10') });

  test('announced is pending, without times, journals and history lines', () => {
    expect(announced.next).toMatchObject({
      status: 'pending',
      startsAt: null,
      signature: null,
      finalized: false,
    });
    expect(announced.journals).toEqual([]);
    expect(announced.items).toEqual([]);
    expect(bondEndsAt(announced.next)).toBeNull();
  });

  test('confirmed has the paid amount, and is locked from block time', () => {
    const paid = bondPayment({ amount: SOL('9.87'), blockTime: day(-1) });
    const { next, journals, items } = confirmBond(announced.next, {
      payment: paid,
      lmtAmount: LMT('2'),
    });
    expect(next).toMatchObject({
      status: 'confirmed',
      amount: SOL('9.87'),
      lmtAmount: LMT('2'),
      startsAt: day(-1),
    });
    expect(bondEndsAt(next)).toBe(T0);
    expect(journals).toMatchObject([{ kind: 'bondPaid', at: day(-1), subject: 'b1' }]);
    expect(items).toMatchObject([{ type: 'bond', status: 'pending', amount: SOL('9.87') }]);
  });

  test('is paid once', () => {
    expect(() =>
      confirmBond(confirmed.next, { payment: bondPayment(), lmtAmount: LMT('10') }),
    ).toThrow(`bond ${confirmed.next.id} has its payment already`);
  });

  test('failed reverses its entries, and is credited again when its payment is found', () => {
    const failed = failBond(confirmed.next, day(1));
    expect(failed.next).toMatchObject({ status: 'failed', startsAt: null, finalized: false });
    expect(failed.items).toEqual([]);
    const gone = balancesAfter([...confirmed.journals, ...failed.journals]);
    expect([...gone.values()].every((amount) => amount === 0n)).toBe(true);
    const revived = confirmBond(failed.next, { payment: bondPayment(), lmtAmount: LMT('10') });
    expect(revived.next.status).toBe('confirmed');
    expect(failBond(announced.next, day(1))).toMatchObject({
      next: { status: 'failed' },
      journals: [],
    });
    const claimed: Bond = { ...confirmed.next, status: 'completed' };
    expect(failBond(claimed, day(1))).toEqual(unchanged(claimed));
  });

  test('is claimed once, from the end of the lock, when final', () => {
    const bond = confirmedBond();
    const early = claimBond(bond, after(day(1), -1));
    expect(codeOf(early)).toBe('BOND_LOCKED');
    expect(contextOf(early)).toEqual({ possibleAt: '2026-01-06T12:00:00.000Z' });
    const { next, journals, items } = valueOf(claimBond(bond, day(1)));
    expect(next.status).toBe('completed');
    expect(journals).toMatchObject([{ kind: 'bondClaimed', at: day(1) }]);
    expect(items).toEqual([]);
    expect(valueOf(claimBond(next, day(2)))).toEqual(unchanged(next));
  });

  test.each<[string, Partial<Bond>, string]>([
    ['failed', { status: 'failed', finalized: false }, 'BOND_FAILED'],
    ['pending', { status: 'pending', startsAt: null, finalized: false }, 'BOND_PENDING'],
    ['pending with a payment', { status: 'pending' }, 'BOND_PENDING'],
    ['confirmed without a start of its lock', { startsAt: null }, 'BOND_PENDING'],
    ['locked and not final', { startsAt: day(1), finalized: false }, 'BOND_LOCKED'],
    ['not final', { finalized: false }, 'BOND_NOT_FINALIZED'],
    ['completed', { status: 'completed' }, 'ok'],
  ])('is claimed or refused by its state: %s', (_, changes, code) => {
    expect(codeOf(claimBond(confirmedBond(changes), day(1.5)))).toBe(code);
    expect(finalizeBond(confirmedBond(changes)).finalized).toBe(true);
  });

  test.each<[Bond['status'], boolean, string]>([
    ['confirmed', true, 'pending'],
    ['completed', false, 'completed'],
    ['failed', false, 'failed'],
  ])('%s is listed: %s, and has a history line of status %s', (status, open, item) => {
    const bond = confirmedBond({ status });
    expect(isOpenBond(bond)).toBe(open);
    expect(bondItem(bond).status).toBe(item);
  });

  test('pending is listed', () => {
    expect(isOpenBond(announced.next)).toBe(true);
  });

  test('counts as active to the last millisecond of its lock', () => {
    const startsAt = confirmedBond().startsAt!;
    expect(startsAt > activeBondsStartAfter(after(day(1), -1))).toBe(true);
    expect(startsAt > activeBondsStartAfter(day(1))).toBe(false);
  });

  test('in USDC adds USDC to the treasury', () => {
    const usd = announceBond(
      {
        asked: bondRequest({ token: 'USDC', amount: USDC('987') }),
        signature: null,
        prices: PRICES,
      },
      T0,
    );
    expect(usd.next.lmtAmount).toBe(LMT('1'));
    const paid = bondPayment({ token: 'USDC', amount: USDC('987') });
    const { journals } = confirmBond(usd.next, { payment: paid, lmtAmount: LMT('1') });
    expect(Object.fromEntries(balancesAfter(journals))).toEqual({
      'treasury/USDC': -USDC('987'),
      'bonded/USDC': USDC('987'),
      'issuance/LMT': -LMT('1'),
      'bond:q1/LMT': LMT('1'),
    });
  });
});

describe('a payment that the chain does not know', () => {
  test('is lost 300 slots after its signature was posted', () => {
    const bond = confirmedBond({ status: 'pending', postedSlot: 1_000 });
    expect([1_299, 1_300].map((slot) => isSignatureLost(bond, slot))).toEqual([false, true]);
    expect(isSignatureLost({ ...bond, postedSlot: null }, 9_999)).toBe(false);
  });

  test('is rolled back if it is missing when it should be final', () => {
    const bond = confirmedBond({ slot: 1_000 });
    const gone = (slots: number): boolean => isRolledBack(bond, 1_000 + slots);
    expect([gone(FINALITY_SLOTS), gone(FINALITY_SLOTS + 1)]).toEqual([false, true]);
    expect(isRolledBack({ ...bond, slot: null }, 9_999)).toBe(false);
  });

  test('detects an expectation of over 1% more LMT', () => {
    expect(expectedMuchMore(LMT('10.1'), LMT('10'))).toBe(false);
    expect(expectedMuchMore(LMT('10.10000001'), LMT('10'))).toBe(true);
  });
});
