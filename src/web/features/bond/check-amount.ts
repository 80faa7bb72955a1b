import { type Amount, type PayToken, formatAmount, parseRequestAmount } from '#domain/base/money';
import { MIN_BOND } from '#domain/terms/terms';

import { wholeAmount } from '../../ui/forms/amount-step.ts';
import { trimZeros } from '../../ui/format/format.ts';
import { bondTexts } from '../../texts/bond.ts';

/** Fraction digits that can be sent of each token. */
const SENT_DECIMALS: Readonly<Record<PayToken, number>> = { SOL: 8, USDC: 6 };

export type Checked =
  | { readonly kind: 'empty' }
  | { readonly kind: 'wrong'; readonly reason: string }
  | { readonly kind: 'right'; readonly amount: Amount<PayToken>; readonly text: string };

/**
 * What a typed amount means for a bond, or why it can't be one. Nothing is rounded.
 *
 * @param spendable what the wallet can pay, null while nobody knows
 */
export function checkAmount(
  typed: string,
  token: PayToken,
  spendable: Amount<PayToken> | null,
): Checked {
  const text = wholeAmount(typed);
  if (text === '') return { kind: 'empty' };
  const parsed = parseRequestAmount(token, text);
  if (!parsed.ok) {
    const isTooPrecise = parsed.refusal.code === 'AMOUNT_TOO_PRECISE';
    const { tooPrecise, tooLarge } = bondTexts;
    return wrong(isTooPrecise ? tooPrecise(SENT_DECIMALS[token], token) : tooLarge);
  }
  const amount: Amount<PayToken> = parsed.value;
  if (amount < MIN_BOND[token]) {
    return wrong(bondTexts.minimum(plain(token, MIN_BOND[token]), token));
  }
  if (spendable !== null && amount > spendable) {
    return wrong(bondTexts.tooMuch(plain(token, spendable), token));
  }
  return { kind: 'right', amount, text };
}

/** An amount as one would type it: '0.01'. */
export function plain(token: PayToken, amount: Amount<PayToken>): string {
  return trimZeros(formatAmount(token, amount as never));
}

function wrong(reason: string): Checked {
  return { kind: 'wrong', reason };
}
