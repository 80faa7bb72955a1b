import { describe, expect, test } from 'vitest';

import {
  IN_FORCE,
  LMT,
  PRICES,
  SOL,
  T0,
  USDC,
  codeOf,
  confirmedBond,
  contextOf,
  day,
  valueOf,
} from '#test/domain/builders';

import { type AssignmentFacts, type AssignmentRequest, decideAssignment } from './assignment.ts';
import type { Bond } from '../bonds/bond.ts';
import { openDeposit } from './payment.ts';
import { balancesAfter } from '../base/ledger.ts';
import { lamports, lmt } from '../base/money.ts';

const DEPOSIT = openDeposit({
  id: 'd1',
  sender: 'stranger',
  token: 'SOL',
  amount: SOL('49.35'),
  signature: 'sig-1',
  blockTime: T0,
  slot: 100,
});
const FACTS: AssignmentFacts = {
  now: day(1),
  deposit: DEPOSIT,
  refundEndsAt: null,
  userId: 'u1',
  announced: null,
  payments: [
    {
      ...DEPOSIT,
      id: 'p1',
      payer: 'stranger',
      purpose: 'deposit',
      subject: 'd1',
      userId: null,
      finalized: true,
      feeTaken: SOL('0'),
    },
  ],
  sol: [{ price: PRICES.sol, at: T0, source: 'feed' }],
  issued: LMT('0'),
};
const waiting: Bond = confirmedBond({
  id: 'waiting',
  status: 'pending',
  signature: null,
  startsAt: null,
});
const assign = (facts: Partial<AssignmentFacts> = {}, request: Partial<AssignmentRequest> = {}) =>
  decideAssignment(
    { ...FACTS, ...facts },
    { bondId: 'b-new', fillsAnnounced: false, isStaticFeed: false, ...request },
    IN_FORCE,
  );

describe('an unmatched deposit that is assigned', () => {
  test('becomes a bond at the price at block time', () => {
    const { bonds, deposits, changedPayments, journals } = valueOf(assign());
    expect(bonds).toMatchObject([
      { id: 'b-new', userId: 'u1', status: 'confirmed', lmtAmount: LMT('10'), startsAt: T0 },
    ]);
    expect(deposits).toEqual([{ ...DEPOSIT, status: 'assigned' }]);
    expect(changedPayments).toMatchObject([
      { id: 'p1', purpose: 'bond', subject: 'b-new', userId: 'u1' },
    ]);
    expect(balancesAfter(journals).get('deposit:d1/SOL')).toBe(-SOL('49.35'));
  });

  test('fills only an announced bond of the user that waits for a payment', () => {
    const fill = (announced: Bond | null) => assign({ announced }, { fillsAnnounced: true });
    expect(valueOf(fill(waiting)).bonds).toMatchObject([{ id: 'waiting', status: 'confirmed' }]);
    expect(codeOf(fill({ ...waiting, signature: 'sig-2' }))).toBe('CONFLICT');
    expect(codeOf(fill({ ...waiting, userId: 'u2' }))).toBe('CONFLICT');
    expect(codeOf(fill(confirmedBond()))).toBe('CONFLICT');
    expect(codeOf(fill(null))).toBe('CONFLICT');
  });

  const stale = [{ price: PRICES.sol, at: day(-1), source: 'feed' } as const];
  const full = lmt(LMT('1000000') - LMT('10') + 1n);
  const dust = { ...DEPOSIT, amount: lamports(1n) };

  test.each<[string, Partial<AssignmentFacts>, string]>([
    ['decided before', { deposit: { ...DEPOSIT, status: 'refunded' } }, 'DEPOSIT_DECIDED'],
    ['from fee credit', { deposit: { ...DEPOSIT, ofCredit: true } }, 'DEPOSIT_OF_CREDIT'],
    ['with a refund in progress', { refundEndsAt: day(2), userId: null }, 'PAYOUT_OPEN'],
    ['for an unknown user', { userId: null, sol: stale }, 'NOT_FOUND'],
    ['without a price at block time', { sol: stale }, 'PRICE_STALE'],
    ['that buys no LMT', { deposit: dust, issued: LMT('2000000') }, 'AMOUNT_NOT_POSITIVE'],
    ['above the remaining supply', { issued: full }, 'SUPPLY_EXCEEDED'],
    ['of the remaining supply', { issued: LMT('999990') }, 'ok'],
    ['below the minimum of a bond', { deposit: { ...DEPOSIT, amount: SOL('0.001') } }, 'ok'],
  ])('is accepted or refused: %s', (_, facts, code) => {
    expect(codeOf(assign(facts))).toBe(code);
  });

  test('needs no SOL price in USDC', () => {
    const deposit = { ...DEPOSIT, token: 'USDC', amount: USDC('987') } as const;
    expect(codeOf(assign({ deposit, sol: stale }))).toBe('ok');
  });

  test('fills no announced bond that failed', () => {
    const announced = { ...waiting, status: 'failed' as const };
    expect(codeOf(assign({ announced }, { fillsAnnounced: true }))).toBe('CONFLICT');
  });

  test('is refused with the expiry of its refund in progress', () => {
    expect(contextOf(assign({ refundEndsAt: day(2) }))).toEqual({
      possibleAt: '2026-01-07T12:00:00.000Z',
    });
  });
});
