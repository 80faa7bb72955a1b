import type { StakeJson } from '#contract/stakes';
import { add, formatAmount, lmt, parseAmount } from '#domain/base/money';

import { formatNumber } from '../../ui/format/format.ts';
import { vaultTexts } from '../../texts/vault.ts';
import { dateTimeText } from '../../ui/format/times.ts';
import type { Rates } from './use-rates.ts';

/** What becomes of a vault in its window if its user does nothing; '' outside of one. */
export function insteadText(stake: StakeJson, { staking }: Rates): string {
  const { window, autoRestakeEnabled, restakeWindowEndTime } = stake;
  if (!window) return '';
  const { auto, release } = vaultTexts.instead;
  const when = dateTimeText(restakeWindowEndTime ?? '');
  if (!autoRestakeEnabled) return release(when, formatNumber(vaultTotal(stake), 4), staking);
  const { fee, netAmount } = window.autoRestake;
  return auto(when, formatNumber(fee, 4), formatNumber(netAmount, 4));
}

/** Principal and rewards of a vault in LMT. */
export function vaultTotal({ amount, rewardsAccrued }: StakeJson): string {
  const [staked, rewards] = [parseAmount('LMT', amount), parseAmount('LMT', rewardsAccrued)];
  return formatAmount('LMT', add(staked ?? lmt(0n), rewards ?? lmt(0n)));
}
