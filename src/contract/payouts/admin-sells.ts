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

/** Which of all requests; the queue is always whole. */
const found = { search, status: sellVerification.shape.status.optional() };

const pendingSell = sellVerification
  .extend({
    /** Its user's level in the last full audit; null if that did not include them. */
    riskLevel: z.enum(['low', 'medium', 'high']).nullable(),
  })
  .meta({ id: 'PendingSell' });
export type PendingSellJson = z.infer<typeof pendingSell>;

export const listAllSells = {
  method: 'GET',
  path: PATHS.adminSells,
  summary:
    'The queue of sell requests, oldest first, what was decided last and what is being paid; and all requests, newest first, in pages, searched by wallet, id or username',
  access: 'owner',
  query: z.object({ ...found, limit, cursor }),
  answers: {
    200: z
      .object({
        pending: z.array(pendingSell),
        /** The last ten that were approved, rejected or cancelled, newest decision first. */
        decided: z.array(sellVerification),
        /** Approved, and not paid for good yet; oldest approval first. */
        underWay: z.array(sellVerification),
        /** What waits to be paid outside, of requests and refunds alike; oldest first. */
        outside: z.array(outsidePayout),
        all: z.array(sellVerification),
        pendingCount: z.int(),
        totalCount: z.int(),
        /** USD, of what the payouts of all pending requests are worth now. */
        pendingValueUSD: usdcAmount,
        /** Null while the chain was never read. */
        treasury: treasuryBudget.nullable(),
        /** Hand it in as `cursor` for the next page of `all`; null at its end. */
        nextCursor: z.string().nullable(),
      })
      .meta({ id: 'SellVerifications' }),
  },
} as const satisfies Endpoint;

export const exportSells = {
  ...OWNERS_FILE,
  path: PATHS.adminSellsCsv,
  summary: 'All sell requests that a filter leaves, newest first, as a file',
  query: z.object(found),
} as const satisfies Endpoint;

const notes = z.string().max(1_000).optional();
/** The transaction that was handed out, signed by the owner's wallet; base64. */
const signedTransaction = z.string().max(4_000).optional();
/** Above the daily limit: a signature of the text that the refusal `SIGNATURE_REQUIRED` came with. */
const aboveLimit = { ...walletProof, message: walletProof.message.optional() };
/** For the owner's wallet to sign and to bring back; base64. */
const forWallet = { transaction: z.string().optional() };
const params = z.object({ id: uuid });
const errors = [404, 409, 422] as const;

export const approveSell = {
  method: 'POST',
  path: PATHS.approveSell,
  summary: 'Approves a sell request and pays it, once; without a key on the server in two calls',
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
  summary: 'Rejects a sell request: its LMT returns',
  access: 'owner',
  params,
  body: z.object({ notes }),
  answers: { 200: sellVerification },
  errors,
} as const satisfies Endpoint;

const refundedDeposit = deposit.extend({
  payout: payout.nullable(),
  receiver: z.string().nullable().describe('Where it goes, or went'),
});
export const refundDeposit = {
  method: 'POST',
  path: PATHS.refundDeposit,
  summary: 'Pays an unmatched deposit back to its sender, or to an address that an owner signs for',
  access: 'owner',
  params,
  body: z.object({
    reason,
    receiver: receivingAddress
      .optional()
      .describe(
        'Another address than the sender’s. With a key on the server: 401 SIGNATURE_REQUIRED with a message that names it, repeated with {message, signature}',
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
  summary: 'Pays a user’s fee credit back, all that can be used',
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
  /** How many payouts can be under way with a nonce each, now and when all accounts are made. */
  ready: z.int(),
  wanted: z.int(),
  /** The server's own key, which nonces obey and which is given money for fees. */
  serverKey: z.string(),
  /** What the server's key needs for making them, and for fees; 0 where it has enough. */
  lacksSOL: solAmount,
  /** Whether payouts are made outside: then they use no nonces. */
  paysOutside: z.boolean(),
});
export type NoncesJson = z.infer<typeof nonces>;

export const getNonces = {
  method: 'GET',
  path: PATHS.payoutNonces,
  summary: 'The nonces that payouts use, and what the server’s key lacks to make them',
  access: 'owner',
  answers: { 200: nonces.meta({ id: 'PayoutNonces' }) },
} as const satisfies Endpoint;

export const fundNonces = {
  method: 'POST',
  path: PATHS.payoutNonces,
  summary: 'Gives the server’s key money for fees by the owner’s wallet, in two calls',
  access: 'owner',
  body: z.object({ signedTransaction, reason }),
  answers: { 200: nonces, 202: nonces.extend(forWallet).meta({ id: 'NoncesToSign' }) },
  errors: [409, 422],
} as const satisfies Endpoint;
