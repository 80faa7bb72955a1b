import { queryOptions } from '@tanstack/react-query';

import type { PayToken } from '#domain/base/money';
import { MINUTE_MS } from '#domain/base/time';

import { bondQuoteQuery, quoteBond } from '../../api/bonds.ts';
import { isPaidElsewhere } from '../../flows/pay/lock.ts';

/** A new lock is asked for while the old one still holds. */
const RENEW_MS = 9 * MINUTE_MS;
const WAIT_MS = 1_000;

/** A new quote would end the one by which another tab pays. */
class PaidElsewhere extends Error {}

interface Asked {
  readonly userId: string;
  readonly token: PayToken;
  readonly amount: string;
  readonly walletAddress: string;
}

/**
 * The quote of an open form: renewed before it ends, or when the page is looked at again. It waits while
 * another tab pays.
 */
export function liveQuoteQuery({ userId, token, amount, walletAddress }: Asked) {
  return queryOptions({
    ...bondQuoteQuery(userId, token, amount),
    queryFn: async () => {
      if (await isPaidElsewhere(walletAddress)) throw new PaidElsewhere();
      return quoteBond(token, amount);
    },
    retry: (_, error) => error instanceof PaidElsewhere,
    retryDelay: WAIT_MS,
    refetchInterval: RENEW_MS,
    // After a payment the form asks for a new quote, if the old one is due.
    staleTime: RENEW_MS,
    refetchOnWindowFocus: true,
  });
}
