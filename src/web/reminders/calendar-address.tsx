import { useQuery } from '@tanstack/react-query';
import { CalendarSync } from 'lucide-react';

import { REMINDER_PATHS } from '#contract/reminders/reminder-paths';

import { transport } from '../kernel/api/transport.ts';
import { queryClient } from '../kernel/api/query-client.ts';
import { useOwnMutation } from '../kernel/wallet/use-own-mutation.ts';
import { call } from '../kernel/api/client.ts';
import { tellFailure } from '../kernel/api/tell-failure.ts';
import { calendarTexts as says } from './calendar-texts.ts';
import { dateTimeText } from '../kernel/ui/format/times.ts';
import { Button } from '../kernel/ui/forms/button.tsx';
import { Badge } from '../kernel/ui/marks/badge.tsx';
import { CopyButton } from '../kernel/ui/marks/copy-button.tsx';
import { showToast } from '../kernel/ui/overlays/toast.ts';

/** Makes and revokes the address that the user's own calendar subscribes to. */
export function CalendarAddress({ userId }: { readonly userId: string }) {
  const { madeAt, url, isBusy, make, revoke } = useCalendar(userId);
  // The demo has nothing that a calendar could ask.
  if (transport.isDemo) return null;
  return (
    <section aria-label={says.title} className="rounded-control border border-line px-4 py-3.5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h3 className="flex items-center gap-2 text-sm font-[550]">
          {says.title}
          {madeAt !== null && <Badge tone="good">{says.isOn}</Badge>}
        </h3>
        <div className="flex flex-wrap gap-2">
          <Button size="sm" busy={isBusy} onClick={make}>
            <CalendarSync aria-hidden className="size-4" />
            {madeAt === null ? says.make : says.again}
          </Button>
          {madeAt !== null && (
            <Button size="sm" disabled={isBusy} onClick={revoke}>
              {says.revoke}
            </Button>
          )}
        </div>
      </div>
      <div className="mt-1.5 grid gap-1 text-sm text-faint">
        <p>{says.what}</p>
        {url !== null && <Shown url={url} />}
        {url === null && madeAt !== null && <p>{says.made(dateTimeText(madeAt))}</p>}
      </div>
    </section>
  );
}

function Shown({ url }: { readonly url: string }) {
  return (
    <>
      <p className="flex items-center gap-2 text-text">
        <output aria-label={says.address} className="min-w-0 font-mono text-xs break-all">
          {url}
        </output>
        <CopyButton value={url} />
      </p>
      <p>{says.copyNow}</p>
    </>
  );
}

function useCalendar(userId: string) {
  const queryKey = ['api', 'calendar', userId];
  const { data } = useQuery({
    queryKey,
    queryFn: ({ signal }) => call('GET', REMINDER_PATHS.calendar, { signal }),
    enabled: !transport.isDemo,
  });
  const readAgain = () => queryClient.invalidateQueries({ queryKey });
  const making = useOwnMutation({
    // A new address, in place of the one before; it is told this once.
    mutationFn: () => call('POST', REMINDER_PATHS.calendar),
    onError: (error) => tellFailure(says.failed, error),
    onSettled: readAgain,
  });
  const revoking = useOwnMutation({
    mutationFn: () => call('DELETE', REMINDER_PATHS.calendar),
    onSuccess: () => {
      making.reset();
      showToast({ tone: 'info', title: says.revoked, detail: says.revokedDetail });
    },
    onError: (error) => tellFailure(says.revokeFailed, error),
    onSettled: readAgain,
  });
  return {
    madeAt: data?.madeAt ?? null,
    url: making.data?.url ?? null,
    isBusy: making.isPending || revoking.isPending,
    make: () => making.mutate(),
    revoke: () => revoking.mutate(),
  };
}
