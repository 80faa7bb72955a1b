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
        'awaiting-outside: to be paid outside, by a treasury that no wallet of ours signs for; withdrawn: it was not paid and can no longer be, and another may follow',
      ),
    amount: tokenAmount.describe('Amount sent: the amount due less rentCharged'),
    rentCharged: tokenAmount.describe(
      'Rent deducted for the USDC account that the receiver lacks, in the same token',
    ),
    /** Signature of the transaction; null until it is signed. */
    signature: z.string().nullable(),
    createdAt: instantText,
    /** Approximate time by which it has landed or expired. */
    expiresAt: instantText,
    settledAt: instantText.nullable(),
    /** Reason of the failure; null if it has not failed. */
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
    /** Price of one LMT in payoutCurrency, fixed by the request. */
    lmtPrice: tokenAmount,
    /** Prices behind lmtPrice: those at the request, or lower ones if a cancelled request capped the payout. */
    fixedPrices: z.object({ lmtUSDC: usdcAmount, solUSD: usdPrice }),
    /** Fee in LMT. */
    sellFee: lmtAmount,
    netLMT: lmtAmount,
    payoutAmount: tokenAmount,
    payoutCurrency: payToken,
    status: z.enum(['pending', 'approved', 'rejected', 'cancelled']),
    requestedAt: instantText,
    reviewedAt: instantText.nullable(),
    notes: z.string().nullable(),
    payout: payout.nullable(),
    /** Place among the pending requests (1 is next), and the deadline of the owner's answer. */
    queue: z.object({ place: z.int(), answerBy: instantText, overdue: z.boolean() }).nullable(),
  })
  .meta({ id: 'SellVerification' });
export type SellJson = z.infer<typeof sellVerification>;

export const sellLmt = {
  method: 'POST',
  path: PATHS.sell,
  summary: 'Requests a sale of LMT, which the owner answers within 48 hours',
  access: 'user',
  body: z.object({ userId: uuid, amount: requestAmount, payoutToken: payToken }),
  answers: { 201: sellVerification },
  errors: [409, 422],
} as const satisfies Endpoint;

export const eligibility = z
  .object({
    eligible: z.boolean(),
    /** Reason if not eligible, otherwise null. */
    reason: z.string().nullable(),
    code: z.string().nullable(),
    /** Next opening of a window, or end of the limit on cancellations, if that is the reason and it is known. */
    possibleAt: instantText.nullable(),
    /** Unstaked LMT. */
    available: lmtAmount,
    remainingLimit: lmtAmount,
    resetsAt: instantText.nullable(),
    /** True if a request waits for the owner or for its finalized payout; no other is accepted until then. */
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
  summary: 'Cancels a pending sell request and returns its LMT',
  access: 'user',
  params: z.object({ id: uuid }),
  answers: { 200: sellVerification },
  errors: [404, 409],
} as const satisfies Endpoint;
