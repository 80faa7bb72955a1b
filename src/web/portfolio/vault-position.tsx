import { Repeat } from 'lucide-react';

import type { StakeJson } from '#contract/vaults/vaults';

import { useServerNow } from '../kernel/api/use-server-now.ts';
import { ActivateButton } from '../vaults/activate-button.tsx';
import { RestakedBanner } from '../vaults/restaked-banner.tsx';
import { shortId } from '#domain/base/short-id';
import { VaultBadge } from '../vaults/vault-badge.tsx';
import { useRewards } from '../vaults/use-rewards.ts';
import { captionsOf, timesOf } from '../vaults/vault-times.ts';
import { WindowBanner } from '../vaults/window-banner.tsx';
import { Countdown } from '../kernel/ui/format/countdown.tsx';
import { Figure } from '../kernel/ui/format/figure.tsx';
import { portfolioTexts } from '../kernel/ui/texts/portfolio-texts.ts';
import { dateTimeText } from '../kernel/ui/format/times.ts';
import { VaultTimeline } from '../vaults/vault-timeline.tsx';

const says = portfolioTexts.positions;

/** A vault that has not ended: how much, how far, and what its phase asks for. */
export function VaultPosition({ stake }: { readonly stake: StakeJson }) {
  const now = useServerNow();
  const { phase } = stake;
  const rewards = useRewards(stake);
  return (
    <li className="grid gap-3 border-t border-line py-4 first:border-t-0">
      <div className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-5 gap-y-3 max-tight:flex max-tight:flex-col max-tight:items-stretch sm:grid-cols-[170px_minmax(0,1fr)_auto]">
        <Facts stake={stake} />
        <div className="col-span-2 row-start-2 sm:col-span-1 sm:row-start-auto">
          <VaultTimeline times={timesOf(stake)} now={now} captions={captionsOf(stake)} />
        </div>
        <div className="col-start-2 row-start-1 text-right sm:col-start-auto sm:row-start-auto">
          <p className="text-md">
            <span className="sr-only">{says.rewards} </span>
            <Figure value={rewards} unit="LMT" signed />
          </p>
          <VaultBadge phase={phase} />
        </div>
      </div>
      {phase === 'ready' && (
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <Countdown now={now} target={null} className="text-accent" />
          <ActivateButton stakes={[stake]} size="sm" />
        </div>
      )}
      {stake.window && <WindowBanner stake={stake} now={now} />}
      <RestakedBanner stake={stake} />
    </li>
  );
}

function Facts({ stake }: { readonly stake: StakeJson }) {
  const { id, amount, cycleNumber, lastRestakeType, autoRestakeEnabled, createdAt } = stake;
  const restaked = lastRestakeType === null ? '' : `, ${says.restaked[lastRestakeType]}`;
  return (
    <div className="min-w-0">
      <Figure value={amount} unit="LMT" className="text-md" />
      <p className="text-sm text-faint">
        <span className="font-mono text-[0.92em]">{shortId(id)}</span>
        {` · ${says.cycle(cycleNumber)}${restaked}`}
      </p>
      <p className="text-sm text-faint">{says.started(dateTimeText(createdAt))}</p>
      {autoRestakeEnabled && (
        <p className="flex items-center gap-1 text-sm text-accent">
          <Repeat aria-hidden className="size-3.5" />
          {says.auto}
        </p>
      )}
    </div>
  );
}
