import { PATHS } from '#contract/base/paths';
import type { StakeJson } from '#contract/vaults/vaults';
import { HOUR_MS } from '#domain/base/time';

import { usePaused } from '../kernel/api/use-paused.ts';
import { Notice } from '../kernel/ui/cards/notice.tsx';
import { vaultTexts } from '../kernel/ui/texts/vault-texts.ts';
import { amountText } from '../kernel/ui/format/digits.ts';
import { dateTimeText } from '../kernel/ui/format/times.ts';
import { RestakeButton, UnstakeButton } from './vault-buttons.tsx';
import { useCheaperWay } from './cheaper-way.ts';
import { insteadText, vaultTotal } from './instead-text.ts';
import { useRatesAt, windowEndOf } from './use-rates.ts';
import { Button } from '../kernel/ui/forms/button.tsx';
import { refreshAll } from '../kernel/api/query-client.ts';
import { useOwnMutation } from '../kernel/wallet/use-own-mutation.ts';
import { call } from '../kernel/api/client.ts';
import { tellFailure } from '../kernel/api/tell-failure.ts';
import { showToast } from '../kernel/ui/overlays/toast.ts';

const says = vaultTexts.window;

interface WindowBannerProps {
  /** A vault in its window. */
  readonly stake: StakeJson;
  readonly now: number;
}

/** How long the window is still open, what its end does, and what can be done before. */
export function WindowBanner({ stake, now }: WindowBannerProps) {
  const isPaused = usePaused();
  const rates = useRatesAt(windowEndOf(stake));
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
        <UnstakeButton stake={stake} size="sm" />
        <RestakeButton stake={stake} size="sm" />
      </div>
    </Notice>
  );
}

/** Full hours; the last one is none. */
function hoursText(ms: number): string {
  const hours = Math.floor(ms / HOUR_MS);
  return hours < 1 ? says.last : says.hours(hours);
}

const over = vaultTexts.over;

/** A vault whose window has ended before one's eyes, while the server could not be read. */
function WindowEnded({ stake }: { readonly stake: StakeJson }) {
  const { isCompleting, complete } = useComplete(stake);
  if (stake.autoRestakeEnabled) return <Notice title={over.title}>{over.auto}</Notice>;
  return (
    <Notice tone="time" title={over.title}>
      <p className="text-quiet">{over.release(amountText('LMT', vaultTotal(stake)))}</p>
      <div className="mt-3">
        <Button size="sm" busy={isCompleting} onClick={complete}>
          {over.open}
        </Button>
      </div>
    </Notice>
  );
}

/** Releases a vault whose window has ended and tells how it went; a second click changes nothing. */
function useComplete(stake: StakeJson) {
  const { isPending, mutate } = useOwnMutation({
    mutationFn: () =>
      call('PATCH', PATHS.stake, {
        params: { id: stake.id },
        body: { status: 'completed' },
        idempotencyKey: `complete-${stake.id}`,
      }),
    onSuccess: () => {
      const detail = over.doneDetail(amountText('LMT', vaultTotal(stake)));
      showToast({ tone: 'success', title: over.done, detail });
    },
    onError: (error) => tellFailure(over.failed, error, over.failedDetail),
    onSettled: refreshAll,
  });
  return { isCompleting: isPending, complete: () => mutate() };
}
