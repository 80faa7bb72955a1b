import { type Bond, type Quote, bondEndsAt, claimBond as claim } from '#domain/bond';
import { LMT_PRICE_DECIMALS, formatAmount, formatDecimal } from '#domain/money';
import { lmtPriceInSol } from '#domain/price';
import type { Till } from '#domain/deposit';
import { type Instant, iso } from '#domain/time';
import { z } from 'zod';
import type { Endpoint } from './endpoint.ts';
import { PATHS } from './paths.ts';
import {
  instantText,
  isoOrNull,
  lmtAmount,
  payToken,
  requestAmount,
  signature,
  tokenAmount,
  uuid,
} from './wire.ts';

export const bond = z
  .object({
    id: uuid,
    userId: uuid,
    tokenType: payToken,
    amount: tokenAmount,
    lmtAmount,
    status: z.enum(['pending', 'confirmed', 'completed', 'failed']),
    transactionHash: z.string().nullable(),
    transactionSignature: z.string().nullable(),
    /** Null until the payment is seen. */
    bondingStartTime: instantText.nullable(),
    bondingEndTime: instantText.nullable(),
    /** Whether Claim LMT would succeed now. */
    claimable: z.boolean(),
    createdAt: instantText,
  })
  .meta({ id: 'Bond' });
export type BondJson = z.infer<typeof bond>;

export function presentBond(bond: Bond, now: Instant): BondJson {
  return {
    id: bond.id,
    userId: bond.userId,
    tokenType: bond.token,
    amount: formatAmount(bond.token, bond.amount),
    lmtAmount: formatAmount('LMT', bond.lmtAmount),
    status: bond.status,
    transactionHash: bond.signature,
    transactionSignature: bond.signature,
    bondingStartTime: isoOrNull(bond.startsAt),
    bondingEndTime: isoOrNull(bondEndsAt(bond)),
    claimable: bond.status === 'confirmed' && claim(bond, now).ok,
    createdAt: iso(bond.createdAt),
  };
}

export const quote = z
  .object({
    quoteId: uuid,
    tokenType: payToken,
    amount: tokenAmount,
    lmtAmount,
    /** One LMT in the token. */
    price: tokenAmount,
    treasuryAddress: z.string(),
    /** A key that the payment must name, so that it is found. */
    reference: z.string(),
    expiresAt: instantText,
    mint: z.string().optional(),
    treasuryTokenAccount: z.string().optional(),
  })
  .meta({ id: 'BondQuote' });
export type BondQuote = z.infer<typeof quote>;

export function presentQuote(quote: Quote, reference: string, till: Till): BondQuote {
  const { token } = quote;
  const price =
    token === 'SOL'
      ? formatAmount('SOL', lmtPriceInSol(quote.prices))
      : formatDecimal(quote.prices.lmt, LMT_PRICE_DECIMALS);
  return {
    quoteId: quote.id,
    tokenType: token,
    amount: formatAmount(token, quote.amount),
    lmtAmount: formatAmount('LMT', quote.lmtAmount),
    price,
    treasuryAddress: till.treasury,
    reference,
    expiresAt: iso(quote.expiresAt),
    ...(token === 'USDC'
      ? { mint: till.usdcMint, treasuryTokenAccount: till.treasuryTokenAccount }
      : {}),
  };
}

export const quoteBond = {
  method: 'POST',
  path: PATHS.quoteBond,
  summary: 'Locks a price for ten minutes',
  body: z.object({ tokenType: payToken, amount: requestAmount }),
  answers: { 201: quote },
  errors: [401, 403, 422],
} as const satisfies Endpoint;

/** `notice` says when the client expected over 1% more LMT than the payment bought. */
export const openedBond = bond.extend({ notice: z.string().optional() }).meta({ id: 'OpenedBond' });

export const openBond = {
  method: 'POST',
  path: PATHS.bonds,
  summary: 'Records a bond, with its payment where one was made',
  body: z.object({
    userId: uuid,
    tokenType: payToken,
    amount: requestAmount,
    lmtAmount: requestAmount.optional(),
    transactionSignature: signature.optional(),
    quoteId: uuid.optional(),
  }),
  answers: { 200: openedBond, 201: openedBond },
  errors: [401, 403, 409, 422],
} as const satisfies Endpoint;

export const listBonds = {
  method: 'GET',
  path: PATHS.userBonds,
  summary: 'All bonds of a user, newest first',
  params: z.object({ userId: uuid }),
  answers: { 200: z.array(bond) },
  errors: [401, 403],
} as const satisfies Endpoint;

export const claimBond = {
  method: 'PATCH',
  path: PATHS.bondStatus,
  summary: 'Claims the LMT of a bond whose lock has run out',
  params: z.object({ id: uuid }),
  body: z.object({ status: z.literal('completed') }),
  answers: { 200: bond },
  errors: [401, 403, 404, 409],
} as const satisfies Endpoint;
