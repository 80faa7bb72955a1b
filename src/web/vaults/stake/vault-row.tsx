import { ChevronDown, Repeat } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { useSearch } from 'wouter';

import type { StakeJson } from '#contract/vaults/vaults';

import { usePaused } from '../../kernel/api/use-paused.ts';
import { useServerNow } from '../../kernel/api/use-server-now.ts';
import { ActivateButton } from '../activate-button.tsx';
import { RestakedBanner } from '../restaked-banner.tsx';
import { shortId } from '#domain/base/short-id';
import { VaultBadge } from '../vault-badge.tsx';
import { useRewards } from '../use-rewards.ts';
import { captionsOf, timesOf } from '../vault-times.ts';
import { WindowBanner } from '../window-banner.tsx';
import { Countdown } from '../../kernel/ui/format/countdown.tsx';
import { cx } from '../../kernel/ui/format/cx.ts';
import { Figure } from '../../kernel/ui/format/figure.tsx';
import { stakeTexts } from '../stake-texts.ts';
import { VaultTimeline } from '../vault-timeline.tsx';
import { stretchOf } from './vault-phase.ts';
import { VaultDetails } from './vault-details.tsx';

const says = stakeTexts.manager;

/** One vault: a click anywhere on its head opens everything that is known of it. */
export function VaultRow({ stake }: { readonly stake: StakeJson }) {
  const now = useServerNow();
  const { row, isOpen, setOpen } = useOpen(stake.id);
  const panelId = useId();
  return (
    <li ref={row} className="grid scroll-mt-20 gap-3 border-t border-line py-4 first:border-t-0">
      <div className="relative grid max-tight:flex max-tight:flex-col max-tight:items-stretch grid-cols-[minmax(0,1fr)_auto] items-center gap-x-6 gap-y-3 sm:grid-cols-[150px_minmax(0,1fr)_auto]">
        <Name {...{ stake, isOpen, panelId }} onToggle={() => setOpen(!isOpen)} />
        <div className="col-span-2 row-start-2 sm:col-span-1 sm:row-start-auto">
          {stake.phase !== 'completed' && (
            <VaultTimeline times={timesOf(stake)} now={now} captions={captionsOf(stake)} />
          )}
        </div>
        <Standing stake={stake} now={now} />
      </div>
      {stake.phase === 'ready' && <Ready stake={stake} />}
      {stake.window && <WindowBanner stake={stake} now={now} />}
      {stake.phase !== 'completed' && <RestakedBanner stake={stake} />}
      <div id={panelId} hidden={!isOpen}>
        {isOpen && <VaultDetails stake={stake} now={now} />}
      </div>
    </li>
  );
}

/** Open by a click, or because the address names this vault, as a reminder's does. */
function useOpen(id: string) {
  const row = useRef<HTMLLIElement>(null);
  const isNamed = new URLSearchParams(useSearch()).get('vault') === id;
  const [wasNamed, setNamed] = useState(isNamed);
  const [isOpen, setOpen] = useState(isNamed);
  if (wasNamed !== isNamed) {
    setNamed(isNamed);
    setOpen(isOpen || isNamed);
  }
  useEffect(() => {
    if (isNamed) row.current?.scrollIntoView();
  }, [isNamed]);
  return { row, isOpen, setOpen };
}

interface NameProps {
  readonly stake: StakeJson;
  readonly isOpen: boolean;
  readonly panelId: string;
  readonly onToggle: () => void;
}

function Name({ stake, isOpen, panelId, onToggle }: NameProps) {
  const { id, amount, originalAmount, phase, cycleNumber, autoRestakeEnabled } = stake;
  const isOver = phase === 'completed';
  return (
    <div className="min-w-0">
      <Figure
        value={isOver ? originalAmount : amount}
        unit="LMT"
        className="relative z-1 text-md"
      />
      <p className="text-sm text-faint">
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={panelId}
          onClick={onToggle}
          className="rounded-md text-left after:absolute after:inset-x-0 after:-inset-y-2 hover:text-text"
        >
          <span className="sr-only">{says.details} </span>
          <span className="font-mono text-[0.92em]">{shortId(id)}</span>
          {` · ${says.cycle(cycleNumber)} `}
          <span className="block whitespace-nowrap text-accent">
            {says.open}
            <ChevronDown
              aria-hidden
              className={cx('inline size-4 transition-transform', isOpen && 'rotate-180')}
            />
          </span>
        </button>
      </p>
      {autoRestakeEnabled && !isOver && (
        <p className="flex items-center gap-1 text-sm text-accent">
          <Repeat aria-hidden className="size-3.5" />
          {says.auto}
        </p>
      )}
    </div>
  );
}

/** What it earned, what it is, and how long it stays so. */
function Standing({ stake, now }: { readonly stake: StakeJson; readonly now: number }) {
  const { phase, totalRewardsEarned } = stake;
  const rewards = useRewards(stake);
  const stretch = stretchOf(stake, usePaused());
  return (
    <div className="col-start-2 row-start-1 text-right sm:col-start-auto sm:row-start-auto sm:min-w-[128px]">
      <p className="text-md">
        <span className="sr-only">{says.rewards} </span>
        <Figure
          value={phase === 'completed' ? totalRewardsEarned : rewards}
          unit="LMT"
          signed
          className="relative z-1"
        />
      </p>
      <VaultBadge phase={phase} />
      {stretch && (
        <p className="mt-1 text-xs text-faint">
          {says.countdown[stretch.phase]}
          <Countdown now={now} target={stretch.end} className="block font-mono text-sm text-text" />
        </p>
      )}
      {phase === 'ready' && (
        <Countdown now={now} target={null} className="mt-1 block text-sm text-accent" />
      )}
    </div>
  );
}

function Ready({ stake }: { readonly stake: StakeJson }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <p className="text-sm text-accent">{says.ready}</p>
      <ActivateButton stakes={[stake]} />
    </div>
  );
}
