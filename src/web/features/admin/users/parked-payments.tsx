import { useQuery } from '@tanstack/react-query';

import { parkedQuery } from '../../../api/admin-deposits.ts';
import { statusQuery } from '../../../api/queries.ts';
import { Notice } from '../../../ui/cards/notice.tsx';
import { dateTimeText } from '../../../ui/format/times.ts';
import { depositsTexts } from '../../../texts/admin-deposits.ts';
import { SafeTransaction } from '../sensitive.tsx';

const { parked: words } = depositsTexts;

/** Transactions whose payments could not be dealt with; nothing where there are none. */
export function ParkedPayments() {
  const { data: parked = [] } = useQuery(parkedQuery());
  const { data: status } = useQuery(statusQuery());
  if (parked.length === 0) return null;
  return (
    <div className="mb-3">
      <Notice tone="time" title={words.title(parked.length)}>
        <p className="text-quiet">{words.hint}</p>
        <ul className="mt-2 grid gap-1.5">
          {parked.map(({ signature, tries, nextTryAt, error }) => (
            <li key={signature} className="flex flex-wrap items-baseline gap-x-3">
              <SafeTransaction signature={signature} explorer={status?.explorerUrl} />
              <span className="text-quiet">{words.tries(tries, dateTimeText(nextTryAt))}</span>
              {error !== null && <span className="break-words text-quiet">{error}</span>}
            </li>
          ))}
        </ul>
      </Notice>
    </div>
  );
}
