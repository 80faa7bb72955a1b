import { DECIMALS } from '#domain/base/money';

/** Of the two assets that the treasury holds on the chain. */
export const decimalsOf = (asset: string): number =>
  asset === 'USDC' ? DECIMALS.USDC : DECIMALS.SOL;
