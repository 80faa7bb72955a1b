import { type Lmt, formatAmount } from '#domain/base/money';

import { typedAmount } from '../kernel/ui/forms/typed-amount.ts';
import { plainAmount } from '../kernel/ui/format/plain-amount.ts';
import { sellTexts } from './sell-texts.ts';
import { amountTexts } from '../kernel/ui/texts/amount-texts.ts';

export type Checked =
  | { readonly kind: 'empty' }
  | { readonly kind: 'wrong'; readonly reason: string }
  /** The text is what is sent: all eight decimals. */
  | { readonly kind: 'right'; readonly amount: Lmt; readonly text: string };

/** What a typed amount means for a sell, or why it can't be one. */
export function checkSell(typed: string, available: Lmt, limit: Lmt): Checked {
  const entry = typedAmount('LMT', typed);
  const { wrong: reasons } = sellTexts;
  if (entry.kind === 'empty') return { kind: 'empty' };
  if (entry.kind === 'malformed') return wrong(amountTexts.malformed);
  if (entry.kind === 'too-precise') return wrong(reasons.tooPrecise);
  if (entry.kind === 'too-large') return wrong(reasons.tooLarge);
  const { amount } = entry;
  if (amount <= 0n) return wrong(reasons.zero);
  if (amount > available) return wrong(reasons.balance(plainAmount('LMT', available)));
  if (amount > limit) return wrong(reasons.limit(plainAmount('LMT', limit)));
  return { kind: 'right', amount, text: formatAmount('LMT', amount) };
}

function wrong(reason: string): Checked {
  return { kind: 'wrong', reason };
}
