import { POINT_RANGES, type PointRange } from '#domain/treasury/treasury-points';
import { z } from 'zod';
import type { Endpoint } from '../base/endpoint.ts';
import { PATHS } from '../base/paths.ts';
import { apyPercent, instantText, lmtAmount, tokenAmount, usdcAmount, uuid } from '../base/wire.ts';

/** One thing that a user did, or that was paid to them, in words and in figures. */
const activity = z
  .object({
    type: z.enum(['bond', 'stake', 'restake', 'withdraw', 'sell', 'payout']),
    /** Such as 'Bonded 49.35 SOL'. */
    description: z.string(),
    /** What its description has in brackets, such as 'pending'. */
    note: z.string().nullable(),
    /** The wallet. */
    user: z.string(),
    /** Null where a payment went back to a wallet of no user. */
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
    /** Since midnight of protocol time, in the asker's zone. */
    newUsersToday: z.int(),
    /** USD, of all holdings that have a price. */
    totalTreasuryValue: usdcAmount,
    /** USD. */
    dailyRevenue: usdcAmount,
    totalBonds: z.int(),
    /** Paid, with the end of the bonding period still to come. */
    activeBonds: z.int(),
    totalStakes: z.int(),
    /** Vaults that run or stand in their window. */
    activeStakes: z.int(),
    /** LMT issued for bonds, as rewards and by the owner's corrections; less `totalLMTBurned` it is the supply. */
    totalLMTMinted: lmtAmount,
    /** LMT burned as fees and by sells. */
    totalLMTBurned: lmtAmount,
    supply: lmtAmount,
    maxSupply: lmtAmount,
    /** USD, of `totalValueLockedLMT`. */
    totalValueLocked: usdcAmount,
    /** LMT in vaults, rewards that accrue included. */
    totalValueLockedLMT: lmtAmount,
    lmtPriceUSDC: usdcAmount,
    currentAPY: apyPercent,
    pendingSells: z.object({
      count: z.int(),
      /** USD, of what their payouts are worth now. */
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
  summary: 'The protocol in figures, and what users did last',
  access: 'owner',
  query: z.object({
    /** Of the zone whose midnight 'today' begins at: minutes that it is ahead of UTC. */
    utcOffsetMinutes: z.coerce.number<number>().int().min(-720).max(840).default(0),
  }),
  answers: { 200: adminStats },
} as const satisfies Endpoint;

/** One hour or one day (UTC) from `at`, as far as it has gone. */
const analyticsPoint = z
  .object({
    at: instantText,
    /** At its end. */
    totalUsers: z.int(),
    newUsers: z.int(),
    /** In it: for bonds, as rewards and by the owner's corrections. */
    issuedLMT: lmtAmount,
    /** In it: fees, and what was sold. */
    burnedLMT: lmtAmount,
    /** How many bonds, new stakes and sell requests were made in it. */
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
    /** Whether each stands for an hour or for a day. */
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
