import { formatDecimal, parseDecimal } from '#domain/base/money';

import { trimZeros } from '../format/format.ts';

const DECIMALS = 9;

/**
 * The next amount up or down by `step`, never below 0 nor above `max`; the amount itself where
 * it can't be read.
 *
 * @example steppedAmount('1.25', '0.01', 1) // '1.26'
 */
export function steppedAmount(
  amount: string,
  {
    step,
    direction,
    max = null,
  }: {
    readonly step: string;
    readonly direction: 1 | -1;
    readonly max?: string | null | undefined;
  },
): string {
  const units = parseDecimal(amount === '' ? '0' : amount, DECIMALS);
  const size = parseDecimal(step, DECIMALS);
  if (units === null || size === null) return amount;
  const cap = max === null ? null : parseDecimal(max, DECIMALS);
  let next = units + size * BigInt(direction);
  if (next < 0n) next = 0n;
  if (cap !== null && next > cap) next = cap;
  return trimZeros(formatDecimal(next, DECIMALS));
}

/**
 * A part of an amount, rounded down to `decimals` digits; the amount itself where it can't be read.
 *
 * @example partOfAmount('0.00000003', 50, 8) // '0.00000001'
 */
export function partOfAmount(amount: string, percent: number, decimals: number): string {
  const units = parseDecimal(amount, DECIMALS);
  if (units === null) return amount;
  const step = 10n ** BigInt(DECIMALS - decimals);
  const part = (units * BigInt(percent)) / 100n;
  return trimZeros(formatDecimal(part - (part % step), DECIMALS));
}
