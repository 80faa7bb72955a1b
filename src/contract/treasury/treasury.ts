import { POINT_RANGES, type PointRange } from '#domain/treasury/treasury-points';
import { z } from 'zod';
import type { Endpoint } from '../base/endpoint.ts';
import { PATHS } from '../base/paths.ts';
import {
  apyPercent,
  hundredths,
  instantText,
  lmtAmount,
  reason,
  requestAmount,
  solAmount,
  usdcAmount,
  usdPrice,
} from '../base/wire.ts';

export const treasuryStats = z
  .object({
    currentAPY: apyPercent,
    apyMode: z.enum(['fixed', 'dynamic']),
    baseAPY: apyPercent,
    maxDynamicAPY: apyPercent,
    /** USD a day. */
    totalRevenue: usdcAmount,
    arbitrageTrading: usdcAmount,
    yieldFarming: usdcAmount,
    highFrequencyTrading: usdcAmount,
    /** USD value of all priced holdings. */
    totalValue: usdcAmount,
    /** When SOL and USDC were last read from the chain; null if they never were. */
    balancesAsOf: instantText.nullable(),
  })
  .meta({ id: 'TreasuryStats' });
export type TreasuryStats = z.infer<typeof treasuryStats>;

export const holding = z
  .object({
    id: z.string(),
    symbol: z.string(),
    name: z.string(),
    /** With all decimals that are stored. */
    amount: z
      .string()
      .regex(/^\d+\.\d{1,12}$/)
      .meta({ examples: ['12.5'] }),
    logoUrl: z.string().nullable(),
    displayOrder: z.int(),
    /** USD; null if unknown, and then left out of totals. */
    price: usdPrice.nullable(),
    priceSource: z.enum(['feed', 'last-known', 'fallback', 'static']).nullable(),
    valueUSD: usdcAmount.nullable(),
    percent: hundredths.nullable(),
    /** Source of the amount: read from the chain or entered by the owner; with its time and age, null if never. */
    amountSource: z.enum(['chain', 'owner']),
    asOf: instantText.nullable(),
    ageMs: z.int().nullable(),
  })
  .meta({ id: 'TreasuryHolding' });
export type HoldingJson = z.infer<typeof holding>;

export const getTreasuryStats = {
  method: 'GET',
  path: PATHS.treasuryStats,
  summary: 'APY, revenue streams and the value of the holdings',
  access: 'anyone',
  answers: { 200: treasuryStats },
} as const satisfies Endpoint;

export const getHoldings = {
  method: 'GET',
  path: PATHS.treasuryHoldings,
  summary: 'The treasury’s holdings and their value',
  access: 'anyone',
  answers: { 200: z.array(holding) },
} as const satisfies Endpoint;

export const getAdminHoldings = {
  ...getHoldings,
  path: PATHS.adminHoldings,
  access: 'owner',
} as const satisfies Endpoint;

const holdingInput = z.strictObject({ symbol: z.string().max(20), amount: requestAmount });

export const putHoldings = {
  method: 'PUT',
  path: PATHS.adminHoldings,
  summary: 'Enters amounts of treasury assets that are not read from the chain',
  access: 'owner',
  body: z.union([
    z.array(holdingInput).min(1).max(100),
    z.strictObject({ holdings: z.array(holdingInput).min(1).max(100), reason }),
    z.strictObject({ ...holdingInput.shape, reason }),
  ]),
  answers: { 200: z.array(holding) },
  errors: [404, 422],
} as const satisfies Endpoint;

const figures = {
  liabilitiesLMT: lmtAmount,
  liabilitiesUSD: usdcAmount,
  holdingsUSD: usdcAmount,
  /** Holdings over liabilities; null if nothing is owed. */
  coverage: hundredths.nullable(),
  stakedLMT: lmtAmount,
  currentAPY: apyPercent,
  /** USD cost of one day of the current APY on all staked LMT. */
  dailyAPYCost: usdcAmount,
  dailyRevenue: usdcAmount,
  lmtPriceUSDC: usdcAmount,
  supply: lmtAmount,
};
const point = z.object({ at: instantText, ...figures }).meta({ id: 'TreasuryPoint' });

const ranges = Object.keys(POINT_RANGES) as PointRange[];

export const transparency = z
  .object({
    now: instantText,
    ...figures,
    maxSupply: lmtAmount,
    apyMode: z.enum(['fixed', 'dynamic']),
    /**
     * LMT owed, by kind, then what is owed in SOL and USDC. `accruingRewards` are part of `vaults` and issued
     * only at maturity. `inPayment` is part of `escrow` and counts as the open payout instead.
     * `liabilitiesUSD` is the sum of `lmtUSD` and `otherUSD`.
     */
    liabilities: z.object({
      unstaked: lmtAmount,
      bonds: lmtAmount,
      vaults: lmtAmount,
      escrow: lmtAmount,
      accruingRewards: lmtAmount,
      total: lmtAmount,
      inPayment: lmtAmount,
      /** USD value of all LMT, and of the LMT without `inPayment`. */
      valueUSD: usdcAmount,
      lmtUSD: usdcAmount,
      /** Fees that users paid and no stake has used. */
      feeCredit: solAmount,
      /** Payments that match no bond and no fee, and are not being refunded. */
      unmatchedDeposits: z.object({ SOL: solAmount, USDC: usdcAmount }),
      /** Payouts under way to users and senders. */
      openPayouts: z.object({ SOL: solAmount, USDC: usdcAmount }),
      otherUSD: usdcAmount,
    }),
    holdings: z.array(holding),
    balancesAsOf: instantText.nullable(),
    range: z.enum(ranges),
    /** Oldest first. */
    history: z.array(point),
  })
  .meta({ id: 'Transparency' });
export type Transparency = z.infer<typeof transparency>;

export const getTransparency = {
  method: 'GET',
  path: PATHS.transparency,
  summary: 'Liabilities, holdings and the cost of the APY, now and over time',
  access: 'anyone',
  query: z.object({ range: z.enum(ranges).optional() }),
  answers: { 200: transparency },
} as const satisfies Endpoint;
