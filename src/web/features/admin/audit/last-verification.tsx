import { useInfiniteQuery } from '@tanstack/react-query';

import { chainAuditQuery } from '../../../api/admin-chain.ts';
import { Card } from '../../../ui/cards/card.tsx';
import { Figure } from '../../../ui/format/figure.tsx';
import { KeyValues } from '../../../ui/tables/key-values.tsx';
import { Skeleton } from '../../../ui/cards/skeleton.tsx';
import { auditTexts } from '../../../texts/admin-audit.ts';
import { dateTimeText } from '../../../ui/format/times.ts';

const { verification: words } = auditTexts;

/** What the chain said when it was last asked about everything. */
export function LastVerification() {
  const { data, isError } = useInfiniteQuery(chainAuditQuery());
  const last = data?.pages[0]?.body.lastVerification;
  return (
    <Card title={words.title}>
      {last === undefined && !isError ? (
        <Skeleton rows={2} />
      ) : last ? (
        <KeyValues
          items={[
            { key: words.time, value: dateTimeText(last.at) },
            {
              key: words.bonds,
              value: <Figure value={String(last.bondsVerified)} decimals={0} />,
            },
            { key: words.message, value: last.message },
          ]}
        />
      ) : (
        <p className="text-quiet">
          {words.never}. {words.neverHint}
        </p>
      )}
    </Card>
  );
}
