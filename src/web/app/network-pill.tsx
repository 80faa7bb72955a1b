import { useQuery } from '@tanstack/react-query';

import { isUnanswered } from '../api/api-error.ts';
import { statusQuery } from '../api/queries.ts';
import { Pill } from '../ui/marks/pill.tsx';
import { texts } from '../texts/texts.ts';

/** Which network this is, and whether the server is there and the protocol open. */
export function NetworkPill() {
  const { data, error } = useQuery(statusQuery());
  if (error) {
    const { offline, unknown } = texts.status;
    return <Pill tone="time">{isUnanswered(error) ? offline : unknown}</Pill>;
  }
  if (!data) return <Pill tone="neutral">{texts.status.connecting}</Pill>;
  const real = data.network === 'mainnet-beta';
  return (
    <Pill tone={real && !data.paused ? 'good' : 'time'}>
      {texts.network[data.network]}
      {data.paused && <b className="font-[560] text-amber">{texts.status.paused}</b>}
    </Pill>
  );
}
