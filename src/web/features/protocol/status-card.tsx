import type { Status } from '#contract/terms/protocol';

import { statusQuery } from '../../api/queries.ts';
import { useRead } from '../../api/read-of.ts';
import { useServerNow } from '../../api/use-server-now.ts';
import { Badge } from '../../ui/marks/badge.tsx';
import { ExternalLink } from '../../ui/marks/external-link.tsx';
import { DataCard } from '../../ui/cards/data-card.tsx';
import { KeyValues } from '../../ui/tables/key-values.tsx';
import { protocolTexts } from '../../texts/protocol.ts';
import { texts } from '../../texts/texts.ts';
import { dateTimeText } from '../../ui/format/times.ts';
import type { Shape } from '../../ui/cards/skeleton.tsx';

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
