import type { SellJson } from '#contract/sells';

import { Badge } from '../../../ui/badge.tsx';
import { verificationsTexts } from '../../../ui/texts/admin-verifications.ts';
import type { Tone } from '../../../ui/tone.ts';

type Status = SellJson['status'];

const TONES: Readonly<Record<Status, Tone>> = {
  pending: 'time',
  approved: 'good',
  rejected: 'bad',
  cancelled: 'neutral',
};

/** How a request was decided. */
export function SellBadge({ status }: { readonly status: Status }) {
  return <Badge tone={TONES[status]}>{verificationsTexts.history.badge[status]}</Badge>;
}
