import { type Lmt, formatAmount, parseRequestAmount } from '#domain/base/money';

import { wholeAmount } from '../../ui/forms/amount-step.ts';
import { trimZeros } from '../../ui/format/format.ts';
import { sellTexts } from '../../texts/sell.ts';

export type Checked =
  | { readonly kind: 'empty' }
  | { readonly kind: 'wrong'; readonly reason: string }
  | { readonly kind: 'right'; readonly amount: Lmt; readonly text: string };

/** What a typed amount means for a sell, or why it can't be one. Nothing is rounded. */
export function checkAmount(typed: string, available: Lmt, limit: Lmt): Checked {
  const text = wholeAmount(typed);
  if (text === '') return { kind: 'empty' };
  const { wrong } = sellTexts;
  const parsed = parseRequestAmount('LMT', text);
  if (!parsed.ok) {
    const isTooPrecise = parsed.refusal.code === 'AMOUNT_TOO_PRECISE';
    return { kind: 'wrong', reason: isTooPrecise ? wrong.tooPrecise : wrong.tooLarge };
  }
  const amount = parsed.value;
  if (amount <= 0n) return { kind: 'wrong', reason: wrong.zero };
  if (amount > available) return { kind: 'wrong', reason: wrong.balance(plainLmt(available)) };
  if (amount > limit) return { kind: 'wrong', reason: wrong.limit(plainLmt(limit)) };
  return { kind: 'right', amount, text };
}

/** LMT as one would type it: '0.5'. */
export function plainLmt(amount: Lmt): string {
  return trimZeros(formatAmount('LMT', amount));
}
