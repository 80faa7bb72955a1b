import type { Transparency } from '#contract/treasury';
import {
  DECIMALS,
  LMT_PRICE_DECIMALS,
  type Usdc,
  formatDecimal,
  lmtPrice,
  parseAmount,
  parseDecimal,
  usdPrice,
  usdc,
} from '#domain/base/money';
import { valueInUsd, worthInUsd } from '#domain/terms/price';
import { coverage } from '#domain/treasury/treasury';

import { decimalsOf } from './asset.ts';
import type { CheckedHolding } from './check-holding.ts';
import type { Proof } from './proof.ts';

const PRICE_DECIMALS = 12;

/** What is held against what is owed, in USD with two decimals; ratios are null where nothing is owed. */
export interface Coverage {
  readonly owedUsd: string;
  /** What the chain shows. */
  readonly onChainRatio: string | null;
  /** With what the owner has entered, which no chain shows. */
  readonly withEntriesRatio: string | null;
}

/** At the app's prices of now: what a proof owes, against what was read from the chain. */
export function coverageOf(
  proof: Proof,
  checked: readonly CheckedHolding[],
  app: Pick<Transparency, 'holdings' | 'lmtPriceUSDC'>,
): Coverage {
  const prices = new Map(app.holdings.map(({ symbol, price }) => [symbol, price]));
  const worth = (asset: string, units: bigint): bigint => {
    const price = parseDecimal(prices.get(asset) ?? '', PRICE_DECIMALS);
    return price === null ? 0n : valueInUsd(units, decimalsOf(asset), usdPrice(price));
  };
  const price = lmtPrice(parseDecimal(app.lmtPriceUSDC, LMT_PRICE_DECIMALS) ?? 0n);
  const inLmt = worthInUsd('LMT', BigInt(proof.totalUnits), { lmt: price, sol: null });
  const others = proof.otherLiabilities.map(({ asset, units }) => worth(asset, BigInt(units)));
  const owed = total([inLmt, ...others]);
  const onChain = total(checked.map((one) => worth(one.holding.asset, unitsOf(one))));
  const entered = app.holdings.filter(({ amountSource }) => amountSource === 'owner');
  const withEntries = total([
    onChain,
    ...entered.map(({ valueUSD }) => parseAmount('USDC', valueUSD ?? '0') ?? 0n),
  ]);
  return {
    owedUsd: formatDecimal(owed, DECIMALS.USDC),
    onChainRatio: ratio(onChain, owed),
    withEntriesRatio: ratio(withEntries, owed),
  };
}

/** What the chain has now; where no node was asked, what the proof says. */
function unitsOf({ holding, nowUnits }: CheckedHolding): bigint {
  return nowUnits ?? parseDecimal(holding.amount, decimalsOf(holding.asset)) ?? 0n;
}

const total = (values: readonly bigint[]): Usdc =>
  usdc(values.reduce((sum, value) => sum + value, 0n));

function ratio(held: Usdc, owed: Usdc): string | null {
  const hundredths = coverage(held, owed);
  return hundredths === null ? null : formatDecimal(hundredths, 2);
}
