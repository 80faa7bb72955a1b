import { type Amount, type PayToken, checkMinimum } from '#domain/base/money';
import { MIN_BOND } from '#domain/terms/terms';

import { SENT_DECIMALS, typedAmount } from '../kernel/ui/forms/typed-amount.ts';
import { plainAmount } from '../kernel/ui/format/plain-amount.ts';
import { bondTexts } from './bond-texts.ts';
import { amountTexts } from '../kernel/ui/texts/amount-texts.ts';

export type Checked =
  | { readonly kind: 'empty' }
  | { readonly kind: 'wrong'; readonly reason: string }
  | { readonly kind: 'right'; readonly amount: Amount<PayToken>; readonly text: string };

/**
 * What a typed amount means for a bond, or why it can't be one.
 *
 * @param spendable what the wallet can pay, null while it is unknown
 */
export function checkBond(
  typed: string,
  token: PayToken,
  spendable: Amount<PayToken> | null,
): Checked {
  const entry = typedAmount<PayToken>(token, typed);
  if (entry.kind === 'empty') return { kind: 'empty' };
  if (entry.kind === 'malformed') return wrong(amountTexts.malformed);
  if (entry.kind === 'too-precise') {
    return wrong(bondTexts.tooPrecise(SENT_DECIMALS[token], token));
  }
  if (entry.kind === 'too-large') return wrong(bondTexts.tooLarge);
  const { amount, text } = entry;
  const minimum: Amount<PayToken> = MIN_BOND[token];
  if (!checkMinimum(token, amount, minimum).ok) {
    return wrong(bondTexts.minimum(plainAmount(token, minimum), token));
  }
  if (spendable !== null && amount > spendable) {
    return wrong(bondTexts.tooMuch(plainAmount(token, spendable), token));
  }
  return { kind: 'right', amount, text };
}

function wrong(reason: string): Checked {
  return { kind: 'wrong', reason };
}
