import { queryOptions } from '@tanstack/react-query';

import type { BondQuote } from '#contract/bonds/bonds';
import type { PayToken } from '#domain/base/money';
import { MINUTE_MS } from '#domain/base/time';

import { bondQuoteQuery, quoteBond } from '../kernel/api/reads/bond-queries.ts';
import { isPaidElsewhere } from '../kernel/pay/lock.ts';

/** A new lock is asked for while the old one still holds. */
const RENEW_MS = 9 * MINUTE_MS;
/** How soon a form that waits looks again whether another tab still pays. */
const WAIT_MS = 1_000;

interface Asked {
  readonly userId: string;
  readonly token: PayToken;
  readonly amount: string;
  readonly walletAddress: string;
}

/**
 * The quote of an open form: renewed before it ends, or when the page is looked at again. Null while another
 * tab pays, whose quote a new one would end.
 */
export function liveQuoteQuery({ userId, token, amount, walletAddress }: Asked) {
  const { queryKey, gcTime = 0 } = bondQuoteQuery(userId, token, amount);
  return queryOptions<BondQuote | null>({
    queryKey,
    gcTime,
    // A null rather than an error: reads that wait for this one go on, and the form says the same all along.
    queryFn: async () => ((await isPaidElsewhere(walletAddress)) ? null : quoteBond(token, amount)),
    refetchInterval: ({ state }) =>
      state.data === null && state.error === null ? WAIT_MS : RENEW_MS,
    // After a payment the form asks for a new quote, if the old one is due.
    staleTime: ({ state }) => (state.data === null ? 0 : RENEW_MS),
    refetchOnWindowFocus: true,
  });
}
