import type { Transparency } from '#contract/treasury/treasury';
import {
  type Usdc,
  formatDecimal,
  parseAmount,
  parseDecimal,
  usdPrice,
  usdc,
} from '#domain/base/money';
import { valueInUsd } from '#domain/terms/price';
import { coverage } from '#domain/treasury/treasury';

import { decimalsOf } from '#proof/files/decimals';
import type { CheckedHolding } from '#proof/checks/check-holdings';

const PRICE_DECIMALS = 12;

export interface CoverageNow {
  readonly owedUsd: string;
  /** Null if nothing is owed. */
  readonly ratio: string | null;
}

/** Computes coverage of what is owed now by balances read from the chain; null if a balance was not read. */
export function coverageNow(
  checked: readonly CheckedHolding[],
  { holdings, liabilities }: Pick<Transparency, 'holdings' | 'liabilities'>,
): CoverageNow | null {
  let held = 0n;
  for (const { holding, nowUnits } of checked) {
    const priced = holdings.find(({ symbol }) => symbol === holding.asset);
    const price = parseDecimal(priced?.price ?? '', PRICE_DECIMALS);
    if (nowUnits === null || price === null) return null;
    held += valueInUsd(nowUnits, decimalsOf(holding.asset), usdPrice(price));
  }
  const owed = usdc(unitsOf(liabilities.lmtUSD) + unitsOf(liabilities.otherUSD));
  const hundredths = coverage(usdc(held), owed);
  return {
    owedUsd: formatDecimal(owed, 6),
    ratio: hundredths === null ? null : formatDecimal(hundredths, 2),
  };
}

const unitsOf = (usd: string): Usdc => parseAmount('USDC', usd) ?? usdc(0n);
