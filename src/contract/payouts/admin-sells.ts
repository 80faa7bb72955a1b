import { z } from 'zod';
import { outsidePayout, treasuryBudget } from './admin-payouts.ts';
import { deposit } from '../payments/admin-deposits.ts';
import { walletProof } from '../users/auth.ts';
import { type Endpoint, OWNERS_FILE } from '../base/endpoint.ts';
import { PATHS } from '../base/paths.ts';
import { payout, sellVerification } from '../sells/sells.ts';
import {
  cursor,
  limit,
  reason,
  receivingAddress,
  search,
  solAmount,
  usdcAmount,
  uuid,
} from '../base/wire.ts';

/** Filter of `all`; the queue is always complete. */
const found = { search, status: sellVerification.shape.status.optional() };

const pendingSell = sellVerification
  .extend({
    /** The user's risk level in the last full audit; null if that did not include them. */
    riskLevel: z.enum(['low', 'medium', 'high']).nullable(),
  })
  .meta({ id: 'PendingSell' });
export type PendingSellJson = z.infer<typeof pendingSell>;

export const listAllSells = {
  method: 'GET',
  path: PATHS.adminSells,
  summary:
    'Pending sell requests (oldest first), recent decisions and open payouts; and all requests (newest first), in pages, searched by wallet, id or username',
  access: 'owner',
  query: z.object({ ...found, limit, cursor }),
  answers: {
    200: z
      .object({
        pending: z.array(pendingSell),
        /** Last ten approved, rejected or cancelled requests, newest decision first. */
        decided: z.array(sellVerification),
        /** Approved requests whose payout is not finalized, oldest approval first. */
        underWay: z.array(sellVerification),
        /** Payouts to be made outside, for requests and refunds; oldest first. */
        outside: z.array(outsidePayout),
        all: z.array(sellVerification),
        pendingCount: z.int(),
        totalCount: z.int(),
        /** USD value of the payouts of all pending requests now. */
        pendingValueUSD: usdcAmount,
        /** Null until the chain has been read. */
        treasury: treasuryBudget.nullable(),
        /** Pass it as `cursor` for the next page of `all`; null at the end. */
        nextCursor: z.string().nullable(),
      })
      .meta({ id: 'SellVerifications' }),
  },
} as const satisfies Endpoint;

export const exportSells = {
  ...OWNERS_FILE,
  path: PATHS.adminSellsCsv,
  summary: 'Filtered sell requests, newest first, as a file',
  query: z.object(found),
} as const satisfies Endpoint;

const notes = z.string().max(1_000).optional();
/** The returned transaction, signed by the owner's wallet; base64. */
const signedTransaction = z.string().max(4_000).optional();
/** Above the daily limit: signature of the text that the refusal `SIGNATURE_REQUIRED` contained. */
const aboveLimit = { ...walletProof, message: walletProof.message.optional() };
/** Transaction for the owner's wallet to sign and return; base64. */
const forWallet = { transaction: z.string().optional() };
const params = z.object({ id: uuid });
const errors = [404, 409, 422] as const;

export const approveSell = {
  method: 'POST',
  path: PATHS.approveSell,
  summary: 'Approves a sell request and pays it once; in two calls if the owner’s wallet signs',
  access: 'owner',
  params,
  body: z.object({ notes, signedTransaction, ...aboveLimit }),
  answers: {
    200: sellVerification,
    202: sellVerification.extend(forWallet).meta({ id: 'SellToSign' }),
  },
  errors,
} as const satisfies Endpoint;

export const rejectSell = {
  method: 'POST',
  path: PATHS.rejectSell,
  summary: 'Rejects a sell request and returns its LMT',
  access: 'owner',
  params,
  body: z.object({ notes }),
  answers: { 200: sellVerification },
  errors,
} as const satisfies Endpoint;

const refundedDeposit = deposit.extend({
  payout: payout.nullable(),
  receiver: z.string().nullable().describe('Receiving wallet'),
});
export const refundDeposit = {
  method: 'POST',
  path: PATHS.refundDeposit,
  summary: 'Refunds an unmatched deposit to its sender, or to an address that an owner signs for',
  access: 'owner',
  params,
  body: z.object({
    reason,
    receiver: receivingAddress
      .optional()
      .describe(
        'Another address than the sender’s. With a key on the server, the call is refused with 401 SIGNATURE_REQUIRED and a message that names the address; repeat it with {message, signature}',
      ),
    signedTransaction,
    ...aboveLimit,
  }),
  answers: {
    200: refundedDeposit.meta({ id: 'DepositRefund' }),
    202: refundedDeposit.extend(forWallet).meta({ id: 'DepositToSign' }),
  },
  errors,
} as const satisfies Endpoint;

const refundedCredit = z.object({
  userId: uuid,
  amount: solAmount,
  payout: payout.nullable(),
});
export const refundCredit = {
  method: 'POST',
  path: PATHS.refundCredit,
  summary: 'Refunds all usable fee credit of a user',
  access: 'owner',
  params,
  body: z.object({ reason, signedTransaction, ...aboveLimit }),
  answers: {
    200: refundedCredit.meta({ id: 'CreditRefund' }),
    202: refundedCredit.extend(forWallet).meta({ id: 'CreditToSign' }),
  },
  errors,
} as const satisfies Endpoint;

const nonces = z.object({
  /** Number of nonces that exist, and that are wanted; each open payout uses one. */
  ready: z.int(),
  wanted: z.int(),
  /** Address of the server's key, which is the authority of the nonces and is funded for fees. */
  serverKey: z.string(),
  /** SOL that the server's key lacks to create the nonces and pay fees; 0 if it has enough. */
  lacksSOL: solAmount,
  /** True if payouts are made outside, and so use no nonces. */
  paysOutside: z.boolean(),
});
export type NoncesJson = z.infer<typeof nonces>;

export const getNonces = {
  method: 'GET',
  path: PATHS.payoutNonces,
  summary: 'Nonces for payouts, and the SOL that the server’s key lacks to create them',
  access: 'owner',
  answers: { 200: nonces.meta({ id: 'PayoutNonces' }) },
} as const satisfies Endpoint;

export const fundNonces = {
  method: 'POST',
  path: PATHS.payoutNonces,
  summary: 'Funds the server’s key for fees, signed by the owner’s wallet, in two calls',
  access: 'owner',
  body: z.object({ signedTransaction, reason }),
  answers: { 200: nonces, 202: nonces.extend(forWallet).meta({ id: 'NoncesToSign' }) },
  errors: [409, 422],
} as const satisfies Endpoint;
