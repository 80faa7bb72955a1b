import { type Instant, iso } from './time.ts';

export type ItemType = 'bond' | 'stake' | 'restake' | 'withdraw' | 'sell';

/**
 * Formats the reference of a history line: type, UTC date, a rising number of at least six digits.
 *
 * @example reference('bond', instant(Date.UTC(2026, 0, 31)), 42n) // 'BOND-20260131-000042'
 */
export function reference(type: ItemType, at: Instant, number: bigint): string {
  const date = iso(at).slice(0, 10).replaceAll('-', '');
  return `${type.toUpperCase()}-${date}-${number.toString().padStart(6, '0')}`;
}
