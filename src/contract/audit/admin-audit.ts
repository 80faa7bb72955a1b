import { z } from 'zod';
import { type Endpoint, OWNERS_FILE } from '../base/endpoint.ts';
import { PATHS } from '../base/paths.ts';
import {
  cursor,
  instantText,
  limit,
  lmtAmount,
  payToken,
  solAmount,
  tokenAmount,
  usdcAmount,
  uuid,
} from '../base/wire.ts';

/** Sum of entries; negative only if they are inconsistent. */
const calculatedLmt = z
  .string()
  .regex(/^-?\d+\.\d{8}$/)
  .meta({ examples: ['12.34567800'] });

const auditedBond = z
  .object({
    id: uuid,
    tokenType: payToken,
    amount: tokenAmount,
    lmtAmount,
    status: z.enum(['pending', 'confirmed', 'completed', 'failed']),
    transactionSignature: z.string().nullable(),
    createdAt: instantText,
    chainVerified: z.boolean(),
    verdict: z.enum(['verified', 'fake', 'unknown']),
  })
  .meta({ id: 'AuditedBond' });

export const auditedUser = z
  .object({
    userId: uuid,
    walletAddress: z.string(),
    username: z.string(),
    riskLevel: z.enum(['low', 'medium', 'high']),
    inconsistencies: z.array(z.string()),
    bonds: z.array(auditedBond),
    totals: z.object({
      bondedSOL: solAmount,
      bondedUSDC: usdcAmount,
      stakedLMT: lmtAmount,
      unstakedLMT: calculatedLmt,
      unstakedLMTCalculated: calculatedLmt,
      rewardsEarned: lmtAmount,
      rewardsRecomputed: calculatedLmt,
      totalStakingFeesSOL: solAmount,
      totalStakingFeesUSDC: usdcAmount,
      stakesWithoutFees: z.int(),
    }),
  })
  .meta({ id: 'AuditedUser' });
export type AuditedUserJson = z.infer<typeof auditedUser>;

export const audit = z
  .object({
    /** Summary of all users, whatever the filter. */
    summary: z.object({
      totalUsers: z.int(),
      totalBonds: z.int(),
      verifiedBonds: z.int(),
      totalSOLBonded: solAmount,
      totalUSDCBonded: usdcAmount,
      totalInconsistencies: z.int(),
      usersWithIssues: z.int(),
      ledger: z.object({
        /** Violated invariants. */
        invariantsBroken: z.array(z.string()),
        /** True if the hash chain of the owner's log is intact. */
        logHolds: z.boolean(),
      }),
    }),
    treasuryAddress: z.string(),
    /** Protocol time of the figures, and the duration of the audit. */
    generatedAt: instantText,
    durationMs: z.int(),
    /** Progress of a newer audit; null if none is running. */
    running: z.object({ processed: z.int(), total: z.int() }).nullable(),
    users: z.array(auditedUser),
  })
  .meta({ id: 'Audit' });
export type AuditJson = z.infer<typeof audit>;

const filter = {
  filter: z.enum(['all', 'issues', 'high', 'medium']).default('all'),
  /** Part of the wallet or the user id, in any letter case. */
  search: z.string().max(100).optional(),
  sort: z.enum(['risk', 'wallet', 'bonded', 'staked', 'unstaked', 'issues']).default('risk'),
  /** Default: highest risk and largest amount first, wallets alphabetically. */
  direction: z.enum(['asc', 'desc']).optional(),
};

export const getAudit = {
  method: 'GET',
  path: PATHS.adminAudit,
  summary: 'Audit of all users against the ledger and the chain, filtered and sorted, in pages',
  access: 'owner',
  query: z.object({ ...filter, limit, cursor }),
  answers: { 200: audit },
} as const satisfies Endpoint;

export const exportAudit = {
  ...OWNERS_FILE,
  path: PATHS.adminAuditCsv,
  summary: 'The filtered audit as CSV',
  query: z.object(filter),
} as const satisfies Endpoint;

/** Line of the progress stream: progress, completion, or failure. */
export type AuditProgressJson =
  | { readonly processed: number; readonly total: number; readonly issues: number }
  | { readonly done: true; readonly generatedAt: string; readonly durationMs: number }
  | { readonly error: string };

export const runAudit = {
  method: 'POST',
  path: PATHS.adminAuditRun,
  summary:
    'Runs the audit, or joins a running one, and streams its progress as one JSON object per line',
  access: 'owner',
  mediaType: 'application/x-ndjson',
  answers: { 200: z.string() },
} as const satisfies Endpoint;
