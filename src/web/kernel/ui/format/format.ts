const DECIMAL = /^(-?)(\d+)(?:\.(\d+))?$/;

/** Which way digits are left out. */
export type Rounding = 'down' | 'nearest';

/** A number ready for the screen, in the parts that the screen sets apart. */
export interface NumberParts {
  readonly sign: '' | '-' | '+';
  /** Digits before the point, grouped in thousands. */
  readonly whole: string;
  /** The point and the digits after it, or nothing. */
  readonly fraction: string;
  /** True where digits other than 0 were cut off. */
  readonly cut: boolean;
}

/**
 * Parts a decimal string for display with exactly `decimals` fraction digits. Digits beyond are
 * cut, never rounded up: the screen does not show more to spend than there is. A worth, which nobody
 * spends, is shown to the nearest instead. Null where it is no number.
 *
 * @example numberParts('1234.56789', 4) // { sign: '', whole: '1,234', fraction: '.5678', cut: true }
 */
export function numberParts(
  value: string,
  decimals: number,
  rounding: Rounding = 'down',
): NumberParts | null {
  const match = DECIMAL.exec(rounding === 'nearest' ? nearest(value, decimals) : value);
  if (!match) return null;
  const [, minus = '', whole = '', shownFraction = ''] = match;
  const fraction = DECIMAL.exec(value)?.[3] ?? '';
  const shown = shownFraction.slice(0, decimals).padEnd(decimals, '0');
  return {
    sign: minus === '' ? '' : '-',
    whole: grouped(whole),
    fraction: decimals === 0 ? '' : `.${shown}`,
    cut: /[1-9]/.test(fraction.slice(decimals)),
  };
}

/** Half up, away from zero; what is no number stays as it is. */
function nearest(value: string, decimals: number): string {
  const match = DECIMAL.exec(value);
  if (!match) return value;
  const [, minus = '', whole = '', fraction = ''] = match;
  const isUp = (fraction[decimals] ?? '0') >= '5';
  const units =
    BigInt(whole + fraction.slice(0, decimals).padEnd(decimals, '0')) + (isUp ? 1n : 0n);
  const digits = String(units).padStart(decimals + 1, '0');
  const at = digits.length - decimals;
  return `${minus}${digits.slice(0, at)}${decimals === 0 ? '' : `.${digits.slice(at)}`}`;
}

/** A worth in USD, to the nearest cent. */
export function formatUsd(value: string): string {
  return formatNumber(nearest(value, 2), 2);
}

/** Every digit there is, grouped in thousands; what is no number stays as it is. */
export function formatExact(value: string): string {
  return formatNumber(value, DECIMAL.exec(value)?.[3]?.length ?? 0);
}

/** `numberParts` as one text; what is no number stays as it is. */
export function formatNumber(value: string, decimals: number): string {
  const parts = numberParts(value, decimals);
  return parts ? `${parts.sign}${parts.whole}${parts.fraction}` : value;
}

/**
 * A fraction as a percentage: all its digits, at least one after the point.
 *
 * @example formatPercent('0.015000') // '1.5%'
 */
export function formatPercent(fraction: string): string {
  const match = DECIMAL.exec(fraction);
  if (!match) return fraction;
  const [, minus = '', whole = '', rest = ''] = match;
  const digits = rest.padEnd(3, '0');
  const percent = (whole + digits.slice(0, 2)).replace(/^0+(?=\d)/, '');
  const tail = digits.slice(2).replace(/0+$/, '');
  return `${minus}${grouped(percent)}.${tail === '' ? '0' : tail}%`;
}

/**
 * Without the zeros that end a fraction.
 *
 * @example trimZeros('1000.00') // '1000'
 */
export function trimZeros(value: string): string {
  return value.includes('.') ? value.replace(/\.?0+$/, '') : value;
}

/** Whether a decimal string is 0. */
export function isZero(value: string): boolean {
  return !/[1-9]/.test(value);
}

/**
 * A number with as many decimals as it has, at most `decimals` where those are given.
 *
 * @example formatTrimmed('1000.50', 2) // '1,000.5'
 */
export function formatTrimmed(value: string, decimals?: number): string {
  return trimZeros(decimals === undefined ? formatExact(value) : formatNumber(value, decimals));
}

function grouped(digits: string): string {
  return digits.replace(/^0+(?=\d)/, '').replace(/\B(?=(\d{3})+$)/g, ',');
}
