import { type Amount, type Token, formatAmount } from '#domain/base/money';

import { trimZeros } from './format.ts';

/**
 * An amount as one would type it.
 *
 * @example plainAmount('LMT', lmt(50_000_000n)) // '0.5'
 */
export function plainAmount<T extends Token>(token: T, amount: Amount<T>): string {
  return trimZeros(formatAmount(token, amount));
}
