import { useQuery } from '@tanstack/react-query';

import { RATE_DECIMALS, type Rate, formatDecimal } from '#domain/base/money';
import { DEFAULT_SETTINGS } from '#domain/terms/settings';

import { protocolSettingsQuery } from '../../api/queries.ts';
import { formatPercent } from '../../ui/format/format.ts';

/** Fees in percent, as they are said in a sentence. */
export interface Rates {
  readonly staking: string;
  readonly restake: string;
}

const rateText = (rate: Rate): string => formatDecimal(rate, RATE_DECIMALS);
export const DEFAULT_RESTAKE_FEE = rateText(DEFAULT_SETTINGS.restakeFee);

/** The fees in force; those that the product starts with while they are not known. */
export function useRates(): Rates {
  const { data } = useQuery(protocolSettingsQuery());
  return {
    staking: percentText(data?.stakingFee ?? rateText(DEFAULT_SETTINGS.stakingFee)),
    restake: percentText(data?.restakeFee ?? DEFAULT_RESTAKE_FEE),
  };
}

/** @example percentText('0.020000') // '2%' */
export function percentText(rate: string): string {
  return formatPercent(rate).replace(/\.0%$/, '%');
}
