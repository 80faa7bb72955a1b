import { z } from 'zod';
import { FEES, type FeeLine } from '#domain/base/fees';
import { bond } from '../bonds/bonds.ts';
import type { Endpoint } from '../base/endpoint.ts';
import { PATHS } from '../base/paths.ts';
import { stake } from '../vaults/vaults.ts';
import {
  apyPercent,
  cursor,
  requestInstant,
  instantText,
  limit,
  lmtAmount,
  signedTokenAmount,
  solAmount,
  tokenAmount,
  usdcAmount,
  uuid,
} from '../base/wire.ts';

export const transaction = z
  .object({
    id: uuid,
    type: z.enum(['bond', 'stake', 'withdraw', 'restake', 'sell']),
    amount: tokenAmount,
    tokenType: z.enum(['LMT', 'SOL', 'USDC']),
    fee: tokenAmount,
    feeTokenType: z.enum(['LMT', 'SOL', 'USDC']),
    status: z.enum(['completed', 'pending', 'failed']),
    hash: z.string().nullable(),
    projectTxId: z
      .string()
      .regex(/^(BOND|STAKE|RESTAKE|WITHDRAW|SELL)-\d{8}-\d{6,}$/)
      .meta({ examples: ['BOND-20260131-000042'] }),
    note: z.string().nullable(),
    createdAt: instantText,
  })
  .meta({ id: 'Transaction' });
export type TransactionJson = z.infer<typeof transaction>;

const params = z.object({ userId: uuid });

/** Amount with the sign of its effect on what the user can use. */
const signedTransaction = transaction
  .extend({ amount: signedTokenAmount })
  .meta({ id: 'SignedTransaction' });

export const getTransactions = {
  method: 'GET',
  path: PATHS.userTransactions,
  summary: 'All transactions of a user, newest first; outgoing amounts are negative',
  access: 'reader',
  params,
  answers: { 200: z.array(signedTransaction) },
} as const satisfies Endpoint;

const byToken = z.object({ LMT: lmtAmount, SOL: solAmount, USDC: usdcAmount });
/** With USD values at its own time; 0 for SOL without a known price then. */
const historyItem = transaction
  .extend({ valueUSD: usdcAmount, feeUSD: usdcAmount })
  .meta({ id: 'HistoryItem' });
export type HistoryItemJson = z.infer<typeof historyItem>;

export const history = z
  .object({
    all: z.array(historyItem),
    summary: z.object({
      totalTransactions: z.int(),
      /** USD at the time of each transaction. */
      totalFees: usdcAmount,
      totalVolume: usdcAmount,
      feesByToken: byToken,
      volumeByToken: byToken,
    }),
  })
  .meta({ id: 'History' });
export type HistoryJson = z.infer<typeof history>;

export const getHistory = {
  method: 'GET',
  path: PATHS.history,
  summary: 'All transactions of a user, with totals; with `limit`, one page of them',
  access: 'reader',
  params,
  query: z.object({ limit: limit.unwrap().optional(), cursor }),
  answers: { 200: history },
} as const satisfies Endpoint;

/** Filter of the export. */
const filter = z.object({
  type: transaction.shape.type.optional(),
  status: transaction.shape.status.optional(),
  from: requestInstant.optional(),
  to: requestInstant.optional(),
  search: z.string().max(200).optional(),
});

export const exportHistory = {
  method: 'GET',
  path: PATHS.historyCsv,
  summary: 'All or filtered transactions of a user, as CSV',
  access: 'reader',
  params,
  query: filter,
  mediaType: 'text/csv',
  answers: { 200: z.string() },
} as const satisfies Endpoint;

const feeAmounts = Object.fromEntries(
  Object.values(FEES).map(({ line, asset }) => [line, byToken.shape[asset]]),
) as Record<FeeLine, z.ZodString>;

export const analytics = z
  .object({
    /**
     * LMT, earned rewards and their value over time, oldest first. Linear between two points; a jump has two
     * points of one time. The last point is now. Empty if the user never had LMT.
     */
    curve: z.array(
      z.object({
        at: instantText,
        totalLMT: lmtAmount,
        totalValueUSD: usdcAmount,
        earned: lmtAmount,
      }),
    ),
    /** Finished cycles, newest first. */
    cycles: z.array(
      z.object({
        stakeId: uuid,
        cycleNumber: z.int(),
        startedAt: instantText,
        endedAt: instantText,
        principal: lmtAmount,
        rewards: lmtAmount,
        apyShown: apyPercent,
        apyReceived: apyPercent,
      }),
    ),
    /** All finished cycles together, weighted by principal; null if there is none. */
    realised: z.object({
      rewards: lmtAmount,
      apyShown: apyPercent.nullable(),
      apyReceived: apyPercent.nullable(),
    }),
    /** Fees paid, by type of transaction. */
    feesPaid: z.object(feeAmounts),
    bonded: z.object({ SOL: solAmount, USDC: usdcAmount, LMT: lmtAmount }),
  })
  .meta({ id: 'Analytics' });
export type Analytics = z.infer<typeof analytics>;

export const getAnalytics = {
  method: 'GET',
  path: PATHS.analytics,
  summary: 'Realised yield of a user’s cycles, compared with the APY that was shown',
  access: 'reader',
  params,
  answers: { 200: analytics },
  errors: [404],
} as const satisfies Endpoint;

export const portfolio = z
  .object({
    totalStaked: lmtAmount,
    unstakedLMT: lmtAmount,
    pendingRewards: lmtAmount,
    totalEarnings: lmtAmount,
    /** LMT of paid bonds that are not claimed yet. */
    inBonding: lmtAmount,
    /** LMT of sell requests that are not paid yet. */
    inEscrow: lmtAmount,
    totalLMT: lmtAmount,
    totalValueUSD: usdcAmount,
    /** SOL credit for the next staking fee. */
    feeCredit: solAmount,
    activeBonds: z.array(bond),
    activeStakes: z.array(stake),
    recentTransactions: z.array(transaction),
  })
  .meta({ id: 'Portfolio' });
export type Portfolio = z.infer<typeof portfolio>;

export const getPortfolio = {
  method: 'GET',
  path: PATHS.portfolio,
  summary: 'Balances, bonds, stakes and recent transactions of a user',
  access: 'reader',
  params,
  answers: { 200: portfolio },
  errors: [404],
} as const satisfies Endpoint;
