import { ArrowRight } from 'lucide-react';

import type { BondJson } from '#contract/bonds';

import { useServerNow } from '../../api/use-server-now.ts';
import { ClaimButtons } from '../../flows/claim/claim-buttons.tsx';
import { Badge } from '../../ui/marks/badge.tsx';
import { Countdown } from '../../ui/format/countdown.tsx';
import { Figure } from '../../ui/format/figure.tsx';
import { Progress } from '../../ui/charts/progress.tsx';
import { bondTexts } from '../../texts/bond.ts';
import { portfolioTexts } from '../../texts/portfolio.ts';
import { dateTimeText, partPassed } from '../../ui/format/times.ts';

const { list } = bondTexts;

/** A bond: what was paid for what, since when, and how long its lock still holds. */
export function BondPosition({ bond }: { readonly bond: BondJson }) {
  const { tokenType, amount, lmtAmount, status, bondingStartTime, createdAt } = bond;
  return (
    <li className="grid gap-2.5 border-t border-line py-3.5 first:border-t-0">
      <div className="flex items-start justify-between gap-x-3 max-tight:flex-wrap">
        <div>
          <p className="flex flex-wrap items-center gap-x-2 text-md">
            <Figure value={amount} unit={tokenType} />
            <ArrowRight aria-hidden className="size-4 text-faint" />
            <Figure value={lmtAmount} unit="LMT" />
          </p>
          <p className="text-sm text-faint">
            {portfolioTexts.positions.started(dateTimeText(bondingStartTime ?? createdAt))}
          </p>
        </div>
        <Badge tone={bond.claimable ? 'good' : status === 'pending' ? 'time' : 'neutral'}>
          {bond.claimable ? list.ready : (list.status[status] ?? status)}
        </Badge>
      </div>
      <Lock bond={bond} />
    </li>
  );
}

function Lock({ bond }: { readonly bond: BondJson }) {
  const now = useServerNow();
  const { claimable, bondingStartTime, bondingEndTime, status } = bond;
  if (claimable) {
    return (
      <div className="flex justify-end">
        <ClaimButtons bonds={[bond]} size="sm" />
      </div>
    );
  }
  if (status === 'pending' || bondingEndTime === null || bondingStartTime === null) {
    return <p className="text-sm text-amber">{list.awaiting}</p>;
  }
  const [start, end] = [Date.parse(bondingStartTime), Date.parse(bondingEndTime)];
  if (end <= now) return <p className="text-sm text-quiet">{list.finalizing}</p>;
  const part = partPassed(start, end, now);
  return (
    <div>
      <Progress label={list.progress} value={part} />
      <p className="mt-1.5 text-right text-sm text-faint">
        <Countdown now={now} target={end} className="font-mono text-text" /> {list.left}
      </p>
    </div>
  );
}
