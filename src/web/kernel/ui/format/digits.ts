import { formatNumber } from './format.ts';

/**
 * How closely an amount is told: at a glance; finer where small fractions count (fees, prices and payouts
 * in SOL, what a vault grows by, a rate per day); exact where it is about to move.
 */
export type Digits = 'glance' | 'fine' | 'exact';

/** Digits after the point on every screen. */
const DIGITS: Readonly<Record<string, Readonly<Record<Digits, number>>>> = {
  LMT: { glance: 4, fine: 6, exact: 8 },
  SOL: { glance: 4, fine: 6, exact: 9 },
  USDC: { glance: 2, fine: 2, exact: 6 },
  '%': { glance: 2, fine: 4, exact: 8 },
};

/** A worth in USD, an APY and a ratio. */
const PLAIN = /^[$%×]/;

/** How many digits after the point a unit has; what names none is LMT. */
export function digitsOf(unit = 'LMT', digits: Digits = 'glance'): number {
  return DIGITS[unit]?.[digits] ?? (PLAIN.test(unit) ? 2 : 4);
}

/**
 * An amount as one text, without its unit.
 *
 * @example amountText('USDC', '1250.000000') // '1,250.00'
 */
export function amountText(unit: string, value: string, digits: Digits = 'glance'): string {
  return formatNumber(value, digitsOf(unit, digits));
}
