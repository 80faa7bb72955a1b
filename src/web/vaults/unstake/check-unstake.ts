import { type Lmt, formatAmount } from '#domain/base/money';

import { typedAmount } from '../../kernel/ui/forms/typed-amount.ts';
import { amountTexts } from '../../kernel/ui/texts/amount-texts.ts';
import { vaultTexts } from '../../kernel/ui/texts/vault-texts.ts';

const says = vaultTexts.unstake;

export type CheckedUnstake =
  | { readonly kind: 'empty' }
  | { readonly kind: 'wrong'; readonly title: string; readonly detail: string }
  | { readonly kind: 'right'; readonly amount: Lmt };

/** What a typed amount means for an unstake of at most `cap`, or why it can't be one. */
export function checkUnstake(typed: string, cap: Lmt): CheckedUnstake {
  const entry = typedAmount('LMT', typed);
  if (entry.kind === 'empty') return { kind: 'empty' };
  if (entry.kind === 'malformed') {
    return { kind: 'wrong', title: says.invalid.title, detail: amountTexts.malformed };
  }
  if (entry.kind === 'too-precise') {
    return { kind: 'wrong', title: says.invalid.title, detail: says.tooPrecise };
  }
  if (entry.kind === 'amount' && entry.amount === 0n) return { kind: 'wrong', ...says.invalid };
  if (entry.kind === 'too-large' || entry.amount > cap) {
    const { title, detail } = says.limit;
    return { kind: 'wrong', title, detail: detail(formatAmount('LMT', cap)) };
  }
  return { kind: 'right', amount: entry.amount };
}
