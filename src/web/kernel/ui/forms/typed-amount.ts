import { type Amount, type Token, parseRequestAmount } from '#domain/base/money';

import { isAmountText, wholeAmount } from './amount-text.ts';

/** Fraction digits that can be sent of each token. */
export const SENT_DECIMALS: Readonly<Record<Token, number>> = { LMT: 8, SOL: 8, USDC: 6 };

/** What the text of an amount field means so far; `text` is the amount with the zeros that were left out. */
export type TypedAmount<T extends Token> =
  | { readonly kind: 'empty' }
  | { readonly kind: 'malformed' }
  | { readonly kind: 'too-precise' }
  | { readonly kind: 'too-large' }
  | { readonly kind: 'amount'; readonly amount: Amount<T>; readonly text: string };

/** Reads an amount field. Nothing is rounded. */
export function typedAmount<T extends Token>(token: T, typed: string): TypedAmount<T> {
  const text = wholeAmount(typed);
  if (text === '') return { kind: 'empty' };
  if (!isAmountText(text)) return { kind: 'malformed' };
  const parsed = parseRequestAmount(token, text);
  if (parsed.ok) return { kind: 'amount', amount: parsed.value, text };
  const isTooPrecise = parsed.refusal.code === 'AMOUNT_TOO_PRECISE';
  return { kind: isTooPrecise ? 'too-precise' : 'too-large' };
}
