import { useQuery } from '@tanstack/react-query';
import { WifiOff } from 'lucide-react';
import { useEffect, useRef } from 'react';

import { isUnanswered, lastReadAt, readFailedAgain } from '../api/connection.ts';
import { INTERVALS_MS } from '../api/intervals.ts';
import { statusQuery } from '../api/queries.ts';
import { texts } from '../texts/texts.ts';
import { timeText } from '../ui/format/times.ts';
import { useNow } from '../ui/format/use-now.ts';

const { connection: words } = texts;

/** Says once, for the whole page, that the server does not answer; what was read stays. */
export function ConnectionBanner() {
  const { error, errorUpdatedAt, isFetching } = useQuery(statusQuery());
  const isLost = isUnanswered(error);
  const wasLost = useRef(false);
  useEffect(() => {
    if (isLost !== wasLost.current) readFailedAgain();
    wasLost.current = isLost;
  }, [isLost]);
  if (!isLost) return null;
  const readAt = lastReadAt();
  return (
    <div className="border-b border-amber/25 tint-amber">
      <p className="wrap flex flex-wrap items-center gap-x-2 gap-y-1 py-2 text-sm">
        <WifiOff aria-hidden className="size-4 shrink-0 text-amber" />
        <span role="status">
          <b className="font-[560]">{words.lost}</b>{' '}
          {readAt !== null && words.showing(timeText(readAt))}
        </span>
        <span className="text-quiet">
          {isFetching ? words.trying : <Again at={errorUpdatedAt + INTERVALS_MS.lost} />}
        </span>
      </p>
    </div>
  );
}

/** Outside of what is read out: it changes every second. */
function Again({ at }: { readonly at: number }) {
  const seconds = Math.max(0, Math.ceil((at - useNow()) / 1_000));
  return <span className="tabular-nums">{words.again(seconds)}</span>;
}
