import { formatDecimal, parseDecimal } from '#domain/base/money';

import { amountText } from '../../ui/format/digits.ts';
import { formatNumber, formatPercent, formatTrimmed, trimZeros } from '../../ui/format/format.ts';

/** How a value is entered, shown and sent. */
export type ValueKind = 'percent' | 'apy' | 'usd' | 'usdc' | 'sol' | 'lmt';

interface Kind {
  /** At most so many decimals are taken. */
  readonly decimals: number;
  readonly unit: string;
  readonly mayBeZero: boolean;
  readonly most: number | null;
  /** Sent as a number, as far as a number is exact; all else is sent as text. */
  readonly isNumber: boolean;
}

const KINDS: Readonly<Record<ValueKind, Kind>> = {
  percent: { decimals: 4, unit: '%', mayBeZero: true, most: 100, isNumber: false },
  apy: { decimals: 2, unit: '%', mayBeZero: true, most: null, isNumber: true },
  usd: { decimals: 6, unit: 'USD a day', mayBeZero: true, most: null, isNumber: true },
  usdc: { decimals: 6, unit: 'USDC', mayBeZero: false, most: null, isNumber: false },
  sol: { decimals: 9, unit: 'SOL', mayBeZero: false, most: null, isNumber: false },
  lmt: { decimals: 8, unit: 'LMT', mayBeZero: false, most: null, isNumber: true },
};

const EXACT_DIGITS = 15;

export const unitOf = (kind: ValueKind): string => KINDS[kind].unit;

/** What is wrong with an entry; null where nothing is. */
export type Problem = 'malformed' | 'decimals' | 'zero' | 'over' | 'same' | null;

export function problemOf(kind: ValueKind, text: string, current: string | null): Problem {
  const { decimals, mayBeZero, most } = KINDS[kind];
  if (!/^\d{1,30}(?:\.\d+)?$/.test(text)) return 'malformed';
  const units = parseDecimal(text, decimals);
  if (units === null) return 'decimals';
  if (units === 0n && !mayBeZero) return 'zero';
  if (most !== null && units > BigInt(most) * 10n ** BigInt(decimals)) return 'over';
  return current !== null && trimZeros(entryOf(kind, current)) === trimZeros(padded(text))
    ? 'same'
    : null;
}

const padded = (text: string): string => (text.includes('.') ? text : `${text}.0`);

/**
 * The server's value as the owner would type it.
 *
 * @example entryOf('percent', '0.015000') // '1.5'
 */
export function entryOf(kind: ValueKind, value: string): string {
  if (kind !== 'percent') return trimZeros(value);
  const units = parseDecimal(value, 6);
  return units === null ? value : trimZeros(formatDecimal(units, 4));
}

/**
 * What is sent for an entry that has no problem.
 *
 * @example wireOf('percent', '1.5')  // '0.015000'
 * @example wireOf('apy', '1000')     // 1000
 */
export function wireOf(kind: ValueKind, text: string): string | number {
  const { isNumber, decimals } = KINDS[kind];
  if (kind === 'percent') return formatDecimal(parseDecimal(text, decimals) ?? 0n, 6);
  const digits = text.replaceAll(/[^\d]/g, '').length;
  return isNumber && digits <= EXACT_DIGITS ? Number(text) : text;
}

/** A value in words, as it stands in a list. */
export function shownOf(kind: ValueKind, value: string): string {
  switch (kind) {
    case 'percent':
      return formatPercent(value);
    case 'apy':
      return `${formatNumber(value, 2)}%`;
    case 'usd':
      return `$${formatNumber(value, 2)}`;
    case 'usdc':
      return `${amountText('USDC', value, 'exact')} USDC`;
    case 'sol':
      return `${amountText('SOL', value, 'exact')} SOL`;
    case 'lmt':
      return `${formatTrimmed(value)} LMT`;
  }
}
