import type { Forecast } from '#domain/treasury/forecast';
import type { DailyRequirement, UserBreakdown } from '#domain/treasury/forecast-day';
import type { VaultForecast, WhatIf } from '#domain/treasury/forecast-vault';
import {
  APY_DECIMALS,
  type Lamports,
  type Lmt,
  USD_PRICE_DECIMALS,
  type Usdc,
  formatAmount,
  formatDecimal,
} from '#domain/base/money';
import { iso, isoOrNull } from '#domain/base/time';
import type {
  DailyRequirementJson,
  PayoutForecast,
  UserBreakdownJson,
  VaultForecastJson,
} from './admin-forecast.ts';

const SOL = (amount: Lamports): string => formatAmount('SOL', amount);
const USD = (amount: Usdc): string => formatAmount('USDC', amount);
const LMT = (amount: Lmt): string => formatAmount('LMT', amount);

/** Serializes a forecast under the names that the owner's screen reads. */
export function serializeForecast(
  of: Forecast,
): Pick<PayoutForecast, 'summary' | 'dailyRequirements' | 'upcomingMaturations' | 'maturedVaults'> {
  return {
    summary: serializeSummary(of.summary),
    dailyRequirements: of.dailyRequirements.map(serializeDay),
    upcomingMaturations: of.upcomingMaturations.map(serializeVault),
    maturedVaults: of.maturedVaults.map(serializeVault),
  };
}

export function serializeWhatIf({
  sellersPercent,
  solPrice,
  apy,
}: WhatIf): PayoutForecast['whatIf'] {
  return {
    sellersPercent: sellersPercent === undefined ? null : Number(sellersPercent),
    solPrice: solPrice === undefined ? null : formatDecimal(solPrice, USD_PRICE_DECIMALS),
    apy: apy === undefined ? null : formatDecimal(apy, APY_DECIMALS),
  };
}

function serializeSummary(of: Forecast['summary']): PayoutForecast['summary'] {
  return {
    totalActiveVaults: of.totalActiveVaults,
    vaultsMaturing7Days: of.vaultsMaturing7Days,
    vaultsMaturing30Days: of.vaultsMaturing30Days,
    totalMaturedVaults: of.totalMaturedVaults,
    averageDailyUSD: USD(of.averageDailyUSD),
    peakDailyUSD: USD(of.peakDailyUSD),
    next48HoursSOL: SOL(of.next48HoursSOL),
    next48HoursUSD: USD(of.next48HoursUSD),
    next7DaysPayoutSOL: SOL(of.next7DaysPayoutSOL),
    next7DaysPayoutUSDC: USD(of.next7DaysPayoutUSDC),
    next7DaysRequiredSOL: SOL(of.next7DaysRequiredSOL),
    next7DaysRequiredUSDC: USD(of.next7DaysRequiredUSDC),
    next30DaysPayoutSOL: SOL(of.next30DaysPayoutSOL),
    next30DaysPayoutUSDC: USD(of.next30DaysPayoutUSDC),
    next30DaysRequiredSOL: SOL(of.next30DaysRequiredSOL),
    next30DaysRequiredUSDC: USD(of.next30DaysRequiredUSDC),
    maturedPayoutSOL: SOL(of.maturedPayoutSOL),
    maturedPayoutUSDC: USD(of.maturedPayoutUSDC),
    maturedRequiredSOL: SOL(of.maturedRequiredSOL),
    maturedRequiredUSDC: USD(of.maturedRequiredUSDC),
  };
}

function serializeDay(of: DailyRequirement): DailyRequirementJson {
  return {
    day: of.day,
    date: iso(of.date),
    vaultCount: of.vaultCount,
    sellerCount: of.sellerCount,
    payoutSOL: SOL(of.payoutSOL),
    payoutUSDC: USD(of.payoutUSDC),
    requiredSOL: SOL(of.requiredSOL),
    requiredUSDC: USD(of.requiredUSDC),
    userCount: of.userCount,
    userBreakdowns: of.userBreakdowns.map(serializeBreakdown),
  };
}

function serializeBreakdown(of: UserBreakdown): UserBreakdownJson {
  return {
    userId: of.userId,
    walletAddress: of.walletAddress,
    payoutToken: of.payoutToken,
    payout: formatAmount(of.payoutToken, of.payout),
    netUSDPayout: USD(of.netUSDPayout),
    remainingCapacity: LMT(of.remainingCapacity),
    grossUSDAmount: USD(of.grossUSDAmount),
    sellFeeUSD: USD(of.sellFeeUSD),
    cycleEndDate: isoOrNull(of.cycleEndDate),
  };
}

function serializeVault(of: VaultForecast): VaultForecastJson {
  const required = SOL(of.requiredTreasurySOL);
  return {
    stakeId: of.stakeId,
    userId: of.userId,
    walletAddress: of.walletAddress,
    daysUntilMaturation: of.daysUntilMaturation,
    maturationDate: iso(of.maturationDate),
    stakedAmount: LMT(of.stakedAmount),
    totalLMTAtMaturation: LMT(of.totalLMTAtMaturation),
    maxSellable50Percent: LMT(of.maxSellable50Percent),
    requiredTreasurySOL: required,
    totalRequiredSOLEquivalent: required,
    requiredTreasuryUSDC: USD(of.requiredTreasuryUSDC),
  };
}
