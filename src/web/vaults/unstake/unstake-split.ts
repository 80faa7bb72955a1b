import type { StakeJson } from '#contract/vaults/vaults';
import {
  type Lmt,
  RATE_DECIMALS,
  formatAmount,
  lmt,
  min,
  parseAmount,
  parseDecimal,
  rate,
  sub,
  takeFee,
} from '#domain/base/money';

import { vaultTotal } from '../instead-text.ts';

/** What an unstake takes from where, costs and leaves, in LMT. */
export interface UnstakeSplit {
  readonly amount: string;
  readonly fromRewards: string;
  readonly fromPrincipal: string;
  readonly fee: string;
  readonly net: string;
  readonly left: string;
}

/** An unstake before it is done: rewards go first, the fee comes off what is taken out. */
export function unstakeSplit(stake: StakeJson, amount: Lmt): UnstakeSplit {
  const feeRate = rate(parseDecimal(stake.window?.withdrawalFee ?? '0', RATE_DECIMALS) ?? 0n);
  const { fee, net } = takeFee(amount, feeRate);
  const fromRewards = min(amount, units(stake.rewardsAccrued));
  return {
    amount: text(amount),
    fromRewards: text(fromRewards),
    fromPrincipal: text(sub(amount, fromRewards)),
    fee: text(fee),
    net: text(net),
    left: text(sub(units(vaultTotal(stake)), amount)),
  };
}

const units = (amount: string): Lmt => parseAmount('LMT', amount) ?? lmt(0n);
const text = (amount: Lmt): string => formatAmount('LMT', amount);
