import { z } from 'zod';
import type { Endpoint } from '../base/endpoint.ts';
import { PATHS } from '../base/paths.ts';
import {
  instantText,
  lmtAmount,
  payToken,
  requestAmount,
  tokenAmount,
  usdPrice,
  usdcAmount,
  uuid,
} from '../base/wire.ts';

export const payout = z
  .object({
    status: z
      .enum(['awaiting-signature', 'awaiting-outside', 'sent', 'finalized', 'failed', 'withdrawn'])
      .describe(
        'awaiting-outside: a treasury that no wallet of ours signs for is to pay it; withdrawn: it was not paid and can no longer be; another may follow',
      ),
    amount: tokenAmount.describe('What is sent: what is due, less rentCharged'),
    rentCharged: tokenAmount.describe(
      'What is kept of it, in the same token: rent of the USDC account that the receiver lacks',
    ),
    /** The transaction on the chain; null until it is signed. */
    signature: z.string().nullable(),
    createdAt: instantText,
    /** By when it will have landed or expired, about. */
    expiresAt: instantText,
    settledAt: instantText.nullable(),
    /** Why it failed. */
    error: z.string().nullable(),
  })
  .meta({ id: 'Payout' });
export type PayoutJson = z.infer<typeof payout>;

export const sellVerification = z
  .object({
    id: uuid,
    userId: uuid,
    walletAddress: z.string(),
    username: z.string(),
    lmtAmount,
    /** One LMT in payoutCurrency, as it was fixed by the request. */
    lmtPrice: tokenAmount,
    /** The prices that lmtPrice is made of: of the request's time, or lower where a cancelled request capped the payout. */
    fixedPrices: z.object({ lmtUSDC: usdcAmount, solUSD: usdPrice }),
    /** In LMT. */
    sellFee: lmtAmount,
    netLMT: lmtAmount,
    payoutAmount: tokenAmount,
    payoutCurrency: payToken,
    status: z.enum(['pending', 'approved', 'rejected', 'cancelled']),
    requestedAt: instantText,
    reviewedAt: instantText.nullable(),
    notes: z.string().nullable(),
    payout: payout.nullable(),
    /** Its place among the pending requests (1 is next), and by when it should be answered. */
    queue: z.object({ place: z.int(), answerBy: instantText, overdue: z.boolean() }).nullable(),
  })
  .meta({ id: 'SellVerification' });
export type SellJson = z.infer<typeof sellVerification>;

export const sellLmt = {
  method: 'POST',
  path: PATHS.sell,
  summary: 'Asks for LMT to be sold; the owner answers within 48 hours',
  access: 'user',
  body: z.object({ userId: uuid, amount: requestAmount, payoutToken: payToken }),
  answers: { 201: sellVerification },
  errors: [409, 422],
} as const satisfies Endpoint;

export const eligibility = z
  .object({
    eligible: z.boolean(),
    /** Why not; null where eligible. */
    reason: z.string().nullable(),
    code: z.string().nullable(),
    /** When a vault next opens its window, or enough cancellations are a day old: where that is why and it is known. */
    possibleAt: instantText.nullable(),
    /** Unstaked LMT. */
    available: lmtAmount,
    remainingLimit: lmtAmount,
    resetsAt: instantText.nullable(),
    /** Whether a request is waiting for the owner, or for its payout to be final: then no other is taken. */
    pending: z.boolean(),
  })
  .meta({ id: 'SellEligibility' });
export type EligibilityJson = z.infer<typeof eligibility>;

export const getEligibility = {
  method: 'GET',
  path: PATHS.sellEligibility,
  summary: 'Whether a user may sell now, and how much',
  access: 'reader',
  params: z.object({ userId: uuid }),
  answers: { 200: eligibility },
  errors: [404],
} as const satisfies Endpoint;

export const listSells = {
  method: 'GET',
  path: PATHS.userSells,
  summary: 'All sell requests of a user, newest first',
  access: 'reader',
  params: z.object({ userId: uuid }),
  answers: { 200: z.array(sellVerification) },
} as const satisfies Endpoint;

export const cancelSell = {
  method: 'DELETE',
  path: PATHS.sellVerification,
  summary: 'Cancels a pending sell request: its LMT returns',
  access: 'user',
  params: z.object({ id: uuid }),
  answers: { 200: sellVerification },
  errors: [404, 409],
} as const satisfies Endpoint;
