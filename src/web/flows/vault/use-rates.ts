import { useQuery } from '@tanstack/react-query';

import { protocolSettingsQuery } from '../../api/queries.ts';
import { formatPercent } from '../../ui/format/format.ts';

/** Fees in percent, as they are said in a sentence. */
export interface Rates {
  readonly staking: string;
  readonly restake: string;
}

/** The fees in force; those that the product starts with while they are not known. */
export function useRates(): Rates {
  const { data } = useQuery(protocolSettingsQuery());
  return {
    staking: percentText(data?.stakingFee ?? '0.02'),
    restake: percentText(data?.restakeFee ?? '0.015'),
  };
}

/** @example percentText('0.020000') // '2%' */
export function percentText(rate: string): string {
  return formatPercent(rate).replace(/\.0%$/, '%');
}
