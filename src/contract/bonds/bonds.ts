import { z } from 'zod';
import type { Endpoint } from '../base/endpoint.ts';
import { PATHS } from '../base/paths.ts';
import {
  instantText,
  lmtAmount,
  payToken,
  requestAmount,
  signature,
  tokenAmount,
  uuid,
} from '../base/wire.ts';

export const bond = z
  .object({
    id: uuid,
    userId: uuid,
    tokenType: payToken,
    amount: tokenAmount,
    /** LMT for the payment, without its unpriced part. */
    lmtAmount,
    /** Part of a payment above its quote that waits for a fresh SOL price. */
    unpricedAmount: tokenAmount,
    status: z.enum(['pending', 'confirmed', 'completed', 'failed']),
    transactionHash: z.string().nullable(),
    transactionSignature: z.string().nullable(),
    /** Null until the payment is seen. */
    bondingStartTime: instantText.nullable(),
    bondingEndTime: instantText.nullable(),
    /** True if a claim would succeed now. */
    claimable: z.boolean(),
    createdAt: instantText,
  })
  .meta({ id: 'Bond' });
export type BondJson = z.infer<typeof bond>;

export const quote = z
  .object({
    quoteId: uuid,
    tokenType: payToken,
    amount: tokenAmount,
    lmtAmount,
    /** Price of one LMT in the token. */
    price: tokenAmount,
    treasuryAddress: z.string(),
    /** Key that the payment must name, so that the server finds it. */
    reference: z.string(),
    expiresAt: instantText,
    mint: z.string().optional(),
    treasuryTokenAccount: z.string().optional(),
    tokenAccountMissing: z
      .literal(true)
      .optional()
      .describe(
        'The payment must first create treasuryTokenAccount (CreateIdempotent of the Associated Token Account program), with the payer’s SOL for its rent',
      ),
  })
  .meta({ id: 'BondQuote' });
export type BondQuote = z.infer<typeof quote>;

export const quoteBond = {
  method: 'POST',
  path: PATHS.quoteBond,
  summary: 'Locks a price for ten minutes',
  access: 'user',
  body: z.object({ tokenType: payToken, amount: requestAmount }),
  answers: { 201: quote },
  errors: [422],
} as const satisfies Endpoint;

/** `notice` is set if the client expected over 1% more LMT than the payment bought. */
export const openedBond = bond.extend({ notice: z.string().optional() }).meta({ id: 'OpenedBond' });

export const openBond = {
  method: 'POST',
  path: PATHS.bonds,
  summary: 'Records a bond, with its payment if one was made',
  access: 'user',
  body: z.object({
    userId: uuid,
    tokenType: payToken,
    amount: requestAmount,
    lmtAmount: requestAmount.optional(),
    transactionSignature: signature.optional(),
    quoteId: uuid.optional(),
  }),
  answers: { 200: openedBond, 201: openedBond },
  errors: [409, 422],
} as const satisfies Endpoint;

export const listBonds = {
  method: 'GET',
  path: PATHS.userBonds,
  summary: 'All bonds of a user, newest first',
  access: 'reader',
  params: z.object({ userId: uuid }),
  answers: { 200: z.array(bond) },
} as const satisfies Endpoint;

export const claimBond = {
  method: 'PATCH',
  path: PATHS.bondStatus,
  summary: 'Claims the LMT of a bond whose lock has ended',
  access: 'user',
  params: z.object({ id: uuid }),
  body: z.object({ status: z.literal('completed') }),
  answers: { 200: bond },
  errors: [404, 409],
} as const satisfies Endpoint;
