import type { StakeJson } from '#contract/stakes';

import { shortId } from '../../flows/vault/short-id.ts';
import { Badge } from '../../ui/marks/badge.tsx';
import { Figure } from '../../ui/format/figure.tsx';
import { portfolioTexts } from '../../texts/portfolio.ts';
import { vaultTexts } from '../../texts/vault.ts';
import { dateTimeText } from '../../ui/format/times.ts';

const says = portfolioTexts.positions;

/** A stake that has ended, and what it earned. */
export function CompletedStake({ stake }: { readonly stake: StakeJson }) {
  const { id, originalAmount, totalRewardsEarned, cycleNumber, createdAt, completedAt } = stake;
  return (
    <li className="flex items-start justify-between gap-x-4 border-t max-tight:flex-wrap border-line py-3 first:border-t-0">
      <div>
        <Figure value={originalAmount} unit="LMT" />
        <p className="text-sm text-faint">
          <span className="font-mono text-[0.92em]">{shortId(id)}</span>
          {` · ${says.cycle(cycleNumber)} · ${says.started(dateTimeText(createdAt))}`}
          {completedAt !== null && ` · ${says.ended(dateTimeText(completedAt))}`}
        </p>
        {stake.voided && <p className="text-sm text-amber">{says.voided}</p>}
      </div>
      <div className="text-right">
        <p>
          <span className="sr-only">{says.allRewards} </span>
          <Figure value={totalRewardsEarned} unit="LMT" signed />
        </p>
        <Badge>{vaultTexts.status.completed}</Badge>
      </div>
    </li>
  );
}
