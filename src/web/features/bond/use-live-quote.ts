import { useQuery } from '@tanstack/react-query';

import type { PayToken } from '#domain/base/money';
import { MINUTE_MS, SECOND_MS } from '#domain/base/time';

import { bondQuoteQuery } from '../../api/bonds.ts';
import { useQuoteEnded } from '../../api/live/quote-ended.ts';
import { useSettled } from '../../ui/forms/use-settled.ts';

/** A new lock is asked for while the old one still holds. */
const RENEW_MS = 9 * MINUTE_MS;
/** What is left of a lock must be enough to sign and to land. */
export const LOCK_LEAST_MS = 60 * SECOND_MS;

interface Wanted {
  readonly userId: string;
  readonly token: PayToken;
  /** Null while there is nothing to quote. */
  readonly amount: string | null;
  readonly isEnabled: boolean;
}

/** A price locked for the amount once typing pauses, renewed before it ends; none where another tab has ended it. */
export function useLiveQuote({ userId, token, amount, isEnabled }: Wanted) {
  const settled = useSettled(amount);
  const isWanted = isEnabled && amount !== null && settled === amount;
  const query = useQuery({
    ...bondQuoteQuery(userId, token, settled ?? ''),
    enabled: isWanted,
    refetchInterval: RENEW_MS,
    // After a payment the form asks for a new quote, if the old one is due.
    staleTime: RENEW_MS,
  });
  const isEnded = useQuoteEnded(token, query.data?.quoteId);
  return {
    quote: isWanted && !isEnded ? query.data : undefined,
    isLocking: isEnabled && query.isFetching,
    error: isWanted ? query.error : null,
  };
}
