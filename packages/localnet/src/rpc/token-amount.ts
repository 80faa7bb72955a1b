import type { Json } from '../bytes/json.ts';

/**
 * Formats units in the four fields of a cluster.
 * @example tokenAmount(1_500_000n, 6) // { amount: '1500000', decimals: 6, uiAmount: 1.5, uiAmountString:
 * '1.5' }
 */
export function tokenAmount(units: bigint, decimals: number): { readonly [name: string]: Json } {
  const digits = units.toString().padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals);
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, '');
  const uiAmountString = fraction === '' ? whole : `${whole}.${fraction}`;
  return { amount: units.toString(), decimals, uiAmount: Number(uiAmountString), uiAmountString };
}
