import { z } from 'zod';
import type { Endpoint } from '../base/endpoint.ts';
import { PATHS } from '../base/paths.ts';
import {
  apyPercent,
  instantText,
  lmtAmount,
  payToken,
  solAmount,
  tokenAmount,
  usdPrice,
  usdcAmount,
  uuid,
} from '../base/wire.ts';

/** Of each period: what is paid in each token, and the whole of it in SOL or in USDC (alternatives, not a sum). */
const forecastSummary = z.object({
  totalActiveVaults: z.int(),
  vaultsMaturing7Days: z.int(),
  vaultsMaturing30Days: z.int(),
  totalMaturedVaults: z.int(),
  averageDailyUSD: usdcAmount,
  peakDailyUSD: usdcAmount,
  next48HoursSOL: solAmount,
  next48HoursUSD: usdcAmount,
  next7DaysPayoutSOL: solAmount,
  next7DaysPayoutUSDC: usdcAmount,
  next7DaysRequiredSOL: solAmount,
  next7DaysRequiredUSDC: usdcAmount,
  next30DaysPayoutSOL: solAmount,
  next30DaysPayoutUSDC: usdcAmount,
  next30DaysRequiredSOL: solAmount,
  next30DaysRequiredUSDC: usdcAmount,
  maturedPayoutSOL: solAmount,
  maturedPayoutUSDC: usdcAmount,
  maturedRequiredSOL: solAmount,
  maturedRequiredUSDC: usdcAmount,
});

const userBreakdown = z.object({
  userId: uuid,
  walletAddress: z.string(),
  payoutToken: payToken,
  payout: tokenAmount,
  netUSDPayout: usdcAmount,
  /** LMT that the user could sell; 0 while the sell period is used, and for a pending request. */
  remainingCapacity: lmtAmount,
  grossUSDAmount: usdcAmount,
  sellFeeUSD: usdcAmount,
  /** Null for a pending request. */
  cycleEndDate: instantText.nullable(),
});
export type UserBreakdownJson = z.infer<typeof userBreakdown>;

const dailyRequirement = z.object({
  /** 1 is the 24 hours from now on. */
  day: z.int(),
  date: instantText,
  vaultCount: z.int(),
  /** Users whom the treasury has to pay something. */
  sellerCount: z.int(),
  payoutSOL: solAmount,
  payoutUSDC: usdcAmount,
  /** All of it in SOL, or all of it in USDC. */
  requiredSOL: solAmount,
  requiredUSDC: usdcAmount,
  /** How many breakdowns the day has; `userBreakdowns` holds the 200 with the largest payouts. */
  userCount: z.int(),
  userBreakdowns: z.array(userBreakdown),
});
export type DailyRequirementJson = z.infer<typeof dailyRequirement>;

const vaultForecast = z.object({
  stakeId: uuid,
  userId: uuid,
  walletAddress: z.string(),
  daysUntilMaturation: z.int(),
  maturationDate: instantText,
  stakedAmount: lmtAmount,
  totalLMTAtMaturation: lmtAmount,
  maxSellable50Percent: lmtAmount,
  /** The same figure under two names. */
  requiredTreasurySOL: solAmount,
  totalRequiredSOLEquivalent: solAmount,
  requiredTreasuryUSDC: usdcAmount,
});
export type VaultForecastJson = z.infer<typeof vaultForecast>;

export const payoutForecast = z
  .object({
    /** Instant of its prices and users: with many users, some minutes ago at most. */
    computedAt: instantText,
    /** What was supposed in place of what is so; null: nothing. */
    whatIf: z.object({
      sellersPercent: z.int().nullable(),
      solPrice: usdPrice.nullable(),
      apy: apyPercent.nullable(),
    }),
    /** What it counts with. */
    solPriceUSD: usdPrice,
    lmtPriceUSDC: usdcAmount,
    /** What the treasury could pay out: finalized balance less open payouts and what is owed to others; null while the chain was never read. */
    available: z.object({ SOL: solAmount, USDC: usdcAmount }).nullable(),
    /** What the days are held against: available, and what open payouts reserve for pending requests, which day 1 counts. */
    forPending: z.object({ SOL: solAmount, USDC: usdcAmount }).nullable(),
    summary: forecastSummary,
    /** Seven. */
    dailyRequirements: z.array(dailyRequirement),
    /** The next 20. */
    upcomingMaturations: z.array(vaultForecast),
    /** The first 10. */
    maturedVaults: z.array(vaultForecast),
  })
  .meta({ id: 'PayoutForecast' });
export type PayoutForecast = z.infer<typeof payoutForecast>;

/** A decimal; its digits and range are judged by the rules. */
const supposed = z.string().max(64).optional();

export const getForecast = {
  method: 'GET',
  path: PATHS.adminForecast,
  summary:
    'What the treasury will have to pay out, and when; what if fewer sell, SOL falls, APY rises',
  access: 'owner',
  query: z.object({
    /** 0 to 100, whole. */
    sellersPercent: supposed,
    /** USD, above 0. */
    solPrice: supposed,
    /** In percent, from 0. */
    apy: supposed,
  }),
  answers: { 200: payoutForecast },
  errors: [422],
} as const satisfies Endpoint;
