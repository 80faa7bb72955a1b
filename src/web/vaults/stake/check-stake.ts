import { type Lmt, MAX_AMOUNT, checkMinimum, lmt } from '#domain/base/money';
import { MIN_STAKE } from '#domain/terms/terms';

import { typedAmount } from '../../kernel/ui/forms/typed-amount.ts';
import { plainAmount } from '../../kernel/ui/format/plain-amount.ts';
import { stakeTexts } from '../stake-texts.ts';
import { amountTexts } from '../../kernel/ui/texts/amount-texts.ts';

const { wrong, toasts } = stakeTexts;

export type Checked =
  | { readonly kind: 'empty' }
  | { readonly kind: 'invalid'; readonly reason: string }
  | { readonly kind: 'over'; readonly reason: string }
  | { readonly kind: 'right'; readonly amount: Lmt };

/**
 * What a typed amount means for a stake, or why it can't be one.
 *
 * @param unstaked what there is to stake, null while it is unknown
 */
export function checkStake(typed: string, unstaked: Lmt | null): Checked {
  const entry = typedAmount('LMT', typed);
  if (entry.kind === 'empty') return { kind: 'empty' };
  if (entry.kind === 'malformed') return invalid(amountTexts.malformed);
  if (entry.kind === 'too-precise') return invalid(wrong.tooPrecise);
  // What is too large to be read is more than anybody has.
  const amount = entry.kind === 'amount' ? entry.amount : lmt(MAX_AMOUNT);
  if (amount === 0n) return invalid(toasts.invalidDetail);
  if (!checkMinimum('LMT', amount, MIN_STAKE).ok) {
    return invalid(wrong.minimum(plainAmount('LMT', MIN_STAKE)));
  }
  if (unstaked !== null && amount > unstaked) {
    return { kind: 'over', reason: wrong.over(plainAmount('LMT', unstaked)) };
  }
  return { kind: 'right', amount };
}

function invalid(reason: string): Checked {
  return { kind: 'invalid', reason };
}
