import type { ReactNode } from 'react';

import type { Health } from '#contract/alerts/health';

import { Badge } from '../kernel/ui/marks/badge.tsx';
import { formatNumber } from '../kernel/ui/format/format.ts';
import { KeyValues } from '../kernel/ui/tables/key-values.tsx';
import { systemTexts as words } from '../kernel/dashboard/system-texts.ts';
import { texts } from '../kernel/ui/texts/shared-texts.ts';
import { dateTimeText } from '../kernel/ui/format/times.ts';
import { msText } from './ms-text.ts';

/** Database, API, chain, prices and the emergency brake. */
export function HealthStatus({ health }: { readonly health: Health }) {
  const { database, api, chain, priceFeed, emergency, databaseLatencyMs } = health;
  const slot = chain.slot === null ? '' : ` · ${words.slot(formatNumber(String(chain.slot), 0))}`;
  return (
    <KeyValues
      items={[
        {
          key: words.database,
          value: <State good={database === 'Connected'}>{database}</State>,
          note: latency(databaseLatencyMs),
        },
        { key: words.api, value: <State good={api === 'Operational'}>{api}</State> },
        {
          key: words.chain,
          value: <State good={chain.reachable}>{chain.label}</State>,
          note: latency(chain.latencyMs, slot),
        },
        { key: words.feed, value: <Feed feed={priceFeed} /> },
        {
          key: words.emergency,
          value:
            emergency === null ? (
              texts.figure.none
            ) : (
              <State good={!emergency.paused}>
                {emergency.paused ? words.paused : words.normal}
              </State>
            ),
          note: emergency?.since && words.since(dateTimeText(emergency.since)),
        },
      ]}
    />
  );
}

const latency = (ms: number | null, more = ''): string | null =>
  ms === null ? null : `${words.latency(msText(ms))}${more}`;

function Feed({ feed }: { readonly feed: Health['priceFeed'] }) {
  if (feed === null) return texts.figure.none;
  const stale = feed.symbols.filter((symbol) => symbol.stale).length;
  if (stale > 0) return <State good={false}>{words.feedStale(stale)}</State>;
  return <State good>{feed.mode === 'static' ? words.feedStatic : words.feedLive}</State>;
}

function State({ good, children }: { readonly good: boolean; readonly children: ReactNode }) {
  return <Badge tone={good ? 'good' : 'bad'}>{children}</Badge>;
}
