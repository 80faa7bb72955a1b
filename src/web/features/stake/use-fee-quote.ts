import { useQuery } from '@tanstack/react-query';

import { MINUTE_MS } from '#domain/base/time';

import { feeQuoteQuery } from '../../api/vault-queries.ts';
import { useSettled } from '../../ui/forms/use-settled.ts';

/** A new quote is asked for while the old one still holds. */
const RENEW_MS = 9 * MINUTE_MS;

interface Wanted {
  readonly userId: string;
  /** LMT; null while there is nothing to quote. */
  readonly amount: string | null;
  readonly isEnabled: boolean;
}

/** The staking fee for the amount once typing pauses, renewed before it ends. */
export function useFeeQuote({ userId, amount, isEnabled }: Wanted) {
  const settled = useSettled(amount);
  const isWanted = amount !== null && settled === amount;
  const query = useQuery({
    ...feeQuoteQuery(userId, settled ?? ''),
    enabled: isWanted && isEnabled,
    refetchInterval: RENEW_MS,
    // After a payment the form asks for a new quote, if the old one is due.
    staleTime: RENEW_MS,
  });
  return {
    quote: isWanted ? (query.data ?? null) : null,
    error: isWanted ? query.error : null,
  };
}

export type LiveFee = ReturnType<typeof useFeeQuote>;
