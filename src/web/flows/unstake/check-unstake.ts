import { type Lmt, formatAmount, parseRequestAmount } from '#domain/base/money';

import { wholeAmount } from '../../ui/forms/amount-step.ts';
import { vaultTexts } from '../../texts/vault.ts';

const says = vaultTexts.unstake;

export type CheckedUnstake =
  | { readonly kind: 'empty' }
  | { readonly kind: 'wrong'; readonly title: string; readonly detail: string }
  | { readonly kind: 'right'; readonly amount: Lmt };

/** What a typed amount means for an unstake of at most `cap`, or why it can't be one. */
export function checkUnstake(typed: string, cap: Lmt): CheckedUnstake {
  const text = wholeAmount(typed);
  if (text === '') return { kind: 'empty' };
  const parsed = parseRequestAmount('LMT', text);
  if (!parsed.ok && parsed.refusal.code === 'AMOUNT_TOO_PRECISE') {
    return { kind: 'wrong', title: says.invalid.title, detail: says.tooPrecise };
  }
  if (parsed.ok && parsed.value === 0n) return { kind: 'wrong', ...says.invalid };
  if (!parsed.ok || parsed.value > cap) {
    const { title, detail } = says.limit;
    return { kind: 'wrong', title, detail: detail(formatAmount('LMT', cap)) };
  }
  return { kind: 'right', amount: parsed.value };
}
