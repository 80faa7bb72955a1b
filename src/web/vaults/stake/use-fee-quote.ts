import { queryOptions, useQuery } from '@tanstack/react-query';

import { MINUTE_MS } from '#domain/base/time';

import { ApiError } from '../../kernel/api/api-error.ts';
import { feeQuoteQuery } from '../../kernel/api/reads/vault-queries.ts';
import { useSettled } from '../../kernel/ui/forms/use-settled.ts';

/** A new quote is asked for while the old one still holds. */
const RENEW_MS = 9 * MINUTE_MS;

interface Wanted {
  readonly userId: string;
  /** LMT; null while there is nothing to quote. */
  readonly amount: string | null;
  readonly isEnabled: boolean;
}

/** The quote of an open form: renewed before it ends, or when the page is looked at again. */
export function liveFeeQuery(userId: string, amount: string) {
  return queryOptions({
    ...feeQuoteQuery(userId, amount),
    refetchInterval: RENEW_MS,
    // After a payment the form asks for a new quote, if the old one is due.
    staleTime: RENEW_MS,
    refetchOnWindowFocus: true,
  });
}

/** The staking fee for the amount once typing pauses. */
export function useFeeQuote({ userId, amount, isEnabled }: Wanted) {
  const settled = useSettled(amount);
  const isWanted = amount !== null && settled === amount;
  const query = useQuery({
    ...liveFeeQuery(userId, settled ?? ''),
    enabled: isWanted && isEnabled,
  });
  // An older quote may still hold, but its payment would be for a stake that is refused.
  const isRefused = query.error instanceof ApiError && query.error.status === 422;
  return {
    quote: isWanted && !isRefused ? (query.data ?? null) : null,
    error: isWanted ? query.error : null,
  };
}

export type LiveFee = ReturnType<typeof useFeeQuote>;
