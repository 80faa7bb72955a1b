import type { StakeJson } from '#contract/stakes';
import { HOUR_MS } from '#domain/base/time';

import { usePaused } from '../../api/use-paused.ts';
import { Notice } from '../../ui/cards/notice.tsx';
import { vaultTexts } from '../../texts/vault.ts';
import { amountText } from '../../ui/format/digits.ts';
import { dateTimeText } from '../../ui/format/times.ts';
import { WindowEnded } from '../complete/window-ended.tsx';
import { RestakeButton, UnstakeButton } from './vault-buttons.tsx';
import { useCheaperWay } from '../vault/cheaper-way.ts';
import { insteadText } from '../vault/instead-text.ts';
import { useRates } from '../vault/use-rates.ts';

const says = vaultTexts.window;

interface WindowBannerProps {
  /** A vault in its window. */
  readonly stake: StakeJson;
  readonly userId: string;
  readonly now: number;
}

/** How long the window is still open, what its end does, and what can be done before. */
export function WindowBanner({ stake, userId, now }: WindowBannerProps) {
  const isPaused = usePaused();
  const rates = useRates();
  const cheaper = useCheaperWay(stake);
  const { restakeWindowEndTime, window } = stake;
  if (isPaused) {
    return (
      <Notice tone="time" title={says.paused}>
        {says.pausedHint}
      </Notice>
    );
  }
  if (restakeWindowEndTime === null || !window) return null;
  if (Date.parse(restakeWindowEndTime) <= now) return <WindowEnded stake={stake} />;
  const open = says.title(hoursText(Date.parse(restakeWindowEndTime) - now));
  return (
    <Notice tone={cheaper?.isWaiting ? 'neutral' : 'time'} title={open}>
      {cheaper?.isWaiting && (
        <p className="font-[550]">
          {says.nothing(
            dateTimeText(restakeWindowEndTime),
            amountText('LMT', window.autoRestake.fee),
          )}
        </p>
      )}
      <p className="text-quiet">
        {cheaper ? `${cheaper.title}. ${cheaper.detail}` : insteadText(stake, rates)} {says.sell}
      </p>
      <div className="mt-3 flex flex-wrap gap-2">
        <UnstakeButton stake={stake} userId={userId} size="sm" />
        <RestakeButton stake={stake} userId={userId} size="sm" />
      </div>
    </Notice>
  );
}

/** Full hours; the last one is none. */
function hoursText(ms: number): string {
  const hours = Math.floor(ms / HOUR_MS);
  return hours < 1 ? says.last : says.hours(hours);
}
