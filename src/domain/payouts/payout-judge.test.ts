import { expect, test } from 'vitest';
import { SOL, USDC, codeOf, sentPayout, valueOf } from '#test/domain/builders';
import { transferOut } from '#test/domain/payouts';
import { refuse } from '../base/result.ts';
import { attemptsOf } from './payout-attempts.ts';
import { judgeOutside, judgePayout } from './payout-judge.ts';

const TILL = { treasury: 'treasury', usdcMint: 'mint' };
const payout = sentPayout();
const expected = { ...payout, amounts: new Set([payout.amount]) };
const transfer = transferOut(payout.amount);
const judged = (changes: Partial<typeof transfer> = {}, err: string | null = null) =>
  judgePayout({ err, transfers: [{ ...transfer, ...changes }] }, expected, TILL);

test('accepts only the treasury’s payment of the exact amount, token and receiver', () => {
  expect(judged().ok).toBe(true);
  const mismatch = (reason: string) => refuse('PAYOUT_MISMATCH', { reason });
  expect(judged({}, 'failed')).toEqual(mismatch('it failed on the chain'));
  for (const [changes, reason] of [
    [{ sourceOwner: 'somebody' }, 'it moves nothing out of the treasury'],
    [{ destinationOwner: 'somebody' }, 'it pays another wallet'],
    [{ amount: SOL('8.389499999') }, 'it pays another amount'],
  ] as const) {
    expect(judged(changes)).toEqual(mismatch(reason));
  }
  const usdc = { transfers: [{ ...transfer, mint: 'mint' }], err: null };
  expect(judgePayout(usdc, expected, TILL)).toEqual(mismatch('it pays in another token'));
});

test('accepts a payment from an earlier address of the treasury', () => {
  const facts = { err: null, transfers: [{ ...transfer, sourceOwner: 'before' }] };
  const earlier = new Set(['before']);
  expect(judgePayout(facts, expected, { ...TILL, earlier }).ok).toBe(true);
  expect(codeOf(judgePayout(facts, expected, TILL))).toBe('PAYOUT_MISMATCH');
});

const DUE = USDC('838.95');
const CHARGED = { amount: USDC('838.542144'), rentCharged: USDC('0.407856') };
const inUsdc = (amount: bigint) => ({
  err: null,
  transfers: [{ ...transfer, mint: 'mint', destination: 'account', amount }],
});

test('accepts the amounts of earlier attempts, with and without rent', () => {
  const attempts = [
    sentPayout({ token: 'USDC', ...CHARGED, status: 'withdrawn' }),
    // Another order of the same subject: credit can be refunded more than once.
    sentPayout({ token: 'USDC', amount: USDC('5'), status: 'finalized', signature: 'earlier' }),
    sentPayout({ token: 'USDC', amount: USDC('5'), status: 'finalized', signature: null }),
  ];
  const { amounts, known, receivers } = attemptsOf(DUE, attempts);
  expect([[...known], [...receivers]]).toEqual([['earlier'], ['wallet']]);
  const paid = (amount: bigint) =>
    judgePayout(inUsdc(amount), { token: 'USDC', receiver: 'wallet', amounts }, TILL);
  for (const amount of [DUE, CHARGED.amount]) expect(valueOf(paid(amount))).toEqual([amount]);
  for (const amount of [DUE - 1n, CHARGED.amount - 1n, USDC('5')]) {
    expect(codeOf(paid(amount))).toBe('PAYOUT_MISMATCH');
  }
});

test('accepts an outside payment with or without the rent, but no amount between', () => {
  const outside = sentPayout({ token: 'USDC', ...CHARGED, isOutside: true, builtSlot: 5 });
  const facts = (amount: bigint, slot: number) => ({
    ...inUsdc(amount),
    slot,
    commitment: 'finalized' as const,
  });
  const judgedAt = (amount: bigint, slot = 5) => judgeOutside(facts(amount, slot), outside, TILL);
  for (const amount of [DUE, CHARGED.amount]) {
    expect(valueOf(judgedAt(amount))).toEqual({ slot: 5, amounts: [amount] });
  }
  expect(codeOf(judgedAt(DUE - 1n))).toBe('PAYOUT_MISMATCH');
  expect(codeOf(judgedAt(DUE, 4))).toBe('PAYOUT_MISMATCH');
  expect(codeOf(judgeOutside(null, outside, TILL))).toBe('PAYOUT_NOT_FINAL');
  const confirmed = { ...facts(DUE, 5), commitment: 'confirmed' as const };
  expect(codeOf(judgeOutside(confirmed, outside, TILL))).toBe('PAYOUT_NOT_FINAL');
});

test('returns each of several equal transfers', () => {
  const transfers = [transfer, { ...transfer, amount: SOL('1') }, transfer];
  const amounts = new Set<bigint>([payout.amount]);
  expect(judgePayout({ err: null, transfers }, { ...payout, amounts }, TILL)).toEqual({
    ok: true,
    value: [payout.amount, payout.amount],
  });
});
