import type { PayoutJson } from '#contract/sells';

import { TransactionLink } from './transaction-link.tsx';

/** The transaction that pays a request, once it is signed; one that was withdrawn is nowhere to be seen. */
export function PayoutLink({ payout }: { readonly payout: PayoutJson | null }) {
  if (payout === null || payout.signature === null || payout.status === 'withdrawn') return null;
  return <TransactionLink signature={payout.signature} />;
}
