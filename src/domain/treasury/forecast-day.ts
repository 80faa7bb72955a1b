import {
  type Amount,
  type Lamports,
  type Lmt,
  type PayToken,
  type UsdPrice,
  type Usdc,
  add,
  lamports,
  lmt,
  mulDivDown,
  mulDivUp,
  sub,
  sum,
  usdc,
} from '../base/money.ts';
import { lmtValue, valueInUsd, worthDown } from '../terms/price.ts';
import type { Sell } from '../sells/sell.ts';
import { type SellPeriod, limitResetsAt } from '../sells/sell-limit.ts';
import { SELL_LIMIT_DIVISOR } from '../terms/terms.ts';
import { DAY_MS, type Instant, after } from '../base/time.ts';
import { order } from '../base/top-list.ts';
import type { Vault } from '../vaults/vault.ts';
import { type Outlook, type VaultForecast, netOfSellFee, pricesOn } from './forecast-vault.ts';

/** Stored data of a user that payouts depend on; due changes are not applied. */
export interface ForecastUser {
  readonly userId: string;
  readonly walletAddress: string;
  readonly unstaked: Lmt;
  readonly period: SellPeriod;
  /** Payout token of the last request; null if there was none. */
  readonly lastPayoutToken: PayToken | null;
  readonly vaults: readonly Vault[];
  readonly pendingSell: Sell | null;
}

/** Payouts in each token, and their total in SOL or in USDC (alternatives, not a sum). */
export interface Requirement {
  readonly payoutSOL: Lamports;
  readonly payoutUSDC: Usdc;
  readonly requiredSOL: Lamports;
  readonly requiredUSDC: Usdc;
}

/** One user's part of a day: a pending request at its fixed payout, or a possible sale in an open window. */
export interface UserBreakdown {
  readonly userId: string;
  readonly walletAddress: string;
  readonly payoutToken: PayToken;
  readonly payout: Amount<PayToken>;
  /** Half of the LMT that the user could have unstaked by then; 0 while the sell period is used. */
  readonly remainingCapacity: Lmt;
  readonly grossUSDAmount: Usdc;
  readonly sellFeeUSD: Usdc;
  readonly netUSDPayout: Usdc;
  /** Latest maturity of the day's vaults; null for a pending request. */
  readonly cycleEndDate: Instant | null;
}

/** Day n is the n-th 24 hours from now and starts at `date`. Day 1 includes open windows and pending requests. */
export interface DailyRequirement extends Requirement {
  readonly day: number;
  readonly date: Instant;
  readonly vaultCount: number;
  readonly sellerCount: number;
  readonly userCount: number;
  /** The 200 breakdowns with the largest payouts, largest first. */
  readonly userBreakdowns: readonly UserBreakdown[];
}

/** Scale of the three units' decimals: USDC × this / SOL price = lamports. */
const LAMPORTS_SCALE = 1_000_000_000_000_000n;

/** Orders by payout, largest first. A user's request comes before their possible sale. */
export function byPayout(a: UserBreakdown, b: UserBreakdown): number {
  return (
    order(b.netUSDPayout, a.netUSDPayout) ||
    order(a.userId, b.userId) ||
    order(a.cycleEndDate ?? 0, b.cycleEndDate ?? 0)
  );
}

/** Returns the number of the day that contains an instant; 1 for a past instant. */
export function dayNumber(at: Instant, now: Instant): number {
  return at <= now ? 1 : Math.trunc((at - now) / DAY_MS) + 1;
}

/** Returns the line of a pending request at its fixed payout, in today's USD; empty without a request. */
export function requestOf(user: ForecastUser, { sol }: Outlook): UserBreakdown[] {
  const sell = user.pendingSell;
  if (!sell) return [];
  const netUSDPayout =
    sell.payoutToken === 'SOL' ? valueInUsd(sell.payout, 9, sol) : usdc(sell.payout);
  const sellFeeUSD = lmtValue(sell.fee, sell.prices.lmt);
  return [
    {
      userId: user.userId,
      walletAddress: user.walletAddress,
      payoutToken: sell.payoutToken,
      payout: sell.payout,
      remainingCapacity: lmt(0n),
      grossUSDAmount: add(netUSDPayout, sellFeeUSD),
      sellFeeUSD,
      netUSDPayout,
      cycleEndDate: null,
    },
  ];
}

/** Returns a user's possible sale by the end of a day, given the vaults that mature by then. */
export function sellerOf(
  {
    user,
    vaults,
    dayEnds,
  }: {
    readonly user: ForecastUser;
    readonly vaults: readonly VaultForecast[];
    readonly dayEnds: Instant;
  },
  outlook: Outlook,
): UserBreakdown {
  const used = limitResetsAt(user.period, after(dayEnds, -1)) !== null;
  const sellable = add(user.unstaked, sum(vaults.map((vault) => vault.maxSellable50Percent)));
  const remainingCapacity = lmt(used ? 0n : sellable / SELL_LIMIT_DIVISOR);
  const percent = outlook.whatIf.sellersPercent ?? 100n;
  const sold = lmt(mulDivDown(remainingCapacity, percent, 100n));
  const cycleEndDate = vaults.reduce(
    (last, { maturationDate: at }) => (at > last ? at : last),
    vaults[0]?.maturationDate ?? outlook.now,
  );
  const net = netOfSellFee(sold, outlook, cycleEndDate);
  const prices = pricesOn(outlook, cycleEndDate);
  const payoutToken = user.lastPayoutToken ?? 'SOL';
  const grossUSDAmount = lmtValue(sold, prices.lmt);
  const netUSDPayout = lmtValue(net, prices.lmt);
  return {
    userId: user.userId,
    walletAddress: user.walletAddress,
    payoutToken,
    payout: worthDown(payoutToken, net, prices),
    remainingCapacity,
    grossUSDAmount,
    sellFeeUSD: sub(grossUSDAmount, netUSDPayout),
    netUSDPayout,
    cycleEndDate,
  };
}

/** Adds up the requirements of several days. */
export function total(days: readonly Requirement[], sol: UsdPrice): Requirement {
  const payoutSOL = sum(days.map((day) => day.payoutSOL));
  return inBoth(payoutSOL, sum(days.map((day) => day.payoutUSDC)), sol);
}

/** Returns payouts with their total in each token, rounded up so that it can pay them all. */
export function inBoth(payoutSOL: Lamports, payoutUSDC: Usdc, sol: UsdPrice): Requirement {
  return {
    payoutSOL,
    payoutUSDC,
    requiredSOL: lamports(payoutSOL + mulDivUp(payoutUSDC, LAMPORTS_SCALE, sol)),
    requiredUSDC: usdc(payoutUSDC + mulDivUp(payoutSOL, sol, LAMPORTS_SCALE)),
  };
}
