import type { PayoutJson } from '#contract/sells';

import { PayoutLink } from '../../../flows/transaction/payout-link.tsx';
import { Mask, useHidden } from '../sensitive.tsx';

/** The transaction that pays a request, which the owner may hide: it leads to wallet and amount. */
export function SafePayoutLink({ payout }: { readonly payout: PayoutJson | null }) {
  const isHidden = useHidden();
  return isHidden && payout?.signature ? <Mask /> : <PayoutLink payout={payout} />;
}
