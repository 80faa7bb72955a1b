import type { Status } from '#contract/terms/protocol';

import { statusQuery } from '../kernel/api/queries.ts';
import { useRead } from '../kernel/api/read-of.ts';
import { useServerNow } from '../kernel/api/use-server-now.ts';
import { Badge } from '../kernel/ui/marks/badge.tsx';
import { ExternalLink } from '../kernel/ui/marks/external-link.tsx';
import { DataCard } from '../kernel/ui/cards/data-card.tsx';
import { KeyValues } from '../kernel/ui/tables/key-values.tsx';
import { protocolTexts } from '../kernel/prices/protocol-texts.ts';
import { texts } from '../kernel/ui/texts/shared-texts.ts';
import { dateTimeText } from '../kernel/ui/format/times.ts';
import type { Shape } from '../kernel/ui/cards/skeleton.tsx';

export const STATUS_SHAPE: Shape = { rows: 4, text: 40 };

/** Which network this is, what it means for money, and whether operations are open. */
export function StatusCard() {
  const { network } = texts;
  const { status } = protocolTexts;
  return (
    <DataCard
      title={status.title}
      says={status}
      read={useRead(statusQuery())}
      skeleton={STATUS_SHAPE}
    >
      {(data) => (
        <>
          <KeyValues
            items={[
              { key: status.network, value: network[data.network] },
              {
                key: status.operations,
                value: (
                  <Badge tone={data.paused ? 'time' : 'good'}>
                    {data.paused ? texts.status.paused : status.running}
                  </Badge>
                ),
              },
              { key: status.time, value: <ProtocolTime /> },
              { key: status.version, value: data.version },
              ...(data.faucets.length > 0
                ? [{ key: status.faucets, value: <Faucets faucets={data.faucets} /> }]
                : []),
            ]}
          />
          <p className="mt-4 border-t border-line pt-4 text-sm text-faint">
            {data.network === 'mainnet-beta' ? status.realMoney : status.testMoney}
          </p>
        </>
      )}
    </DataCard>
  );
}

function ProtocolTime() {
  return dateTimeText(new Date(useServerNow()).toISOString());
}

function Faucets({ faucets }: Pick<Status, 'faucets'>) {
  return (
    <span className="inline-flex gap-3">
      {faucets.map(({ token, url }) => (
        <ExternalLink key={url} href={url}>
          {token}
        </ExternalLink>
      ))}
    </span>
  );
}
