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
    /** Bonds whose payment the chain confirms, out of the checked ones. */
    bondsVerified: z.int(),
    bondsChecked: z.int(),
    /** Bonds that clean-up would remove. */
    fakeBonds: z.int(),
    /** Bonds without a definite answer. */
    unknown: z.int(),
    message: z.string(),
    /** Payment signatures found for bonds that had none. */
    txHashesStored: z.int(),
    finishedAt: instantText,
  })
  .meta({ id: 'BlockchainVerification' });
export type VerificationJson = z.infer<typeof verification>;

export const verifyBlockchain = {
  method: 'POST',
  path: PATHS.adminVerifyBlockchain,
  summary: 'Checks every bond against the chain, and finds payments of bonds that name none',
  access: 'owner',
  body: z.object({ reason }),
  answers: { 200: verification },
} as const satisfies Endpoint;

export const chainUserAudit = z
  .object({
    userId: uuid,
    walletAddress: z.string(),
    username: z.string(),
    /** True if nothing is known to be wrong with the user's bonds; otherwise the badge is DISCREPANCY. */
    verified: z.boolean(),
    /** Bonds without a definite answer. If nothing else is wrong, the badge is UNCHECKED instead of VERIFIED. */
    unknown: z.int(),
    discrepancy: z.object({
      /** SOL of the bonds as stored, and as paid on the chain. */
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
    /** Snapshot time: with many users, up to some minutes ago. */
    generatedAt: instantText,
    summary: z.object({
      totalDatabaseBonds: z.int(),
      verifiedTransactions: z.int(),
      /** Number of bonds. */
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
  summary: 'Bonds checked against the chain, by user, discrepancies first, in pages',
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
/** One change by a clean-up or Auto-Fix. */
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

/** Snapshot time of the list in ms since 1970, and its SHA-256. */
const planName = z
  .string()
  .regex(/^\d{1,15}-[0-9a-f]{64}$/)
  .meta({ examples: [`1767268800000-${'0f'.repeat(32)}`] });

/** Listed changes: planned with dryRun, otherwise made. */
const listed = {
  dryRun: z.boolean(),
  changes: z.array(fixChange),
  /** Pass it as `plan`, so that exactly these changes are made, or none. Later additions are not touched. */
  plan: planName,
  /** What was not changed, and why. */
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
    'Removes fake bonds and turns unmatched payments of users into bonds; with ?dryRun=true only lists both',
  access: 'owner',
  query,
  answers: { 200: fixedAccounts },
  errors: [409],
} as const satisfies Endpoint;
