import type { TreasuryStats } from '#contract/treasury/treasury';
import { APY_DECIMALS, DECIMALS, apy, formatDecimal, parseDecimal, usdc } from '#domain/base/money';
import { dynamicApy } from '#domain/terms/apy';

/** What the APY would be if it followed revenue. */
export function apyByRevenue(
  given: Pick<TreasuryStats, 'baseAPY' | 'maxDynamicAPY' | 'totalRevenue'>,
): string {
  const { baseAPY, maxDynamicAPY, totalRevenue } = given;
  const read = (text: string, decimals: number) => parseDecimal(text, decimals) ?? 0n;
  const found = dynamicApy(
    apy(read(baseAPY, APY_DECIMALS)),
    usdc(read(totalRevenue, DECIMALS.USDC)),
    apy(read(maxDynamicAPY, APY_DECIMALS)),
  );
  return formatDecimal(found, APY_DECIMALS);
}
