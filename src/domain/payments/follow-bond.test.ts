import { describe, expect, test } from 'vitest';

import { SOL, T0, confirmedBond, day } from '#test/domain/builders';

import type { Bond } from '../bonds/bond.ts';
import {
  requiredHistorySlot,
  followBond,
  outcomeOfAbsence,
  outcomeAtEarlierTreasury,
  outcomeOfPayment,
  outcomeOfSettling,
} from './follow-bond.ts';
import type { ProvenPayment, UsedPayment } from './payment.ts';
import { ok, refuse } from '../base/result.ts';
import { FINALITY_SLOTS, SIGNATURE_LOST_SLOTS } from '../terms/terms.ts';

const GONE = { kind: 'gone' } as const;
const unseen = confirmedBond({ status: 'pending', startsAt: null, slot: null, finalized: false });
const unfinal = confirmedBond({ finalized: false });
const payment: ProvenPayment = {
  signature: 'sig-1',
  payer: 'wallet-1',
  token: 'SOL',
  amount: SOL('49.35'),
  blockTime: T0,
  slot: 100,
  finalized: true,
  keys: [],
};
const used = (changes: Partial<UsedPayment> = {}): UsedPayment => {
  const { signature, token, amount, blockTime, slot } = payment;
  const paid = { signature, token, amount, blockTime, slot };
  const use = {
    id: 'p1',
    payer: 'wallet-1',
    purpose: 'bond',
    subject: 'b1',
    userId: 'u1',
    feeTaken: SOL('0'),
  } as const;
  return { ...paid, ...use, finalized: false, ...changes };
};

describe('a payment that the chain does not know', () => {
  test('is lost some slots after its first lookup', () => {
    expect(outcomeOfAbsence(unseen, 50)).toEqual({ kind: 'unseen', slot: 50 });
    const posted = { ...unseen, postedSlot: 50 };
    expect(outcomeOfAbsence(posted, 50 + SIGNATURE_LOST_SLOTS - 1)).toBeNull();
    expect(outcomeOfAbsence(posted, 50 + SIGNATURE_LOST_SLOTS)).toEqual(GONE);
  });

  test('is gone if it was confirmed and should be final', () => {
    expect(outcomeOfAbsence(unfinal, 100 + FINALITY_SLOTS)).toBeNull();
    expect(outcomeOfAbsence(unfinal, 100 + FINALITY_SLOTS + 1)).toEqual(GONE);
  });

  test('is dropped only by a node that retains its slot', () => {
    const all = [unfinal, { ...unseen, postedSlot: 50 }, unseen].map(requiredHistorySlot);
    expect(all).toEqual([100, 50, 0]);
  });
});

describe('a payment that the chain knows', () => {
  test('is final, still open, or gone if its amount differs or it failed', () => {
    expect(outcomeOfPayment(unfinal, ok(payment))).toEqual({ kind: 'final' });
    expect(outcomeOfPayment(unfinal, ok({ ...payment, finalized: false }))).toBeNull();
    expect(outcomeOfPayment(unfinal, ok({ ...payment, amount: SOL('1') }))).toEqual(GONE);
    expect(outcomeOfPayment(unseen, refuse('DEPOSIT_FAILED'))).toEqual(GONE);
  });

  test('to an earlier treasury address is final or gone by its own result', () => {
    expect(outcomeAtEarlierTreasury({ err: null, commitment: 'finalized' })).toEqual({
      kind: 'final',
    });
    expect(outcomeAtEarlierTreasury({ err: null, commitment: 'confirmed' })).toBeNull();
    expect(outcomeAtEarlierTreasury({ err: 'Custom', commitment: 'finalized' })).toEqual(GONE);
  });

  test('is gone for a bond if it was used for something else', () => {
    const why = refuse('SIGNATURE_USED').refusal;
    expect(outcomeOfSettling(unseen, { kind: 'bond', bond: unfinal, isNew: false })).toBeNull();
    expect(outcomeOfSettling(unseen, { kind: 'unpriced', reference: null })).toBeNull();
    expect(outcomeOfSettling(unseen, { kind: 'waits' })).toBeNull();
    const other = confirmedBond({ id: 'b2' });
    expect(outcomeOfSettling(unseen, { kind: 'bond', bond: other, isNew: true })).toEqual(GONE);
    expect(outcomeOfSettling(unseen, { kind: 'used', why })).toEqual(GONE);
    expect(outcomeOfSettling(unseen, { kind: 'unmatched', why })).toEqual(GONE);
  });
});

describe('a followed bond', () => {
  const facts = (bond: Bond, payments: readonly UsedPayment[] = []) => ({
    now: day(1),
    bond,
    payments,
  });

  test('stores the slot at which its payment was first not found', () => {
    expect(followBond(facts(unseen), unseen, { kind: 'unseen', slot: 9 })).toEqual({
      journals: [],
      items: [],
      bonds: [{ ...unseen, postedSlot: 9 }],
    });
  });

  test('becomes final together with its payment', () => {
    expect(followBond(facts(unfinal, [used()]), unfinal, { kind: 'final' })).toMatchObject({
      journals: [],
      bonds: [{ finalized: true }],
      changedPayments: [{ id: 'p1', finalized: true }],
    });
  });

  test('that failed reverses its entries, and frees its payment', () => {
    const changes = followBond(facts(unfinal, [used()]), unfinal, GONE);
    expect(changes).toMatchObject({
      journals: [{ kind: 'bondFailed' }],
      bonds: [{ status: 'failed' }],
      freedPayments: [{ id: 'p1' }],
    });
    const final = followBond(facts(unfinal, [used({ finalized: true })]), unfinal, GONE);
    expect(final?.freedPayments).toEqual([]);
  });

  test('stays unchanged if it changed since it was read', () => {
    expect(followBond(facts(confirmedBond()), unfinal, GONE)).toBeNull();
    expect(followBond(facts(unfinal), unseen, GONE)).toBeNull();
  });
});
