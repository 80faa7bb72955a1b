import { expect, test } from 'vitest';
import { LMT, SOL, T0, TERMS, day, runningVault, vestingVault } from '#test/domain/builders';
import { balancesAfter, imbalance } from '../base/ledger.ts';
import type { UsedPayment } from '../payments/payment.ts';
import { type FollowedFee, followFee } from './follow-fee.ts';

const PAYMENT: UsedPayment = {
  id: 'p1',
  signature: 'sig-1',
  payer: 'wallet',
  purpose: 'fee',
  subject: 'v1',
  userId: 'u1',
  token: 'SOL',
  amount: SOL('0.5'),
  blockTime: T0,
  slot: 7,
  finalized: false,
  feeTaken: SOL('0'),
};
const STAKE = vestingVault({
  feeSignature: 'sig-1',
  feePaid: SOL('0.4935'),
  feeFinalized: false,
});
const followed = (changes: Partial<FollowedFee> = {}): FollowedFee => ({
  userId: 'u1',
  now: day(1),
  payment: PAYMENT,
  vaults: [STAKE],
  ...changes,
});

test('a final payment makes the fee of its stake final', () => {
  expect(followFee(followed(), { kind: 'final' }, TERMS)).toEqual({
    journals: [],
    items: [],
    vaults: [{ vault: { ...STAKE, feeFinalized: true }, dueAt: null }],
    changedPayments: [{ ...PAYMENT, finalized: true }],
  });
});

test('a final payment schedules a running stake’s sweep at the end of its cycle', () => {
  const vaults = [runningVault({ feeSignature: 'sig-1', feeFinalized: false })];
  const changes = followFee(followed({ vaults }), { kind: 'final' }, TERMS);
  expect(changes?.vaults).toMatchObject([{ vault: { feeFinalized: true }, dueAt: day(8) }]);
});

test('a dropped payment is freed, its credit reversed, and its stake voided', () => {
  const changes = followFee(followed(), { kind: 'gone' }, TERMS);
  expect(changes).toMatchObject({
    journals: [{ kind: 'stakeVoided' }, { kind: 'reversed', subject: 'p1' }],
    vaults: [{ vault: { id: 'v1', status: 'completed', voided: true }, dueAt: null }],
    freedPayments: [PAYMENT],
  });
  for (const journal of changes?.journals ?? []) expect(imbalance(journal).size).toBe(0);
  const left = balancesAfter(changes?.journals ?? []);
  expect(left.get('unstaked:u1/LMT')).toBe(LMT('5'));
  // The stake returns its fee, and the payment's credit is reversed.
  expect(left.get('credit:u1/SOL')).toBe(SOL('0.4935') - SOL('0.5'));
});

test('a dropped payment without a stake, or with a voided one, only reverses the credit', () => {
  for (const vaults of [[], [{ ...STAKE, voided: true }]]) {
    const changes = followFee(followed({ vaults }), { kind: 'gone' }, TERMS);
    expect(changes).toMatchObject({ journals: [{ kind: 'reversed' }], vaults: [] });
  }
});

test('a final payment never changes', () => {
  const fee = followed({ payment: { ...PAYMENT, finalized: true } });
  expect(followFee(fee, { kind: 'final' }, TERMS)).toBeNull();
  expect(followFee(fee, { kind: 'gone' }, TERMS)).toBeNull();
});

test('an unseen payment changes nothing, and a final one without a stake changes no vault', () => {
  expect(followFee(followed(), { kind: 'unseen', slot: 7 }, TERMS)).toBeNull();
  expect(followFee(followed({ vaults: [] }), { kind: 'final' }, TERMS)).toEqual({
    journals: [],
    items: [],
    vaults: [],
    changedPayments: [{ ...PAYMENT, finalized: true }],
  });
});
