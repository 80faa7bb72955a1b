import { useMutation } from '@tanstack/react-query';

import { DAY_MS, HOUR_MS, WEEK_MS } from '#domain/base/time';

import { advanceClock } from '../../api/local.ts';
import { refreshAll } from '../../api/query-client.ts';
import { tellFailure } from '../../api/tell-failure.ts';
import { useServerNow } from '../../api/use-server-now.ts';
import { Button } from '../../ui/forms/button.tsx';
import { localTexts } from '../../texts/local.ts';
import { dateTimeText } from '../../ui/format/times.ts';
import { showToast } from '../../ui/overlays/toast.ts';
import { FirstSteps, FirstStepsButton } from './first-steps.tsx';
import { FundsButton } from './funds-button.tsx';

const HOPS = [
  { label: localTexts.hop.hour, ms: HOUR_MS },
  { label: localTexts.hop.day, ms: DAY_MS },
  { label: localTexts.hop.week, ms: WEEK_MS },
] as const;

/** What one needs to try the local network out: funds and time. */
export default function LocalTools() {
  return (
    <>
      <div className="flex flex-wrap items-center gap-2 max-wide:grow">
        <FundsButton />
        <FirstStepsButton />
        <TimeMachine />
      </div>
      <FirstSteps />
    </>
  );
}

function TimeMachine() {
  const now = useServerNow();
  const move = useMutation({ mutationFn: advanceClock, onSuccess: tellMoved, onError: tellFailed });
  const { machine, hopLabel, time } = localTexts;
  return (
    <div role="group" aria-label={machine} className="flex items-center gap-1 max-wide:grow">
      <span className="px-1 text-quiet max-sm:hidden" data-hint={time}>
        {dateTimeText(new Date(now).toISOString())}
      </span>
      {HOPS.map(({ label, ms }) => (
        <Button
          key={label}
          size="sm"
          aria-label={hopLabel(label)}
          busy={move.isPending && move.variables === ms}
          disabled={move.isPending && move.variables !== ms}
          onClick={() => move.mutate(ms)}
          className="px-2.5 max-wide:grow"
        >
          {label}
        </Button>
      ))}
    </div>
  );
}

async function tellMoved({ now }: { readonly now: string }): Promise<void> {
  await refreshAll();
  const { moved, movedDetail } = localTexts;
  showToast({ tone: 'success', title: moved, detail: movedDetail(dateTimeText(now)) });
}

function tellFailed(error: unknown): void {
  tellFailure(localTexts.moveFailed, error);
}
