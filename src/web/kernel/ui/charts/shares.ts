import { parseDecimal } from '#domain/base/money';

const DECIMALS = 18;
const WHOLE = 10_000n;

/**
 * What part of their sum each value is, in hundredths of a percent, rounded down. Zeros where
 * the sum is 0; a value that is no decimal counts as 0.
 *
 * @example sharesOf(['1', '3']) // [2500, 7500]
 */
export function sharesOf(values: readonly string[]): number[] {
  const units = values.map((value) => parseDecimal(value, DECIMALS) ?? 0n);
  const total = units.reduce((sum, unit) => sum + unit, 0n);
  return units.map((unit) => (total === 0n ? 0 : Number((unit * WHOLE) / total)));
}
