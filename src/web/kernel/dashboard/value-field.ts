import { messageOf } from '#domain/base/errors';
import { formatDecimal, parseDecimal } from '#domain/base/money';
import type { Result } from '#domain/base/result';

import { adminTexts } from './dashboard-texts.ts';
import { amountText } from '../ui/format/digits.ts';
import { formatNumber, formatPercent, formatTrimmed, trimZeros } from '../ui/format/format.ts';

/** How a value is entered, shown and sent. */
export type ValueKind = 'percent' | 'apy' | 'usd' | 'usdc' | 'sol' | 'lmt';

interface Kind {
  /** Decimals of an entry: without its point, it counts the domain's units. */
  readonly decimals: number;
  readonly unit: string;
  /** True if it is sent as a number, as far as a number is exact; everything else is sent as text. */
  readonly isNumber: boolean;
}

const KINDS: Readonly<Record<ValueKind, Kind>> = {
  // A percentage with 4 decimals counts the millionths that a rate is kept in.
  percent: { decimals: 4, unit: '%', isNumber: false },
  apy: { decimals: 2, unit: '%', isNumber: true },
  usd: { decimals: 6, unit: 'USD a day', isNumber: true },
  usdc: { decimals: 6, unit: 'USDC', isNumber: false },
  sol: { decimals: 9, unit: 'SOL', isNumber: false },
  lmt: { decimals: 8, unit: 'LMT', isNumber: true },
};

const EXACT_DIGITS = 15;

export const unitOf = (kind: ValueKind): string => KINDS[kind].unit;

/** Inputs of an entry's check: the value in force, and the domain's rules in units. */
export interface ValueRules {
  /** The server's value; null where nothing is set. */
  readonly value: string | null;
  readonly check: (units: bigint) => Result<unknown>;
  /** The greatest value of its range, where it has one. */
  readonly most?: bigint;
}

/** Error text of an entry; 'same' if it changes nothing, null if it is valid. */
export function problemOf(kind: ValueKind, text: string, rules: ValueRules): string | null {
  const { problems } = adminTexts.edit;
  const { value, check, most } = rules;
  if (!/^\d{1,30}(?:\.\d+)?$/.test(text)) return problems.malformed;
  const { decimals } = KINDS[kind];
  const units = parseDecimal(text, decimals);
  if (units === null) return problems.decimals;
  if (value !== null && trimZeros(entryOf(kind, value)) === trimZeros(padded(text))) return 'same';
  const checked = check(units);
  if (checked.ok) return null;
  if (units === 0n) return problems.zero;
  if (most !== undefined && units > most) return problems.over(limitText(kind, most));
  return messageOf(checked.refusal);
}

/** The end of a range, as an entry with its unit. */
function limitText(kind: ValueKind, units: bigint): string {
  const { decimals, unit } = KINDS[kind];
  return `${trimZeros(formatDecimal(units, decimals))}${unit === '%' ? unit : ` ${unit}`}`;
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
