import { expect, test } from 'vitest';
import { codeOf, contextOf, sentPayout } from '#test/domain/builders';
import { transferOut } from '#test/domain/payouts';
import { lamports } from '../base/money.ts';
import { type PaymentEvidence, proveUnpaid } from './payout-unpaid.ts';

const TILL = { treasury: 'treasury', usdcMint: 'mint' };
const payout = sentPayout({ status: 'awaiting-signature', signature: null, isOutside: true });
const transfer = transferOut(payout.amount);
const came = (amount: bigint, before: bigint) => ({
  signature: 'other',
  err: null,
  transfers: [],
  balances: [{ token: 'SOL' as const, before, after: before + amount }],
});
const quiet: PaymentEvidence = {
  namedBy: null,
  seenBy: null,
  startedSlot: payout.builtSlot,
  written: 100n,
  newer: [],
  held: [100n],
};
const judged = (changes: Partial<PaymentEvidence> = {}) =>
  proveUnpaid({ ...quiet, ...changes }, payout, TILL);

test('accepts a payout as unpaid if no transfer matches and the balance is explained', () => {
  expect(judged().ok).toBe(true);
  const newer = [came(50n, 100n), came(-30n, 150n)];
  expect(judged({ newer, held: [120n] }).ok).toBe(true);
  const inUsdc = { token: 'USDC' as const, before: 0n, after: 9n };
  const both = newer.map((facts) => ({ ...facts, balances: [inUsdc, ...facts.balances] }));
  expect(judged({ newer: both, held: [120n] }).ok).toBe(true);
});

test('treats a payout as possibly paid while one unit is unexplained or a transaction cannot be read', () => {
  for (const changes of [
    { held: [99n] },
    { held: [101n] },
    { held: [100n, 99n] },
    { newer: [came(50n, 100n)], held: [100n] },
    { newer: null },
    { held: null },
    { written: null },
    { written: null, newer: [came(50n, 100n)] },
  ]) {
    expect(codeOf(judged(changes)), JSON.stringify(Object.keys(changes))).toBe('PAYOUT_UNSURE');
  }
});

test('refuses a paid payout with the signature of its recorded or newly found payment', () => {
  const paying = { ...came(-payout.amount, 100n), signature: 'it', transfers: [transfer] };
  for (const changes of [
    { namedBy: 'it' },
    { seenBy: 'it', newer: null },
    { newer: [came(1n, 0n), paying], written: null },
  ]) {
    const refused = judged(changes);
    expect([codeOf(refused), contextOf(refused)]).toEqual(['PAYOUT_PAID', { signature: 'it' }]);
  }
  const failed = { ...paying, err: 'it failed', balances: [] };
  expect(judged({ newer: [failed] }).ok).toBe(true);
});

test('recognizes a payment that was reduced by rent', () => {
  const charged = { ...payout, rentCharged: lamports(5n) };
  const newer = [{ ...came(-payout.amount, 100n), signature: 'it', transfers: [transfer] }];
  const refused = proveUnpaid({ ...quiet, newer }, charged, TILL);
  expect([codeOf(refused), contextOf(refused)]).toEqual(['PAYOUT_PAID', { signature: 'it' }]);
});

test('refuses a payout that was made for an earlier treasury address', () => {
  expect(codeOf(judged({ startedSlot: payout.builtSlot + 1 }))).toBe('PAYOUT_UNSURE');
  expect(codeOf(judged({ startedSlot: null }))).toBe('PAYOUT_UNSURE');
});
