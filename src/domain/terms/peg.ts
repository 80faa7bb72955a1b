import { type UsdPrice, formatDecimal, mulDivHalfUp, usdPrice } from '../base/money.ts';
import type { MarketPrice } from './price.ts';

/** Bounds within which bonds take USDC as USD, in 10⁻¹² USD. */
const PEG = { least: usdPrice(980_000000000n), most: usdPrice(1_020_000000000n) } as const;

/**
 * Returns the USDC price if it is off its peg, which pauses bonds in USDC; else null. Without a feed (`isStatic`),
 * or before its first price, USDC counts as USD.
 */
export function offPeg(usdc: MarketPrice | null, isStatic: boolean): UsdPrice | null {
  if (isStatic || usdc?.source !== 'feed') return null;
  return usdc.price < PEG.least || usdc.price > PEG.most ? usdc.price : null;
}

/** Formats a USDC price in USD with 6 decimals. */
export const pegText = (price: UsdPrice): string =>
  formatDecimal(mulDivHalfUp(price, 1n, 1_000_000n), 6);
