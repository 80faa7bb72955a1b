import { useQuery } from '@tanstack/react-query';
import { WifiOff } from 'lucide-react';
import { useEffect, useRef } from 'react';

import { lost } from '../kernel/api/live/lost-connection.ts';
import { statusQuery } from '../kernel/api/queries.ts';
import { queryClient } from '../kernel/api/query-client.ts';
import { texts } from '../kernel/ui/texts/shared-texts.ts';
import { clockText } from '../kernel/ui/format/date-text.ts';
import { Button } from '../kernel/ui/forms/button.tsx';
import { useNow } from '../kernel/ui/format/use-now.ts';

const words = texts.connection;
const RETRY_MS = 8_000;

/** Says once, for the whole page, that the server does not answer; what was read stays. */
export function ConnectionBanner() {
  const { errorUpdatedAt, isFetching, refetch } = useQuery({
    ...statusQuery(),
    refetchInterval: ({ state }) => (state.error === null ? false : RETRY_MS),
  });
  const isLost = lost.useValue();
  const wasLost = useRef(false);
  useEffect(() => {
    if (isLost !== wasLost.current) readFailedAgain();
    wasLost.current = isLost;
  }, [isLost]);
  if (!isLost) return null;
  const readAt = lastReadAt();
  return (
    <section aria-label={words.region} className="border-b border-amber/25 tint-amber">
      <div className="wrap flex flex-wrap items-center gap-x-2 gap-y-1 py-2 text-sm">
        <WifiOff aria-hidden className="size-4 shrink-0 text-amber" />
        <span role="status">
          <b className="font-[560]">{words.lost}</b>{' '}
          {readAt !== null && words.showing(clockText(readAt))}
        </span>
        <span className="text-quiet">
          {isFetching ? words.trying : <Again at={errorUpdatedAt + RETRY_MS} />}
        </span>
        <Button size="sm" className="ml-auto" busy={isFetching} onClick={() => void refetch()}>
          {texts.actions.retry}
        </Button>
      </div>
    </section>
  );
}

/** Outside of what is read out: it changes every second. */
function Again({ at }: { readonly at: number }) {
  const seconds = Math.max(0, Math.ceil((at - useNow()) / 1_000));
  return <span className="tabular-nums">{words.again(seconds)}</span>;
}

/** When anything was last read; null where nothing was. */
function lastReadAt(): number | null {
  const reads = queryClient.getQueryCache().findAll({ queryKey: ['api'] });
  return Math.max(0, ...reads.map(({ state }) => state.dataUpdatedAt)) || null;
}

/** Reads again what could not be read, now that the server answers again, or no longer does. */
function readFailedAgain(): void {
  void queryClient.invalidateQueries({
    queryKey: ['api'],
    predicate: ({ state, queryKey }) => state.status === 'error' && queryKey[1] !== 'status',
  });
}
