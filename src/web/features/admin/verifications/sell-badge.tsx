import type { SellJson } from '#contract/sells';

import { Badge } from '../../../ui/marks/badge.tsx';
import { verificationsTexts } from '../../../texts/admin-verifications.ts';
import type { Tone } from '../../../ui/format/tone.ts';

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
