import type { StakeJson } from '#contract/vaults/vaults';
import { add, formatAmount, lmt, parseAmount } from '#domain/base/money';

import { type Digits, amountText } from '../kernel/ui/format/digits.ts';
import { vaultTexts } from '../kernel/ui/texts/vault-texts.ts';
import { dateTimeText } from '../kernel/ui/format/times.ts';
import { type Rates, percentText } from './use-rates.ts';

/** What becomes of a vault in its window if its user does nothing; '' outside of one. In a dialog as close as its figures. */
export function insteadText(
  stake: StakeJson,
  { staking }: Rates,
  digits: Digits = 'glance',
): string {
  const { window, autoRestakeEnabled, restakeWindowEndTime } = stake;
  if (!window) return '';
  const { auto, release } = vaultTexts.instead;
  const when = dateTimeText(restakeWindowEndTime ?? '');
  const shown = (amount: string) => amountText('LMT', amount, digits);
  if (!autoRestakeEnabled) return release(when, shown(vaultTotal(stake)), staking);
  const { fee, netAmount } = window.autoRestake;
  const percent = percentText(window.restakeFee);
  return auto({ when, percent, fee: shown(fee), left: shown(netAmount) });
}

/** Principal and rewards of a vault in LMT. */
export function vaultTotal({ amount, rewardsAccrued }: StakeJson): string {
  const [staked, rewards] = [parseAmount('LMT', amount), parseAmount('LMT', rewardsAccrued)];
  return formatAmount('LMT', add(staked ?? lmt(0n), rewards ?? lmt(0n)));
}
