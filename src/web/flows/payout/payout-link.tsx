import { useQuery } from '@tanstack/react-query';

import type { PayoutJson } from '#contract/sells';

import { statusQuery } from '../../api/queries.ts';
import { TransactionLink } from '../../ui/marks/transaction-link.tsx';

/** The transaction that pays a request, once it is signed; one that was withdrawn is nowhere to be seen. */
export function PayoutLink({ payout }: { readonly payout: PayoutJson | null }) {
  const { data: status } = useQuery(statusQuery());
  if (payout === null || payout.signature === null || payout.status === 'withdrawn') return null;
  return <TransactionLink signature={payout.signature} explorer={status?.explorerUrl} />;
}
