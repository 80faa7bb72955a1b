import { useState } from 'react';

import type { SellJson } from '#contract/sells';

import { Button } from '../../../ui/forms/button.tsx';
import { Card } from '../../../ui/cards/card.tsx';
import { verificationsTexts } from '../../../texts/admin-verifications.ts';
import { AllRequests } from './all-requests.tsx';
import { SellTable } from './sell-table.tsx';

const { history: words } = verificationsTexts;

/** The last ten requests that were decided; on a click all there ever were. */
export function History({ recent }: { readonly recent: readonly SellJson[] }) {
  const [isWhole, setWhole] = useState(false);
  return (
    <Card
      title={isWhole ? words.titleAll : words.title}
      aside={
        <Button size="sm" aria-pressed={isWhole} onClick={() => setWhole(!isWhole)}>
          {isWhole ? words.recent : words.all}
        </Button>
      }
    >
      {isWhole ? (
        <AllRequests />
      ) : recent.length === 0 ? (
        <p className="text-quiet">{words.empty}</p>
      ) : (
        <SellTable label={words.title} sells={recent} total={recent.length} />
      )}
    </Card>
  );
}
