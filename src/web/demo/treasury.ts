import {
  type LabelledHolding,
  serializeHoldings,
  serializeStats,
  serializeTransparency,
} from '#contract/treasury/serialize-treasury';
import type { HoldingJson, Transparency, TreasuryStats } from '#contract/treasury/treasury';
import { type Liabilities, liabilitiesOf, owedInUsd } from '#domain/treasury/liabilities';
import { lmt, usdPrice, usdc } from '#domain/base/money';
import { DAY_MS, HOUR_MS, type Instant, after } from '#domain/base/time';
import { holdingsValue, solPriceOf } from '#domain/treasury/treasury';
import { POINT_RANGES, type PointRange, publicFigures } from '#domain/treasury/treasury-points';

import type { DemoAccount } from './account.ts';

/** Symbol, name, decimals, units held, price in 10⁻¹² USD. */
const HOLDINGS = [
  ['SOL', 'Solana', 9, 1_284_500000000n, 196_400000000000n],
  ['USDC', 'USD Coin', 6, 186_420_500000n, 1_000000000000n],
  ['KFR', 'KFR', 6, 18_500_000_000000n, 2466900000n],
  ['BTC', 'Bitcoin', 8, 1_42000000n, 68_250_000000000000n],
  ['ETH', 'Ethereum', 8, 18_50000000n, 3_410_000000000000n],
  ['XRP', 'XRP', 6, 24_000_000000n, 620000000000n],
  ['AVAX', 'Avalanche', 8, 350_00000000n, 31_400000000000n],
  ['XLM', 'Stellar', 7, 60_000_0000000n, 118000000000n],
  ['HBAR', 'Hedera', 8, 90_000_00000000n, 74000000000n],
  ['AXL', 'Axelar', 6, 8_000_000000n, 610000000000n],
  ['BML', 'BML', 6, 900_000_000_000000n, 2387000n],
] as const;

const ON_CHAIN = 2;
/** A picture needs no more. */
const POINTS_MAX = 60;

function holdings(now: Instant): LabelledHolding[] {
  return HOLDINGS.map(([symbol, name, decimals, units, price], index) => ({
    symbol,
    name,
    decimals,
    units,
    price: usdPrice(price),
    logo: `/logos/${symbol.toLowerCase()}.svg`,
    displayOrder: index + 1,
    origin: index < ON_CHAIN ? 'chain' : 'owner',
    asOf: after(now, index < ON_CHAIN ? -40_000 : -3 * DAY_MS),
    standing: 'feed',
  }));
}

export function demoHoldings(now: Instant): HoldingJson[] {
  return serializeHoldings(holdings(now), now);
}

export function demoStats({ settings }: DemoAccount, now: Instant): TreasuryStats {
  return serializeStats(settings, holdings(now));
}

/** What is owed, when `percent` of today’s is. */
function owed(percent: bigint): Liabilities {
  const part = (units: bigint) => lmt((units * percent) / 100n);
  const held = {
    unstaked: part(84_31200000n),
    bonds: part(21_04500000n),
    vaults: part(201_77000000n),
    escrow: part(3_50000000n),
  };
  const none = { credit: 0n, deposits: 0n, payouts: 0n };
  const tokens = {
    SOL: { ...none, credit: (412_500000n * percent) / 100n, deposits: 1_250000000n },
    USDC: { ...none, deposits: 320_000000n },
  };
  return liabilitiesOf(held, part(6_18400000n), { tokens, paying: lmt(0n) });
}

export function demoTransparency(
  account: DemoAccount,
  range: PointRange,
  now: Instant,
): Transparency {
  const { settings } = account;
  const held = holdings(now);
  const at = (percent: bigint, when: Instant) => {
    const liabilities = owed(percent);
    return publicFigures({
      liabilities,
      staked: lmt((196_40000000n * percent) / 100n),
      supply: liabilities.total,
      holdingsUsd: usdc((holdingsValue(held) * (percent + 25n)) / 125n),
      settings,
      lmtPrice: account.pricesAt(when).lmt,
      solPrice: solPriceOf(held),
    });
  };
  const figures = at(100n, now);
  const { forMs, granularity } = POINT_RANGES[range];
  const spanMs = Math.min(forMs ?? 31 * DAY_MS, 31 * DAY_MS);
  const stepMs = granularity === 'hour' ? Math.max(HOUR_MS, spanMs / POINTS_MAX) : DAY_MS;
  const steps = Math.trunc(spanMs / stepMs);
  const history = Array.from({ length: steps }, (_, step) => {
    const when = after(now, -Math.trunc((steps - step) * stepMs));
    const grown = 100 - Math.trunc((now - when) / DAY_MS);
    return { at: when, ...at(BigInt(grown), when) };
  });
  const liabilities = owed(100n);
  const prices = { lmt: account.pricesAt(now).lmt, sol: solPriceOf(held) };
  const worth = owedInUsd(liabilities, prices);
  const shown = { figures, settings, liabilities, worth, holdings: held, range, history };
  return serializeTransparency(shown, now);
}
