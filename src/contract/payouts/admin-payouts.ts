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

/** Payout that is made outside, by a treasury that no key of the server and no wallet of an owner signs for. */
export const outsidePayout = z
  .object({
    id: uuid,
    purpose: z.enum(['sell', 'deposit', 'credit']),
    subject: uuid.describe(
      'Id of the sell request, the unmatched deposit, or the user whose fee credit is refunded',
    ),
    tokenType: payToken,
    amount: tokenAmount.describe('Amount to send'),
    rentCharged: tokenAmount.describe(
      'Rent deducted for a USDC account that the receiver lacks; amount and rentCharged together are due. If the receiver has an account by then, all of it may be sent',
    ),
    receiver: z.string(),
    memo: z.string().describe('Text for the transaction, by which people recognise it'),
    reference: z
      .string()
      .describe('Key that the transaction may name, so that the server finds it'),
    createdAt: instantText,
    status: z.enum([
      'awaiting-outside',
      'awaiting-signature',
      'sent',
      'finalized',
      'failed',
      'withdrawn',
    ]),
    /** Finalized transaction that pays as much to the same wallet and settles nothing yet: probably this payout. */
    seenSignature: z.string().nullable(),
    /** Transaction that paid it; null until it is settled. */
    signature: z.string().nullable(),
  })
  .meta({ id: 'OutsidePayout' });
export type OutsidePayoutJson = z.infer<typeof outsidePayout>;

export const listOutsidePayouts = {
  method: 'GET',
  path: PATHS.outsidePayouts,
  summary: 'Payouts to be made outside, by a treasury that no wallet of ours signs for',
  access: 'owner',
  answers: { 200: z.array(outsidePayout) },
} as const satisfies Endpoint;

export const exportOutsidePayouts = {
  ...OWNERS_FILE,
  path: PATHS.outsidePayoutsCsv,
  summary: 'Payouts to be made outside, as a file',
} as const satisfies Endpoint;

export const settlePayout = {
  method: 'POST',
  path: PATHS.settlePayout,
  summary: 'Settles a payout that was made outside, by the finalized transaction that paid it',
  access: 'owner',
  params: z.object({ id: uuid }),
  body: z.object({ signature, reason }),
  answers: { 200: outsidePayout },
  errors: [404, 409, 422, 503],
} as const satisfies Endpoint;

export const withdrawOutsidePayout = {
  method: 'POST',
  path: PATHS.withdrawPayout,
  summary: 'Withdraws a payout that waits to be made outside and certainly was not paid',
  access: 'owner',
  params: z.object({ id: uuid }),
  body: z.object({ reason }),
  answers: { 200: outsidePayout },
  errors: [404, 409, 503],
} as const satisfies Endpoint;
