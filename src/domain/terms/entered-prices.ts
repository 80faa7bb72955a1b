import {
  type Lamports,
  LMT_PRICE_DECIMALS,
  type LmtPrice,
  type UsdPrice,
  usdPrice,
} from '../base/money.ts';
import { solPriceFromLmt } from './price.ts';
import { type Result, ok, refuse } from '../base/result.ts';
import { type Range, checkRange } from './setting-checks.ts';
import { LMT_PRICE_MAX } from './terms.ts';

const LMT_PRICE: Range = {
  least: 1n,
  most: LMT_PRICE_MAX,
  decimals: LMT_PRICE_DECIMALS,
};
const SOL_PRICE = { least: usdPrice(10_000n), most: usdPrice(1_000_000_000000000000n) } as const;

/** Prices that the owner enters: LMT in USDC, and LMT in SOL. Null if unchanged. */
export interface EnteredPrices {
  readonly lmt: LmtPrice | null;
  readonly lmtInSol: Lamports | null;
}

/**
 * Returns the new LMT price, and the SOL price at which one LMT costs the entered SOL. Null if unchanged. If
 * both prices are entered, the SOL price is derived from the new LMT price.
 * @example enterPrices(987 USDC, { lmt: null, lmtInSol: 4.935 SOL }) // { lmt: null, sol: 200 USD }
 */
export function enterPrices(
  before: LmtPrice,
  { lmt, lmtInSol }: EnteredPrices,
): Result<{ readonly lmt: LmtPrice | null; readonly sol: UsdPrice | null }> {
  const inRange = lmt === null ? ok(null) : checkRange('lmtPriceUSDC', lmt, LMT_PRICE);
  if (!inRange.ok) return inRange;
  if (lmtInSol === null) return ok({ lmt, sol: null });
  const allowed = 'so that SOL is worth between 0.00000001 and 1000000 USD';
  if (lmtInSol <= 0n) return refuse('SETTING_OUT_OF_RANGE', { name: 'lmtPriceSOL', allowed });
  const sol = solPriceFromLmt(lmt ?? before, lmtInSol);
  if (sol < SOL_PRICE.least || sol > SOL_PRICE.most) {
    return refuse('SETTING_OUT_OF_RANGE', { name: 'lmtPriceSOL', allowed });
  }
  return ok({ lmt, sol });
}
