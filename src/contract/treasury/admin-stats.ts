import { POINT_RANGES, type PointRange } from '#domain/treasury/treasury-points';
import { z } from 'zod';
import type { Endpoint } from '../base/endpoint.ts';
import { PATHS } from '../base/paths.ts';
import { apyPercent, instantText, lmtAmount, tokenAmount, usdcAmount, uuid } from '../base/wire.ts';

/** One action of a user, or one payment to them, as text and as figures. */
const activity = z
  .object({
    type: z.enum(['bond', 'stake', 'restake', 'withdraw', 'sell', 'payout']),
    /** Such as 'Bonded 49.35 SOL'. */
    description: z.string(),
    /** Text in brackets in the description, such as 'pending'. */
    note: z.string().nullable(),
    user: z.string(),
    /** Null if a payment went to a wallet of no user. */
    userId: uuid.nullable(),
    amount: tokenAmount,
    tokenType: z.enum(['SOL', 'USDC', 'LMT']),
    timestamp: instantText,
  })
  .meta({ id: 'AdminActivity' });
export type ActivityJson = z.infer<typeof activity>;

export const adminStats = z
  .object({
    now: instantText,
    totalUsers: z.int(),
    /** Since midnight of protocol time, in the requested zone. */
    newUsersToday: z.int(),
    /** USD value of all priced holdings. */
    totalTreasuryValue: usdcAmount,
    /** USD a day. */
    dailyRevenue: usdcAmount,
    totalBonds: z.int(),
    /** Paid bonds whose lock has not ended. */
    activeBonds: z.int(),
    totalStakes: z.int(),
    /** Vaults that run or are in their window. */
    activeStakes: z.int(),
    /** LMT issued for bonds, as rewards and by the owner's corrections; less `totalLMTBurned` it is the supply. */
    totalLMTMinted: lmtAmount,
    /** LMT burned as fees and by sells. */
    totalLMTBurned: lmtAmount,
    supply: lmtAmount,
    maxSupply: lmtAmount,
    /** USD, of `totalValueLockedLMT`. */
    totalValueLocked: usdcAmount,
    /** LMT in vaults, including accruing rewards. */
    totalValueLockedLMT: lmtAmount,
    lmtPriceUSDC: usdcAmount,
    currentAPY: apyPercent,
    pendingSells: z.object({
      count: z.int(),
      /** USD value of their payouts now. */
      valueUSD: usdcAmount,
      oldestRequestedAt: instantText.nullable(),
    }),
    /** The last 20, newest first. */
    recentActivity: z.array(activity),
  })
  .meta({ id: 'AdminStats' });
export type AdminStats = z.infer<typeof adminStats>;

export const getAdminStats = {
  method: 'GET',
  path: PATHS.adminStats,
  summary: 'Key figures of the protocol, and recent activity of users',
  access: 'owner',
  query: z.object({
    /** Zone whose midnight 'today' begins at, in minutes ahead of UTC. */
    utcOffsetMinutes: z.coerce.number<number>().int().min(-720).max(840).default(0),
  }),
  answers: { 200: adminStats },
} as const satisfies Endpoint;

/** One hour or one day (UTC) from `at`, up to now. */
const analyticsPoint = z
  .object({
    at: instantText,
    /** Users at its end. */
    totalUsers: z.int(),
    newUsers: z.int(),
    /** LMT issued in it for bonds, as rewards and by the owner's corrections. */
    issuedLMT: lmtAmount,
    /** LMT burned in it as fees and by sells. */
    burnedLMT: lmtAmount,
    /** Number of bonds, new stakes and sell requests in it. */
    bonds: z.int(),
    stakes: z.int(),
    sells: z.int(),
  })
  .meta({ id: 'AnalyticsPoint' });

const ranges = Object.keys(POINT_RANGES) as PointRange[];

export const adminAnalytics = z
  .object({
    now: instantText,
    range: z.enum(ranges),
    /** Length of a point's period. */
    granularity: z.enum(['hour', 'day']),
    /** Oldest first, without gaps. */
    points: z.array(analyticsPoint),
  })
  .meta({ id: 'AdminAnalytics' });
export type AdminAnalytics = z.infer<typeof adminAnalytics>;

export const getAdminAnalytics = {
  method: 'GET',
  path: PATHS.adminAnalytics,
  summary: 'Users, issuance and activity over time',
  access: 'owner',
  query: z.object({ range: z.enum(ranges).optional() }),
  answers: { 200: adminAnalytics },
} as const satisfies Endpoint;
