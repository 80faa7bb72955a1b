import { useState } from 'react';

import type { SellJson } from '#contract/sells/sells';

import { Button } from '../kernel/ui/forms/button.tsx';
import { Card } from '../kernel/ui/cards/card.tsx';
import { sellTexts } from './sell-texts.ts';
import { dateTimeText } from '../kernel/ui/format/times.ts';
import { PayoutLink } from '../kernel/api/transaction-link.tsx';
import { StatusBadge } from './status-badge.tsx';
import { Exchange } from './ticket.tsx';

const { earlier: words } = sellTexts;
/** As many as one reads; the rest follows on a click. */
const PAGE = 5;

/** The requests before the latest, newest first. */
export function EarlierRequests({ sells }: { readonly sells: readonly SellJson[] }) {
  const [shown, setShown] = useState(PAGE);
  const left = sells.length - shown;
  return (
    <Card title={words.title}>
      <ul className="-my-3">
        {sells.slice(0, shown).map((sell) => (
          <EarlierRow key={sell.id} sell={sell} />
        ))}
      </ul>
      {left > 0 && (
        <Button size="sm" className="mt-4" onClick={() => setShown(shown + 4 * PAGE)}>
          {words.more(Math.min(left, 4 * PAGE))}
        </Button>
      )}
    </Card>
  );
}

function EarlierRow({ sell }: { readonly sell: SellJson }) {
  const { requestedAt, notes, payout } = sell;
  return (
    <li className="grid gap-1 border-t border-line py-3 first:border-t-0">
      <div className="flex items-start justify-between gap-3 max-tight:flex-wrap">
        <Exchange sell={sell} />
        <StatusBadge sell={sell} />
      </div>
      <p className="flex flex-wrap items-center gap-x-3 text-sm text-faint">
        {words.requested(dateTimeText(requestedAt))}
        <PayoutLink payout={payout} />
      </p>
      {notes !== null && notes !== '' && (
        <p className="text-sm break-words text-quiet">{words.note(notes)}</p>
      )}
    </li>
  );
}
