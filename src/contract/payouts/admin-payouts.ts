import { z } from 'zod';
import { type Endpoint, OWNERS_FILE } from '../base/endpoint.ts';
import { PATHS } from '../base/paths.ts';
import {
  instantText,
  payToken,
  reason,
  signature,
  solAmount,
  tokenAmount,
  usdcAmount,
  uuid,
} from '../base/wire.ts';

/** Finalized balance of a token, the part that open payouts reserve, the part that is owed to users, and the rest. */
const budget = <T extends z.ZodType>(amount: T) =>
  z.object({ balance: amount, reserved: amount, setAside: amount, available: amount });
export const treasuryBudget = z.object({ SOL: budget(solAmount), USDC: budget(usdcAmount) });
export type TreasuryBudget = z.infer<typeof treasuryBudget>;

/** A payout that a treasury makes which no key of the server and no wallet of an owner signs for. */
export const outsidePayout = z
  .object({
    id: uuid,
    purpose: z.enum(['sell', 'deposit', 'credit']),
    subject: uuid.describe(
      'The sell request, the unmatched deposit, or the user whose fee credit goes back',
    ),
    tokenType: payToken,
    amount: tokenAmount.describe('What is to be sent'),
    rentCharged: tokenAmount.describe(
      'What is kept of it for a USDC account that the receiver lacks: amount and rentCharged together are what is due. Where the receiver has an account by then, all of it may be sent',
    ),
    receiver: z.string(),
    memo: z.string().describe('A text for the transaction, by which people recognise it'),
    reference: z
      .string()
      .describe('A key that the transaction may name, by which the server finds it'),
    createdAt: instantText,
    status: z.enum([
      'awaiting-outside',
      'awaiting-signature',
      'sent',
      'finalized',
      'failed',
      'withdrawn',
    ]),
    /** A final transaction that pays as much to the same wallet and settles nothing yet: probably this. */
    seenSignature: z.string().nullable(),
    /** The transaction that paid it; null until it is settled. */
    signature: z.string().nullable(),
  })
  .meta({ id: 'OutsidePayout' });
export type OutsidePayoutJson = z.infer<typeof outsidePayout>;

export const listOutsidePayouts = {
  method: 'GET',
  path: PATHS.outsidePayouts,
  summary: 'What is to be paid by a treasury that no wallet of ours signs for',
  access: 'owner',
  answers: { 200: z.array(outsidePayout) },
} as const satisfies Endpoint;

export const exportOutsidePayouts = {
  ...OWNERS_FILE,
  path: PATHS.outsidePayoutsCsv,
  summary: 'The same as a file',
} as const satisfies Endpoint;

export const settlePayout = {
  method: 'POST',
  path: PATHS.settlePayout,
  summary: 'Settles a payout that was made outside, by the final transaction that paid it',
  access: 'owner',
  params: z.object({ id: uuid }),
  body: z.object({ signature, reason }),
  answers: { 200: outsidePayout },
  errors: [404, 409, 422, 503],
} as const satisfies Endpoint;

export const withdrawOutsidePayout = {
  method: 'POST',
  path: PATHS.withdrawPayout,
  summary: 'Gives up a payout that waits to be made outside, where surely nothing was paid',
  access: 'owner',
  params: z.object({ id: uuid }),
  body: z.object({ reason }),
  answers: { 200: outsidePayout },
  errors: [404, 409, 503],
} as const satisfies Endpoint;
