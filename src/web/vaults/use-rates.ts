import type { StakeJson } from '#contract/vaults/vaults';
import { settingText } from '#domain/terms/setting-texts';
import { DEFAULT_SETTINGS, type Settings } from '#domain/terms/settings';
import { type Instant, instant } from '#domain/base/time';
import { settingsAt } from '#domain/terms/terms';

import { useSettings, useTerms } from '../kernel/api/use-settings.ts';
import { formatPercent } from '../kernel/ui/format/format.ts';

export const DEFAULT_RESTAKE_FEE = settingText(DEFAULT_SETTINGS, 'restakeFee') ?? '0';

/** Fees in percent, as they are said in a sentence. */
export interface Rates {
  readonly staking: string;
  readonly restake: string;
}

/** The fees in force; those that the product starts with while they are not known. */
export function useRates(): Rates {
  return ratesOf(useSettings());
}

/** The fees that are in force at an instant ahead, planned changes included. */
export function useRatesAt(at: Instant): Rates {
  const terms = useTerms();
  return ratesOf(terms && settingsAt(terms, at));
}

/** End of a vault's window, where what it was used for is decided; 0 while there is none. */
export const windowEndOf = ({ restakeWindowEndTime }: StakeJson): Instant =>
  instant(restakeWindowEndTime === null ? 0 : Date.parse(restakeWindowEndTime));

function ratesOf(settings: Settings | null): Rates {
  const text = (name: 'stakingFee' | 'restakeFee') =>
    percentText(settingText(settings ?? DEFAULT_SETTINGS, name) ?? '0');
  return { staking: text('stakingFee'), restake: text('restakeFee') };
}

/** @example percentText('0.020000') // '2%' */
export function percentText(rate: string): string {
  return formatPercent(rate).replace(/\.0%$/, '%');
}
