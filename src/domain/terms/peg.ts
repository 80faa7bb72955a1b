import { type UsdPrice, formatDecimal, mulDivHalfUp, usdPrice } from '../base/money.ts';
import type { MarketPrice } from './price.ts';

/** Bonds are sold for USDC as if it were USD: while its price lies in these bounds. In 10⁻¹² USD. */
const PEG = { least: usdPrice(980_000000000n), most: usdPrice(1_020_000000000n) } as const;

/**
 * The price of USDC that pauses bonds in USDC; null where it holds its peg. Where no feed is asked
 * (`isStatic`), or none has answered yet, USDC is taken for USD.
 */
export function offPeg(usdc: MarketPrice | null, isStatic: boolean): UsdPrice | null {
  if (isStatic || usdc?.source !== 'feed') return null;
  return usdc.price < PEG.least || usdc.price > PEG.most ? usdc.price : null;
}

/** A price of USDC as people read it: in USD with 6 decimals. */
export const pegText = (price: UsdPrice): string =>
  formatDecimal(mulDivHalfUp(price, 1n, 1_000_000n), 6);
