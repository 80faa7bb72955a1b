import { DECIMALS, formatDecimal } from '#domain/base/money';

/** Up to 0.01 LMT is not worth a line. */
const TOLERANCE = 1_000_000n;

/**
 * By how much two LMT figures differ, where that is more than 0.01; null otherwise.
 *
 * @example difference('10.00000000', '9.50000000')  // '0.50000000'
 * @example difference('10.00000000', '10.01000000') // null
 */
export function difference(stored: string, made: string): string | null {
  const by = units(stored) - units(made);
  const far = by < 0n ? -by : by;
  return far > TOLERANCE ? formatDecimal(far, DECIMALS.LMT) : null;
}

/** The journals may make less than nothing of a balance; amounts elsewhere are never negative. */
function units(text: string): bigint {
  return BigInt(text.replace('.', ''));
}
