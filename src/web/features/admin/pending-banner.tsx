import { useQuery } from '@tanstack/react-query';
import { BellRing } from 'lucide-react';

import { adminStatsQuery } from '../../api/admin-queries.ts';
import { Button } from '../../ui/forms/button.tsx';
import { formatUsd } from '../../ui/format/format.ts';
import { adminTexts } from '../../texts/admin.ts';
import { SafeText } from './sensitive.tsx';

const { banner: words } = adminTexts;

/** Sell requests that wait for the owner, on every tab but their own. */
export function PendingBanner({ onReview }: { readonly onReview: () => void }) {
  const { data } = useQuery(adminStatsQuery());
  const pending = data?.pendingSells;
  if (!pending || pending.count === 0) return null;
  return (
    <div
      role="status"
      className="flex items-center gap-x-3 gap-y-1 rounded-control max-tight:flex-wrap border border-amber/30 tint-amber py-1 pr-1 pl-3"
    >
      <BellRing aria-hidden className="size-4 shrink-0 text-amber" />
      <p className="min-w-0 grow text-sm">
        <b className="font-[560]">{words.title(pending.count)}</b>{' '}
        <span className="text-quiet">
          <SafeText>{words.value(formatUsd(pending.valueUSD))}</SafeText>
        </span>
      </p>
      <Button size="sm" tone="primary" onClick={onReview}>
        {words.review}
      </Button>
    </div>
  );
}
