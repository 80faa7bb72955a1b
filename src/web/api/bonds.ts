import { queryOptions } from '@tanstack/react-query';

import type { BodyOf } from '#contract/api';
import type { openBond, quoteBond } from '#contract/bonds';
import { PATHS } from '#contract/paths';
import type { PayToken } from '#domain/base/money';

import { call } from './client.ts';
import { noteQuote } from './live/quote-ended.ts';

/** A price locked for ten minutes; an earlier quote of the same user and token ends. */
export function bondQuoteQuery(userId: string, tokenType: PayToken, amount: string) {
  const body: BodyOf<typeof quoteBond> = { tokenType, amount };
  return queryOptions({
    queryKey: ['api', 'bonds', 'quote', userId, tokenType, amount],
    // Without a signal: a payment that waits for it goes on when the form is left.
    queryFn: async () => {
      const quote = await call('POST', PATHS.quoteBond, { body });
      noteQuote(tokenType, quote.quoteId);
      return quote;
    },
    // A quote ends when another is asked for: an amount typed again needs a new one.
    gcTime: 0,
  });
}

/** Records a payment as a bond; the same key gives the same bond, however often it is sent. */
export function recordBond(body: BodyOf<typeof openBond>, idempotencyKey: string) {
  return call('POST', PATHS.bonds, { body, idempotencyKey });
}

export function claimBond(id: string, idempotencyKey: string) {
  const body = { status: 'completed' } as const;
  return call('PATCH', PATHS.bondStatus, { params: { id }, body, idempotencyKey });
}
