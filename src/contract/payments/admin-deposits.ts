import { z } from 'zod';
import { bond } from '../bonds/bonds.ts';
import { type Endpoint, OWNERS_FILE } from '../base/endpoint.ts';
import { PATHS } from '../base/paths.ts';
import { instantText, payToken, reason, signature, tokenAmount, uuid } from '../base/wire.ts';

export const deposit = z
  .object({
    id: uuid,
    sender: z.string().nullable(),
    tokenType: payToken,
    amount: tokenAmount,
    signature: z.string(),
    blockTime: instantText,
    status: z.enum(['open', 'assigned', 'refunded', 'kept']),
    /** Below the minimum amount of a bond. */
    small: z.boolean(),
    /** The payer was quoted a price, but the supply had no room for the bond. */
    refundProposed: z.boolean(),
    /** Fee credit of a deleted user, which can be refunded but not assigned. */
    ofCredit: z.boolean(),
  })
  .meta({ id: 'UnmatchedDeposit' });
export type DepositJson = z.infer<typeof deposit>;

export const listDeposits = {
  method: 'GET',
  path: PATHS.unmatchedDeposits,
  summary: 'Payments to the treasury that match no bond and no fee; small ones with ?small=true',
  access: 'owner',
  query: z.object({ small: z.enum(['true', 'false']).optional() }),
  answers: { 200: z.array(deposit) },
} as const satisfies Endpoint;

export const listPayment = {
  method: 'POST',
  path: PATHS.adminDeposits,
  summary: 'Records the payments of a transaction that the watcher missed, as unmatched deposits',
  access: 'owner',
  body: z.object({ signature, reason }),
  answers: { 201: z.array(deposit) },
  errors: [404, 409, 422, 503],
} as const satisfies Endpoint;

const parkedPayment = z
  .object({
    signature: z.string(),
    since: instantText,
    tries: z.number().int(),
    nextTryAt: instantText,
    error: z.string().nullable(),
  })
  .meta({ id: 'ParkedPayment' });
export type ParkedPaymentJson = z.infer<typeof parkedPayment>;

export const listParked = {
  method: 'GET',
  path: PATHS.parkedPayments,
  summary: 'Transactions with payments that could not be processed and are retried, oldest first',
  access: 'owner',
  answers: { 200: z.array(parkedPayment) },
} as const satisfies Endpoint;

export const exportDeposits = {
  ...OWNERS_FILE,
  path: PATHS.adminDepositsCsv,
  summary:
    'All payments that matched no bond and no fee, including small and decided ones, as a file',
} as const satisfies Endpoint;

export const assignDeposit = {
  method: 'POST',
  path: PATHS.assignDeposit,
  summary: 'Assigns an unmatched deposit to a user, as a bond at the price at block time',
  access: 'owner',
  params: z.object({ id: uuid }),
  body: z.object({ userId: uuid, reason }),
  answers: { 201: bond },
  errors: [404, 409, 422],
} as const satisfies Endpoint;
