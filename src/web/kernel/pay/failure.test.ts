import { expect, test } from 'vitest';

import { lamports } from '#domain/base/money';
import { type SolCosts, solShortfall } from '#domain/payments/sol-shortfall';

import { ApiError } from '../api/api-error.ts';
import { RpcError } from '../api/rpc.ts';
import { dateTimeText } from '../ui/format/times.ts';
import { WalletFailure } from '../wallet/failure.ts';
import { isShortOfFunds, refusedFor } from './chain.ts';
import {
  ShortOfFunds,
  ShortOfSol,
  isFinal,
  isPassing,
  missingLamports,
  payFault,
  recordFault,
  unseenMs,
} from './failure.ts';

const answer = (status: number, code: string, error: string | null = null) =>
  new ApiError('x', { status, code, requestId: 'r1', body: error === null ? null : { error } });

/** What a node answers to bytes that it will not take. */
const refusedBy = (err: unknown) => new RpcError('Simulation failed', -32_002, { err });

/** A failure of a payer that holds 1,999 lamports, shown as 0.000001 SOL. */
function shortOf(change: Partial<SolCosts>): ShortOfSol {
  const costs: SolCosts = {
    amount: lamports(0n),
    networkFee: lamports(5_000n),
    accountRent: lamports(0n),
    walletMinimum: lamports(890_880n),
  };
  return new ShortOfSol(solShortfall(lamports(1_999n), { ...costs, ...change })!);
}

test('a node that has the payment, or is behind, decides nothing', () => {
  expect(refusedFor(refusedBy('InsufficientFundsForFee'))).toBe('InsufficientFundsForFee');
  for (const err of ['BlockhashNotFound', 'AlreadyProcessed', null]) {
    expect(refusedFor(refusedBy(err))).toBeNull();
  }
  expect(refusedFor(new RpcError('Node is behind', -32_005, null))).toBeNull();
  expect(refusedFor(new Error('gone'))).toBeNull();
});

test.each([
  [answer(401, 'UNAUTHENTICATED'), 'Please reconnect your wallet to authenticate.'],
  [answer(401, 'SESSION_EXPIRED'), 'Your session has expired. Please reconnect your wallet.'],
  [answer(401, 'ELSE'), 'Authentication failed. Please reconnect your wallet.'],
  [answer(400, 'AMOUNT_MALFORMED'), 'Invalid bonding amount. Please check your input.'],
  [answer(500, 'INTERNAL'), 'Server error. Please try again in a few moments.'],
  [answer(0, 'NETWORK'), 'Network error. Please check your connection and try again.'],
  [answer(422, 'SUPPLY_EXCEEDED', 'Too much'), 'Too much'],
  [answer(422, 'SUPPLY_EXCEEDED'), 'Unable to create bond. Please try again.'],
  [new ShortOfFunds(), 'Insufficient balance. Please check your wallet balance.'],
  [
    shortOf({}),
    'You need about 0.000896 SOL for the network fee. 0.000891 SOL of it stays in your wallet, as Solana requires. Your wallet has 0.000001 SOL.',
  ],
  [
    shortOf({ accountRent: lamports(2_039_280n) }),
    'You need about 0.002936 SOL for the network fee. 0.00204 SOL of it opens the treasury’s USDC account. 0.000891 SOL of it stays in your wallet, as Solana requires. Your wallet has 0.000001 SOL.',
  ],
  [new WalletFailure('gone'), 'Wallet connection issue. Please reconnect your wallet.'],
  [{ code: 4001, message: '' }, 'Transaction was cancelled.'],
  [new Error('User rejected the request.'), 'Transaction was cancelled.'],
  [{ code: -32_603, message: 'Internal error' }, 'Internal error'],
  [{ code: -32_003, message: 'Transaction rejected: bad.' }, 'Transaction rejected: bad.'],
  [{ code: 4100, message: 'Not authorized.' }, 'Not authorized.'],
  [{ code: 4900, message: 'Disconnected.' }, 'Disconnected.'],
  [{ code: -32_002, message: 'Already processing.' }, 'Already processing.'],
  [new RpcError('Rejected by a node', -32_603, null), 'Rejected by a node'],
  [refusedBy('InsufficientFundsForFee'), 'Insufficient balance. Please check your wallet balance.'],
  [refusedBy({ InstructionError: [0, 'ProgramFailedToComplete'] }), 'Simulation failed'],
  [new Error('The <b>device</b>\nis asleep'), 'The bdevice/b is asleep'],
  [new Error('x'.repeat(200)), 'x'.repeat(200)],
  [new Error('x'.repeat(201)), `${'x'.repeat(199)}…`],
  [new TypeError('undefined is not a function'), 'Unable to create bond. Please try again.'],
  [new Error('?'), 'Unable to create bond. Please try again.'],
  [null, 'Unable to create bond. Please try again.'],
])('every failure has its sentence: %o', (error, message) => {
  expect(payFault(error, 'bond').message).toBe(message);
});

test('a staking fee has its own words for what is its own', () => {
  expect(payFault(answer(400, 'AMOUNT_MALFORMED'), 'stake').message).toBe(
    'Please enter a valid staking amount.',
  );
  expect(payFault(new Error('?'), 'stake').message).toBe(
    'Failed to pay staking fee. Please try again.',
  );
  expect(payFault(new ShortOfFunds(), 'stake').message).toBe(
    'Insufficient balance. Please check your wallet balance.',
  );
});

test('a payment that is not recorded is told with its transaction', () => {
  const bond = { purpose: 'bond', signature: 'sig' } as const;
  const { message, requestId } = recordFault(answer(503, 'X', 'Down'), bond);
  expect([message, requestId]).toEqual(['Down. Transaction for support: sig', 'r1']);
  expect(recordFault(answer(502, 'X'), bond).message).toBe(
    'Failed to create bond. Transaction for support: sig',
  );
  const free = { purpose: 'stake', signature: null } as const;
  expect(recordFault(answer(502, 'X'), free).message).toBe(
    'Unable to stake tokens. Check your unstaked balance.',
  );
});

test('a time in a refusal is told in the reader’s own zone', () => {
  const since = '2026-01-09T09:15:00.250Z';
  const paused = answer(503, 'PAUSED', `All user operations paused since ${since}`);
  const told = `All user operations paused since ${dateTimeText(since)}`;
  expect(payFault(paused, 'bond').message).toBe(told);
  expect(recordFault(paused, { purpose: 'bond', signature: null }).message).toBe(told);
});

test('the server’s code is kept for the log, beside its reference', () => {
  const conflict = answer(409, 'CONFLICT', 'Changed');
  const logged = { code: 'CONFLICT', requestId: 'r1' };
  expect(payFault(conflict, 'bond')).toMatchObject(logged);
  expect(recordFault(conflict, { purpose: 'bond', signature: 'sig' })).toMatchObject(logged);
  expect(payFault(new ShortOfFunds(), 'bond').code).toBeNull();
});

test('a fee that the server does not see is waited for, one that is missing is named', () => {
  const refusal = (status: number, code: string, body: object) =>
    new ApiError('x', { status, code, requestId: 'r1', body });
  expect(unseenMs(refusal(409, 'FEE_NOT_SEEN', { retryAfterSeconds: 3 }))).toBe(3_000);
  expect(unseenMs(refusal(409, 'CONFLICT', {}))).toBeNull();
  expect(missingLamports(refusal(402, 'FEE_REQUIRED', { lamports: '17' }))).toBe('17');
  expect(missingLamports(refusal(409, 'FEE_NOT_SEEN', {}))).toBeNull();
});

test('only what can change is asked again', () => {
  expect(
    [answer(0, 'NETWORK'), answer(502, 'X'), answer(429, 'RATE_LIMITED')].map(isPassing),
  ).toEqual([true, true, true]);
  expect([answer(503, 'PAUSED'), answer(401, 'X'), answer(422, 'X')].map(isPassing)).toEqual([
    false,
    false,
    false,
  ]);
  expect([answer(409, 'SIGNATURE_USED'), answer(503, 'PAUSED')].map(isFinal)).toEqual([
    true,
    false,
  ]);
  expect(isFinal(answer(422, 'DEPOSIT_OFF_PEG')), 'it is to be refunded').toBe(true);
  expect(isFinal(answer(409, 'FEE_TOO_OLD')), 'it is a bond').toBe(true);
});

test('shows the fee of a refused stake as credit, and stops posting it', () => {
  const stake = { purpose: 'stake', signature: 'sig' } as const;
  for (const code of ['INSUFFICIENT_BALANCE', 'BELOW_MINIMUM', 'TOO_MANY_VAULTS']) {
    const refused = answer(422, code, 'No');
    expect(isFinal(refused), code).toBe(true);
    expect(recordFault(refused, stake).message, code).toBe(
      'No. The fee that you paid is not lost: it is credited to your next stake.',
    );
  }
});

test('too little money is known by the chain’s own names', () => {
  expect(isShortOfFunds('InsufficientFundsForFee')).toBe(true);
  expect(isShortOfFunds({ InsufficientFundsForRent: { account_index: 0 } })).toBe(true);
  expect(isShortOfFunds({ InstructionError: [0, { Custom: 1 }] })).toBe(true);
  expect(isShortOfFunds({ InstructionError: [0, { Custom: 2 }] })).toBe(false);
  expect(isShortOfFunds('BlockhashNotFound')).toBe(false);
});
