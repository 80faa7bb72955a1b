/** Decimals of LMT, in whose base units the tree counts. */
export const LMT_DECIMALS = 8;

/** Decimals of SOL and USDC, the assets that the treasury holds on the chain. */
export const decimalsOf = (asset: string): number => (asset === 'USDC' ? 6 : 9);

/**
 * Base units as a decimal number with thousands grouped.
 *
 * @example amountText(123_450_000_000n, 8) // '1,234.50000000'
 */
export function amountText(units: bigint, decimals: number): string {
  const digits = units.toString().padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals).replaceAll(/\B(?=(\d{3})+$)/g, ',');
  return `${whole}.${digits.slice(digits.length - decimals)}`;
}
