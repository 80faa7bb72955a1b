import type { NumberedItem } from '#domain/base/change';
import { FEES, type FeeLine, type FeesPaid } from '#domain/base/fees';
import {
  APY_DECIMALS,
  type Apy,
  DECIMALS,
  type Lamports,
  type LmtPrice,
  formatAmount,
  formatDecimal,
  lamports,
  lmt,
  usdc,
} from '#domain/base/money';
import { type Instant, iso } from '#domain/base/time';
import { type Bond, isOpenBond } from '#domain/bonds/bond';
import { lmtValue } from '#domain/terms/price';
import type { Terms } from '#domain/terms/terms';
import {
  type PricesAt,
  type Sums,
  bondedSums,
  historySummary,
  worthOf,
} from '#domain/portfolio/history-summary';
import { type PortfolioContents, RECENT_ITEMS, totalsOf } from '#domain/portfolio/portfolio';
import type { CurvePoint } from '#domain/portfolio/value-curve';
import { type RealisedCycle, realisedYield } from '#domain/vaults/yield';
import type { Analytics, HistoryJson, Portfolio } from './portfolio.ts';
import { serializeBond } from '../bonds/serialize-bond.ts';
import { serializeItem } from './serialize-item.ts';
import { serializeStake } from '../vaults/serialize-vault.ts';

/** Portfolio of a user at one instant, with due changes applied. */
export interface ShownPortfolio extends PortfolioContents {
  /** Fee credit that can be used for a staking fee. */
  readonly credit: Lamports;
  /** Newest first. */
  readonly items: readonly NumberedItem[];
  readonly terms: Terms;
  readonly lmtPrice: LmtPrice;
}

export function serializePortfolio(of: ShownPortfolio, now: Instant): Portfolio {
  const totals = totalsOf(of, now);
  return {
    totalStaked: formatAmount('LMT', totals.staked),
    unstakedLMT: formatAmount('LMT', of.unstaked),
    pendingRewards: formatAmount('LMT', totals.pendingRewards),
    totalEarnings: formatAmount('LMT', totals.earned),
    inBonding: formatAmount('LMT', totals.inBonding),
    inEscrow: formatAmount('LMT', of.inEscrow),
    totalLMT: formatAmount('LMT', totals.all),
    totalValueUSD: formatAmount('USDC', lmtValue(totals.all, of.lmtPrice)),
    feeCredit: formatAmount('SOL', of.credit),
    activeBonds: of.bonds.filter(isOpenBond).map((bond) => serializeBond(bond, now)),
    activeStakes: of.vaults
      .filter(({ status }) => status !== 'completed')
      .map((vault) => serializeStake(vault, of.terms, now)),
    recentTransactions: of.items.slice(0, RECENT_ITEMS).map(serializeItem),
  };
}

const serializeSums = (sums: Sums): { LMT: string; SOL: string; USDC: string } => ({
  LMT: formatAmount('LMT', lmt(sums.LMT)),
  SOL: formatAmount('SOL', lamports(sums.SOL)),
  USDC: formatAmount('USDC', usdc(sums.USDC)),
});

export function serializeHistory(of: {
  /** One page of `all`, or all. */
  readonly shown: readonly NumberedItem[];
  readonly all: readonly NumberedItem[];
  readonly pricesAt: PricesAt;
}): HistoryJson {
  const { shown, all, pricesAt } = of;
  const summary = historySummary(all, pricesAt);
  return {
    all: shown.map((item) => {
      const worth = worthOf(item, pricesAt);
      return {
        ...serializeItem(item),
        valueUSD: formatAmount('USDC', worth.amount),
        feeUSD: formatAmount('USDC', worth.fee),
      };
    }),
    summary: {
      totalTransactions: all.length,
      totalFees: formatAmount('USDC', summary.fees),
      totalVolume: formatAmount('USDC', summary.volume),
      feesByToken: serializeSums(summary.feesByToken),
      volumeByToken: serializeSums(summary.volumeByToken),
    },
  };
}

const percent = (apy: Apy): string => formatDecimal(apy, APY_DECIMALS);
const percentOrNull = (apy: Apy | null): string | null => (apy === null ? null : percent(apy));

const serializeFees = (fees: FeesPaid): Analytics['feesPaid'] =>
  Object.fromEntries(
    Object.values(FEES).map(({ line, asset }) => [
      line,
      formatDecimal(fees[line], DECIMALS[asset]),
    ]),
  ) as Record<FeeLine, string>;

export function serializeAnalytics(of: {
  readonly curve: readonly CurvePoint[];
  readonly cycles: readonly RealisedCycle[];
  readonly fees: FeesPaid;
  readonly bonds: readonly Bond[];
}): Analytics {
  const { curve, cycles, fees, bonds } = of;
  const realised = realisedYield(cycles);
  return {
    curve: curve.map(({ at, all, value, earned }) => ({
      at: iso(at),
      totalLMT: formatAmount('LMT', all),
      totalValueUSD: formatAmount('USDC', value),
      earned: formatAmount('LMT', earned),
    })),
    cycles: cycles.map((cycle) => ({
      stakeId: cycle.vaultId,
      cycleNumber: cycle.cycleNumber,
      startedAt: iso(cycle.startsAt),
      endedAt: iso(cycle.endsAt),
      principal: formatAmount('LMT', cycle.principal),
      rewards: formatAmount('LMT', cycle.rewards),
      apyShown: percent(cycle.apyShown),
      apyReceived: percent(cycle.apyReceived),
    })),
    realised: {
      rewards: formatAmount('LMT', realised.rewards),
      apyShown: percentOrNull(realised.apyShown),
      apyReceived: percentOrNull(realised.apyReceived),
    },
    feesPaid: serializeFees(fees),
    bonded: serializeSums(bondedSums(bonds)),
  };
}
