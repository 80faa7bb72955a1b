import { parseDecimal } from './money.ts';

/** A double carries this many digits as they were written. */
const NUMBER_DIGITS_MAX = 15;
const PLAIN = /^-?\d{1,40}(?:\.\d{1,40})?$/;

/**
 * Units of a decimal that the owner sends, as text or as a number; below 0 too: that is out of range,
 * not malformed. A text says what is wrong with its form. Nothing is ever rounded.
 *
 * @example ownerUnits(0.02, 6)     // 20000n
 * @example ownerUnits('1e3', 2)    // 'must be a plain decimal'
 */
export function ownerUnits(value: unknown, decimals: number): bigint | string {
  const text = typeof value === 'number' ? plain(value) : value;
  if (typeof text !== 'string' || !PLAIN.test(text)) return 'must be a plain decimal';
  if (typeof value === 'number' && digitsOf(text) > NUMBER_DIGITS_MAX) {
    return `a number of more than ${NUMBER_DIGITS_MAX} digits is not exact: send it as text`;
  }
  const isNegative = text.startsWith('-');
  const units = parseDecimal(isNegative ? text.slice(1) : text, decimals);
  if (units === null) return `must have at most ${decimals} decimals`;
  return isNegative ? -units : units;
}

/** A number without an exponent, where it has none behind the point. */
function plain(value: number): string {
  return Number.isInteger(value) ? BigInt(value).toString() : String(value);
}

/** Digits between the first and the last that is not 0. */
function digitsOf(text: string): number {
  return text.replaceAll(/[-.]/g, '').replaceAll(/^0+|0+$/g, '').length;
}
