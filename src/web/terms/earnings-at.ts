import {
  APY_DECIMALS,
  apy,
  formatAmount,
  formatDecimal,
  lmt,
  parseDecimal,
} from '#domain/base/money';
import { dailyRate } from '#domain/terms/apy';
import { cycleRewards } from '#domain/vaults/vault';

const HUNDRED_LMT = lmt(100_00000000n);
const DAILY_RATE_DECIMALS = 8;

/** What an APY gives: percent a day, and LMT that 100 LMT earn in a cycle. */
export function earningsAt(currentAPY: string): {
  readonly daily: string;
  readonly hundred: string;
} {
  const yearly = apy(parseDecimal(currentAPY, APY_DECIMALS) ?? 0n);
  return {
    daily: formatDecimal(dailyRate(yearly), DAILY_RATE_DECIMALS),
    hundred: formatAmount('LMT', cycleRewards(HUNDRED_LMT, yearly)),
  };
}
