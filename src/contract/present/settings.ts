import {
  APY_DECIMALS,
  LMT_PRICE_DECIMALS,
  RATE_DECIMALS,
  type Rate,
  formatAmount,
  formatDecimal,
} from '#domain/base/money';
import { type Prices, lmtPriceInSol } from '#domain/terms/price';
import type { Settings } from '#domain/terms/terms';
import { type Instant, iso } from '#domain/base/time';
import { currentApy, dailyRevenue } from '#domain/terms/apy';
import type { ProtocolSettings } from '../protocol.ts';
import type { AdminSettings } from '../settings.ts';

const fraction = (rate: Rate): string => formatDecimal(rate, RATE_DECIMALS);

/** The peg of USDC is no setting: who answers with the settings adds it. */
type Shown<T> = Omit<T, 'usdcOffPeg'>;

export function presentSettings(settings: Settings, prices: Prices): Shown<ProtocolSettings> {
  const price = formatDecimal(prices.lmt, LMT_PRICE_DECIMALS);
  return {
    stakingFee: fraction(settings.stakingFee),
    sellFee: fraction(settings.sellFee),
    sellingFee: fraction(settings.sellFee),
    restakeFee: fraction(settings.restakeFee),
    autoRestakeFee: fraction(settings.restakeFee),
    withdrawalFee: settings.withdrawalFee === null ? null : fraction(settings.withdrawalFee),
    weeklyPriceIncrease: fraction(settings.weeklyPriceIncrease),
    lmtPriceUSDC: price,
    lmtPriceSOL: formatAmount('SOL', lmtPriceInSol(prices)),
    lmtPrice: price,
    maxSupply: formatAmount('LMT', settings.maxSupply),
    apyMode: settings.apyMode,
    baseAPY: formatDecimal(settings.baseApy, APY_DECIMALS),
    currentAPY: formatDecimal(currentApy(settings), APY_DECIMALS),
    maxDynamicAPY: formatDecimal(settings.maxDynamicApy, APY_DECIMALS),
  };
}

export function presentAdminSettings(
  settings: Settings,
  prices: Prices,
  { changedAt, nextStepAt }: { readonly changedAt: Instant; readonly nextStepAt: Instant | null },
): Shown<AdminSettings> {
  return {
    ...presentSettings(settings, prices),
    arbitrageTrading: formatAmount('USDC', settings.arbitrageTrading),
    yieldFarming: formatAmount('USDC', settings.yieldFarming),
    highFrequencyTrading: formatAmount('USDC', settings.highFrequencyTrading),
    totalRevenue: formatAmount('USDC', dailyRevenue(settings)),
    fixedAPY: formatDecimal(settings.currentApy, APY_DECIMALS),
    changedAt: iso(changedAt),
    nextPriceStepAt: nextStepAt && iso(nextStepAt),
  };
}
