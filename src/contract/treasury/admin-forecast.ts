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

/** By period: payouts in each token, and their total in SOL or in USDC (alternatives, not a sum). */
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
  /** LMT that the user could sell; 0 if the sell period is used, and for a pending request. */
  remainingCapacity: lmtAmount,
  grossUSDAmount: usdcAmount,
  sellFeeUSD: usdcAmount,
  /** Null for a pending request. */
  cycleEndDate: instantText.nullable(),
});
export type UserBreakdownJson = z.infer<typeof userBreakdown>;

const dailyRequirement = z.object({
  /** 1 is the next 24 hours. */
  day: z.int(),
  date: instantText,
  vaultCount: z.int(),
  /** Users with a payout. */
  sellerCount: z.int(),
  payoutSOL: solAmount,
  payoutUSDC: usdcAmount,
  /** Total in SOL, or total in USDC. */
  requiredSOL: solAmount,
  requiredUSDC: usdcAmount,
  /** Number of breakdowns of the day; `userBreakdowns` holds the 200 with the largest payouts. */
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
    /** Instant of the prices and users: with many users, up to some minutes ago. */
    computedAt: instantText,
    /** Assumptions in place of current values; null if there is none. */
    whatIf: z.object({
      sellersPercent: z.int().nullable(),
      solPrice: usdPrice.nullable(),
      apy: apyPercent.nullable(),
    }),
    solPriceUSD: usdPrice,
    lmtPriceUSDC: usdcAmount,
    /** Finalized balance less open payouts and what is owed to others; null until the chain has been read. */
    available: z.object({ SOL: solAmount, USDC: usdcAmount }).nullable(),
    /**
     * Amount that the days are compared with: `available`, and what open payouts reserve for pending
     * requests, which day 1 counts.
     */
    forPending: z.object({ SOL: solAmount, USDC: usdcAmount }).nullable(),
    summary: forecastSummary,
    /** Seven days. */
    dailyRequirements: z.array(dailyRequirement),
    /** The next 20 vaults. */
    upcomingMaturations: z.array(vaultForecast),
    /** The first 10 vaults. */
    maturedVaults: z.array(vaultForecast),
  })
  .meta({ id: 'PayoutForecast' });
export type PayoutForecast = z.infer<typeof payoutForecast>;

/** Decimal; the domain checks its digits and range. */
const supposed = z.string().max(64).optional();

export const getForecast = {
  method: 'GET',
  path: PATHS.adminForecast,
  summary:
    'Forecast of the treasury’s payouts, with optional assumptions on sellers, SOL price and APY',
  access: 'owner',
  query: z.object({
    /** Integer from 0 to 100. */
    sellersPercent: supposed,
    /** USD, above 0. */
    solPrice: supposed,
    /** Percentage from 0. */
    apy: supposed,
  }),
  answers: { 200: payoutForecast },
  errors: [422],
} as const satisfies Endpoint;
