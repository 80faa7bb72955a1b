import { type PricedHolding, balancesAsOf } from '#domain/treasury/holdings';
import type { Liabilities, owedInUsd } from '#domain/treasury/liabilities';
import type { PriceStatus } from '#domain/terms/price-reports';
import {
  APY_DECIMALS,
  LMT_PRICE_DECIMALS,
  USD_PRICE_DECIMALS,
  type Usdc,
  formatAmount,
  lamports,
  usdc,
  formatDecimal,
} from '#domain/base/money';
import type { Settings } from '#domain/terms/settings';
import { type Instant, iso, isoOrNull } from '#domain/base/time';
import { currentApy, dailyRevenue } from '#domain/terms/apy';
import { holdingValue, holdingsValue, shareOf } from '#domain/treasury/treasury';
import type { PublicFigures } from '#domain/treasury/treasury-points';
import type { HoldingJson, Transparency, TreasuryStats } from './treasury.ts';

export function serializeStats(
  settings: Settings,
  holdings: readonly PricedHolding[],
): TreasuryStats {
  return {
    currentAPY: formatDecimal(currentApy(settings), APY_DECIMALS),
    apyMode: settings.apyMode,
    baseAPY: formatDecimal(settings.baseApy, APY_DECIMALS),
    maxDynamicAPY: formatDecimal(settings.maxDynamicApy, APY_DECIMALS),
    totalRevenue: formatAmount('USDC', dailyRevenue(settings)),
    arbitrageTrading: formatAmount('USDC', settings.arbitrageTrading),
    yieldFarming: formatAmount('USDC', settings.yieldFarming),
    highFrequencyTrading: formatAmount('USDC', settings.highFrequencyTrading),
    totalValue: formatAmount('USDC', holdingsValue(holdings)),
    balancesAsOf: isoOrNull(balancesAsOf(holdings)),
  };
}

/** Holding with the source of its price. */
export type LabelledHolding = PricedHolding & { readonly standing: PriceStatus | null };

export function serializeHoldings(
  holdings: readonly LabelledHolding[],
  now: Instant,
): HoldingJson[] {
  const total = holdingsValue(holdings);
  return holdings.map((each) => {
    const value = holdingValue(each);
    return {
      id: each.symbol,
      symbol: each.symbol,
      name: each.name,
      amount: formatDecimal(each.units, each.decimals),
      logoUrl: each.logo,
      displayOrder: each.displayOrder,
      price: each.price === null ? null : formatDecimal(each.price, USD_PRICE_DECIMALS),
      priceSource: each.standing,
      valueUSD: value === null ? null : formatAmount('USDC', value),
      percent: value === null ? null : percentOf(value, total),
      amountSource: each.origin,
      asOf: isoOrNull(each.asOf),
      ageMs: each.asOf === null ? null : Math.max(0, now - each.asOf),
    };
  });
}

function percentOf(value: Usdc, total: Usdc): string | null {
  const share = shareOf(value, total);
  return share === null ? null : formatDecimal(share, 2);
}

type FiguresJson = Omit<Transparency['history'][number], 'at'>;

function serializeFigures(of: PublicFigures): FiguresJson {
  return {
    liabilitiesLMT: formatAmount('LMT', of.liabilities),
    liabilitiesUSD: formatAmount('USDC', of.liabilitiesUsd),
    holdingsUSD: formatAmount('USDC', of.holdingsUsd),
    coverage: of.coverage === null ? null : formatDecimal(of.coverage, 2),
    stakedLMT: formatAmount('LMT', of.staked),
    currentAPY: formatDecimal(of.apy, APY_DECIMALS),
    dailyAPYCost: formatAmount('USDC', of.dailyCost),
    dailyRevenue: formatAmount('USDC', of.dailyRevenue),
    lmtPriceUSDC: formatDecimal(of.lmtPrice, LMT_PRICE_DECIMALS),
    supply: formatAmount('LMT', of.supply),
  };
}

function serializeLiabilities(
  of: Liabilities,
  worth: ReturnType<typeof owedInUsd>,
): Transparency['liabilities'] {
  const { SOL, USDC } = of.tokens;
  const sol = (units: bigint): string => formatAmount('SOL', lamports(units));
  const usd = (units: bigint): string => formatAmount('USDC', usdc(units));
  return {
    unstaked: formatAmount('LMT', of.unstaked),
    bonds: formatAmount('LMT', of.bonds),
    vaults: formatAmount('LMT', of.vaults),
    escrow: formatAmount('LMT', of.escrow),
    accruingRewards: formatAmount('LMT', of.accruing),
    total: formatAmount('LMT', of.total),
    inPayment: formatAmount('LMT', of.paying),
    valueUSD: formatAmount('USDC', worth.allLmt),
    lmtUSD: formatAmount('USDC', worth.lmt),
    feeCredit: sol(SOL.credit),
    unmatchedDeposits: { SOL: sol(SOL.deposits), USDC: usd(USDC.deposits) },
    openPayouts: { SOL: sol(SOL.payouts), USDC: usd(USDC.payouts) },
    otherUSD: formatAmount('USDC', worth.other),
  };
}

/** Data of the transparency page; its history is oldest first. */
export interface ShownTransparency {
  readonly figures: PublicFigures;
  readonly settings: Settings;
  readonly liabilities: Liabilities;
  readonly worth: ReturnType<typeof owedInUsd>;
  readonly holdings: readonly LabelledHolding[];
  readonly range: Transparency['range'];
  readonly history: readonly (PublicFigures & { readonly at: Instant })[];
}

export function serializeTransparency(of: ShownTransparency, now: Instant): Transparency {
  const { figures, settings, holdings, range } = of;
  return {
    now: iso(now),
    ...serializeFigures(figures),
    maxSupply: formatAmount('LMT', settings.maxSupply),
    apyMode: settings.apyMode,
    liabilities: serializeLiabilities(of.liabilities, of.worth),
    holdings: serializeHoldings(holdings, now),
    balancesAsOf: isoOrNull(balancesAsOf(holdings)),
    range,
    history: of.history.map((point) => ({ at: iso(point.at), ...serializeFigures(point) })),
  };
}
