import { parseDecimal } from './money.ts';

/** Significant digits that a double represents exactly. */
const NUMBER_DIGITS_MAX = 15;
const PLAIN = /^-?\d{1,40}(?:\.\d{1,40})?$/;

/**
 * Parses a decimal of the owner, sent as text or number, into units. Returns a text with the issue if it is
 * malformed. Negative values are accepted, because range checks refuse them later. Never rounds.
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

/** Formats a number; an integer without an exponent. */
function plain(value: number): string {
  return Number.isInteger(value) ? BigInt(value).toString() : String(value);
}

/** Counts significant digits, without leading and trailing zeros. */
function digitsOf(text: string): number {
  return text.replaceAll(/[-.]/g, '').replaceAll(/^0+|0+$/g, '').length;
}
