import type { SellJson } from '#contract/sells/sells';

import { Badge } from '../kernel/ui/marks/badge.tsx';
import { sellTexts } from './sell-texts.ts';
import type { Tone } from '../kernel/ui/format/tone.ts';

const { ticket } = sellTexts;
const TONES: Readonly<Record<SellJson['status'], Tone>> = {
  pending: 'time',
  approved: 'good',
  rejected: 'bad',
  cancelled: 'neutral',
};

/** Where a request stands; what the owner has approved is 'Paying' until its payout is final. */
export function StatusBadge({ sell: { status, payout } }: { readonly sell: SellJson }) {
  if (payout?.status === 'awaiting-outside') return <Badge tone="good">{ticket.paying}</Badge>;
  const paid = payout?.status === 'finalized' ? ticket.paid : ticket.paying;
  return <Badge tone={TONES[status]}>{status === 'approved' ? paid : ticket.status[status]}</Badge>;
}
