import { type Lmt, MAX_AMOUNT, formatAmount, lmt, parseRequestAmount } from '#domain/base/money';
import { MIN_STAKE } from '#domain/terms/terms';

import { wholeAmount } from '../../ui/forms/amount-step.ts';
import { trimZeros } from '../../ui/format/format.ts';
import { stakeTexts } from '../../texts/stake.ts';

const { wrong, toasts } = stakeTexts;

export type Checked =
  | { readonly kind: 'empty' }
  | { readonly kind: 'invalid'; readonly reason: string }
  | { readonly kind: 'over'; readonly reason: string }
  | { readonly kind: 'right'; readonly amount: Lmt };

/**
 * What a typed amount means for a stake, or why it can't be one. Nothing is rounded.
 *
 * @param unstaked what there is to stake, null while nobody knows
 */
export function checkAmount(typed: string, unstaked: Lmt | null): Checked {
  const text = wholeAmount(typed);
  if (text === '') return { kind: 'empty' };
  const parsed = parseRequestAmount('LMT', text);
  if (!parsed.ok && parsed.refusal.code === 'AMOUNT_TOO_PRECISE') return invalid(wrong.tooPrecise);
  // What is too large to be read is more than anybody has.
  const amount = parsed.ok ? parsed.value : MAX_AMOUNT;
  if (amount === 0n) return invalid(toasts.invalidDetail);
  if (amount < MIN_STAKE) return invalid(wrong.minimum(plain(MIN_STAKE)));
  if (unstaked !== null && amount > unstaked) {
    return { kind: 'over', reason: wrong.over(plain(unstaked)) };
  }
  return { kind: 'right', amount: lmt(amount) };
}

function invalid(reason: string): Checked {
  return { kind: 'invalid', reason };
}

/** LMT as one would type it: '0.5'. */
export function plain(amount: Lmt): string {
  return trimZeros(formatAmount('LMT', amount));
}
