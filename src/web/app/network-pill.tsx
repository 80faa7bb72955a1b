import { useQuery } from '@tanstack/react-query';

import { lost } from '../kernel/api/live/lost-connection.ts';
import { statusQuery } from '../kernel/api/queries.ts';
import { Pill } from '../kernel/ui/marks/pill.tsx';
import { texts } from '../kernel/ui/texts/shared-texts.ts';

/** Which network this is, and whether the server is there and the protocol open. */
export function NetworkPill() {
  const { data, error } = useQuery(statusQuery());
  const { offline, unknown, connecting } = texts.status;
  const isLost = lost.useValue();
  if (isLost) return <Pill tone="time">{offline}</Pill>;
  if (error) return <Pill tone="time">{unknown}</Pill>;
  if (!data) return <Pill tone="neutral">{connecting}</Pill>;
  const real = data.network === 'mainnet-beta';
  return (
    <Pill tone={real && !data.paused ? 'good' : 'time'}>
      {texts.network[data.network]}
      {data.paused && <b className="font-[560] text-amber">{texts.status.paused}</b>}
    </Pill>
  );
}
