import { z } from 'zod';
import type { Endpoint } from '../base/endpoint.ts';
import { PATHS } from '../base/paths.ts';
import {
  cursor,
  instantText,
  limit,
  lmtAmount,
  payToken,
  reason,
  solAmount,
  tokenAmount,
  usdcAmount,
  uuid,
} from '../base/wire.ts';

export const verification = z
  .object({
    /** Bonds whose payment the chain bears out, of those that were asked about. */
    bondsVerified: z.int(),
    bondsChecked: z.int(),
    /** Bonds that clean-up would remove. */
    fakeBonds: z.int(),
    /** Bonds without a definite answer. */
    unknown: z.int(),
    message: z.string(),
    /** Signatures of payments that were found for bonds that had none. */
    txHashesStored: z.int(),
    finishedAt: instantText,
  })
  .meta({ id: 'BlockchainVerification' });
export type VerificationJson = z.infer<typeof verification>;

export const verifyBlockchain = {
  method: 'POST',
  path: PATHS.adminVerifyBlockchain,
  summary: 'Holds every bond against the chain, and finds payments of bonds that name none',
  access: 'owner',
  body: z.object({ reason }),
  answers: { 200: verification },
} as const satisfies Endpoint;

export const chainUserAudit = z
  .object({
    userId: uuid,
    walletAddress: z.string(),
    username: z.string(),
    /** Whether nothing is known to be wrong with the user's bonds; else the badge is DISCREPANCY. */
    verified: z.boolean(),
    /** Bonds without a definite answer: where nothing else is wrong, the badge is UNCHECKED, not VERIFIED. */
    unknown: z.int(),
    discrepancy: z.object({
      /** SOL of the bonds as they are stored, and of what the chain shows to have been paid for them. */
      dbTotal: solAmount,
      blockchainTotal: solAmount,
      fakeBondsAmount: solAmount,
      dbTotalUSDC: usdcAmount,
      blockchainTotalUSDC: usdcAmount,
      fakeBondsAmountUSDC: usdcAmount,
    }),
    databaseBonds: z.int(),
    blockchainTransactions: z.int(),
    databaseTransactions: z.int(),
    recommendedActions: z.array(z.string()),
  })
  .meta({ id: 'BlockchainUserAudit' });
export type ChainUserAuditJson = z.infer<typeof chainUserAudit>;

export const blockchainAudit = z
  .object({
    /** When it was gathered: with many users, some minutes ago at most. */
    generatedAt: instantText,
    summary: z.object({
      totalDatabaseBonds: z.int(),
      verifiedTransactions: z.int(),
      /** How many. */
      fakeBonds: z.int(),
      fakeBondsSOL: solAmount,
      fakeBondsUSDC: usdcAmount,
      affectedUsers: z.int(),
    }),
    systemWideIssues: z.array(z.string()),
    /** Users with bonds or with unmatched payments: discrepancies first, then those with unknown bonds. */
    userAudits: z.array(chainUserAudit),
    lastVerification: z
      .object({ at: instantText, bondsVerified: z.int(), message: z.string() })
      .nullable(),
  })
  .meta({ id: 'BlockchainAudit' });
export type BlockchainAuditJson = z.infer<typeof blockchainAudit>;

export const getBlockchainAudit = {
  method: 'GET',
  path: PATHS.adminBlockchainAudit,
  summary: 'Bonds held against the chain, by user, discrepancies first, in pages',
  access: 'owner',
  query: z.object({ limit, cursor }),
  answers: { 200: blockchainAudit },
} as const satisfies Endpoint;

const ofUser = {
  userId: uuid,
  walletAddress: z.string(),
  tokenType: payToken,
  amount: tokenAmount,
  lmtAmount,
  why: z.string(),
};
/** One thing that a clean-up or Auto-Fix does. */
export const fixChange = z
  .discriminatedUnion('kind', [
    z.object({ kind: z.literal('delete-bond'), bondId: uuid, ...ofUser }),
    z.object({
      kind: z.literal('create-bond'),
      depositId: uuid,
      signature: z.string(),
      ...ofUser,
    }),
  ])
  .meta({ id: 'FixChange' });
export type FixChangeJson = z.infer<typeof fixChange>;

/** When the list was gathered, in ms since 1970, and SHA-256 over it. */
const planName = z
  .string()
  .regex(/^\d{1,15}-[0-9a-f]{64}$/)
  .meta({ examples: [`1767268800000-${'0f'.repeat(32)}`] });

/** Of the listed changes: with dryRun what would be done, else what was done. */
const listed = {
  dryRun: z.boolean(),
  changes: z.array(fixChange),
  /** Hand it in as `plan`, so that exactly these changes are made, or none; what came later is left alone. */
  plan: planName,
  /** What was left as it is, and why. */
  notes: z.array(z.string()),
};
const query = z.object({
  dryRun: z.enum(['true', 'false']).optional(),
  plan: planName.optional(),
  reason,
});

export const cleanedBonds = z
  .object({ deletedCount: z.int(), ...listed })
  .meta({ id: 'CleanedBonds' });
export type CleanedBondsJson = z.infer<typeof cleanedBonds>;

export const cleanUpBonds = {
  method: 'DELETE',
  path: PATHS.adminBondsCleanup,
  summary: 'Removes fake bonds; with ?dryRun=true only lists them',
  access: 'owner',
  query,
  answers: { 200: cleanedBonds },
  errors: [409],
} as const satisfies Endpoint;

export const fixedAccounts = z
  .object({
    summary: z.object({
      fixedUsers: z.int(),
      deletedFakeBonds: z.int(),
      totalFakeSol: solAmount,
    }),
    ...listed,
  })
  .meta({ id: 'FixedAccounts' });
export type FixedAccountsJson = z.infer<typeof fixedAccounts>;

export const fixAll = {
  method: 'POST',
  path: PATHS.adminFixAll,
  summary:
    'Removes fake bonds and makes bonds of unmatched payments of users; with ?dryRun=true only lists them',
  access: 'owner',
  query,
  answers: { 200: fixedAccounts },
  errors: [409],
} as const satisfies Endpoint;
