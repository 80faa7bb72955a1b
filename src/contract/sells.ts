import {
  LMT_PRICE_DECIMALS,
  type Lmt,
  USD_PRICE_DECIMALS,
  formatAmount,
  formatDecimal,
  lmt,
} from '#domain/money';
import type { Payout } from '#domain/payout';
import { lmtPriceInSol } from '#domain/price';
import type { Sell } from '#domain/sell';
import { SELL_ANSWER_MS } from '#domain/terms';
import { type Instant, after, iso } from '#domain/time';
import { z } from 'zod';
import type { Endpoint } from './endpoint.ts';
import { PATHS } from './paths.ts';
import {
  instantText,
  isoOrNull,
  lmtAmount,
  payToken,
  requestAmount,
  tokenAmount,
  usdPrice,
  usdcAmount,
  uuid,
} from './wire.ts';

export const payout = z
  .object({
    status: z.enum(['awaiting-signature', 'sent', 'finalized', 'failed']),
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

/** Null where none was made, or where one expired and none has followed. */
export function presentPayout(of: Payout | null | undefined): PayoutJson | null {
  if (!of || of.status === 'expired') return null;
  return {
    status: of.status,
    signature: of.signature,
    createdAt: iso(of.createdAt),
    expiresAt: iso(of.expiresAt),
    settledAt: isoOrNull(of.settledAt),
    error: of.err,
  };
}

export const sellVerification = z
  .object({
    id: uuid,
    userId: uuid,
    walletAddress: z.string(),
    username: z.string(),
    lmtAmount,
    /** One LMT in payoutCurrency, as it was fixed by the request. */
    lmtPrice: tokenAmount,
    /** What lmtPrice and payout were computed from; a request after a cancelled one is held against it. */
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

/** A request with its user, its place in the queue and its newest payout. */
export interface ShownSell {
  readonly sell: Sell;
  readonly wallet: string;
  readonly username: string;
  readonly place: number | null;
}

const LMT = (amount: Lmt): string => formatAmount('LMT', amount);

export function presentSell(
  { sell, wallet, username, place }: ShownSell,
  newest: Payout | null | undefined,
  now: Instant,
): SellJson {
  const token = sell.payoutToken;
  const price =
    token === 'SOL'
      ? formatAmount('SOL', lmtPriceInSol(sell.prices))
      : formatDecimal(sell.prices.lmt, LMT_PRICE_DECIMALS);
  const answerBy = after(sell.requestedAt, SELL_ANSWER_MS);
  return {
    id: sell.id,
    userId: sell.userId,
    walletAddress: wallet,
    username,
    lmtAmount: LMT(sell.amount),
    lmtPrice: price,
    fixedPrices: {
      lmtUSDC: formatDecimal(sell.prices.lmt, LMT_PRICE_DECIMALS),
      solUSD: formatDecimal(sell.prices.sol, USD_PRICE_DECIMALS),
    },
    sellFee: LMT(sell.fee),
    netLMT: LMT(lmt(sell.amount - sell.fee)),
    payoutAmount: formatAmount(token, sell.payout),
    payoutCurrency: token,
    status: sell.status,
    requestedAt: iso(sell.requestedAt),
    reviewedAt: isoOrNull(sell.reviewedAt),
    notes: sell.notes,
    payout: presentPayout(newest),
    queue: place === null ? null : { place, answerBy: iso(answerBy), overdue: now >= answerBy },
  };
}

export const sellLmt = {
  method: 'POST',
  path: PATHS.sell,
  summary: 'Asks for LMT to be sold; the owner answers within 48 hours',
  body: z.object({ userId: uuid, amount: requestAmount, payoutToken: payToken }),
  answers: { 201: sellVerification },
  errors: [401, 403, 409, 422],
} as const satisfies Endpoint;

export const eligibility = z
  .object({
    eligible: z.boolean(),
    /** Why not; null where eligible. */
    reason: z.string().nullable(),
    code: z.string().nullable(),
    /** When a vault next opens its window, where that is why and it is known. */
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
  params: z.object({ userId: uuid }),
  answers: { 200: eligibility },
  errors: [401, 403, 404],
} as const satisfies Endpoint;

export const listSells = {
  method: 'GET',
  path: PATHS.userSells,
  summary: 'All sell requests of a user, newest first',
  params: z.object({ userId: uuid }),
  answers: { 200: z.array(sellVerification) },
  errors: [401, 403],
} as const satisfies Endpoint;

export const cancelSell = {
  method: 'DELETE',
  path: PATHS.sellVerification,
  summary: 'Cancels a pending sell request: its LMT returns',
  params: z.object({ id: uuid }),
  answers: { 200: sellVerification },
  errors: [401, 403, 404, 409],
} as const satisfies Endpoint;
