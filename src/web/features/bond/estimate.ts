import type { ProtocolSettings } from '#contract/protocol';
import {
  DECIMALS,
  type PayToken,
  formatDecimal,
  mulDivDown,
  parseDecimal,
} from '#domain/base/money';

const ONE_LMT = 10n ** BigInt(DECIMALS.LMT);

/** About how much LMT an amount buys at the displayed price; a quote says it exactly. */
export function estimateLmt(
  token: PayToken,
  amount: bigint,
  { lmtPriceSOL, lmtPriceUSDC }: ProtocolSettings,
): string | null {
  const price = parseDecimal(token === 'SOL' ? lmtPriceSOL : lmtPriceUSDC, DECIMALS[token]);
  if (price === null || price === 0n) return null;
  return formatDecimal(mulDivDown(amount, ONE_LMT, price), DECIMALS.LMT);
}
