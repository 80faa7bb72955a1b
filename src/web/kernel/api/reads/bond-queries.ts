import { queryOptions } from '@tanstack/react-query';

import type { BondQuote } from '#contract/bonds/bonds';
import { PATHS } from '#contract/base/paths';
import type { PayToken } from '#domain/base/money';

import { call } from '../client.ts';
import { noteQuote } from '../live/quote-ended.ts';

/** Has a price locked for ten minutes, and tells the browser's other tabs. */
export async function quoteBond(tokenType: PayToken, amount: string): Promise<BondQuote> {
  const quote = await call('POST', PATHS.quoteBond, { body: { tokenType, amount } });
  noteQuote(tokenType, quote.quoteId);
  return quote;
}

/** A price locked for ten minutes; an earlier quote of the same user and token ends. */
export function bondQuoteQuery(userId: string, tokenType: PayToken, amount: string) {
  return queryOptions({
    queryKey: ['api', 'bonds', 'quote', userId, tokenType, amount],
    // Without a signal: a payment that waits for it goes on when the form is left.
    queryFn: () => quoteBond(tokenType, amount),
    // A quote ends when another is asked for: an amount typed again needs a new one.
    gcTime: 0,
  });
}
