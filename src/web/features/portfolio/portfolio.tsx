import { useQuery } from '@tanstack/react-query';
import { History } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'wouter';

import { isZero } from '../../ui/format/format.ts';
import { INTERVALS_MS } from '../../api/intervals.ts';
import { readOf } from '../../api/read-of.ts';
import { portfolioQuery } from '../../api/user-queries.ts';
import { buttonClass } from '../../ui/forms/button-class.ts';
import { DataCard } from '../../ui/cards/data-card.tsx';
import { Empty } from '../../ui/cards/empty.tsx';
import { Skeleton } from '../../ui/cards/skeleton.tsx';
import { Tabs } from '../../ui/cards/tabs.tsx';
import { portfolioTexts as says } from '../../texts/portfolio.ts';
import { Overview } from './overview.tsx';
import { Positions } from './positions.tsx';

type View = keyof typeof says.tabs;

/** What the user has, where it is, and what it is worth. */
export default function Portfolio({ userId }: { readonly userId: string }) {
  const [view, setView] = useState<View>('overview');
  const read = readOf(useQuery(portfolioQuery(userId)), INTERVALS_MS.portfolio);
  return (
    <DataCard
      title={says.title}
      says={says}
      read={read}
      skeleton={<Skeleton className="h-[483px] sm:h-[317px]" />}
    >
      {(portfolio) => (
        <Tabs<View>
          label={says.title}
          value={view}
          onChange={setView}
          tabs={[
            {
              value: 'overview',
              label: says.tabs.overview,
              content: <Overview portfolio={portfolio} userId={userId} />,
            },
            {
              value: 'positions',
              label: says.tabs.positions,
              content: <Positions userId={userId} hasUnstaked={!isZero(portfolio.unstakedLMT)} />,
            },
            { value: 'history', label: says.tabs.history, content: <ToHistory /> },
          ]}
        />
      )}
    </DataCard>
  );
}

function ToHistory() {
  return (
    <Empty
      icon={<History aria-hidden />}
      title={says.history.text}
      action={
        <Link href="/?tab=history" className={buttonClass({})}>
          {says.history.action}
        </Link>
      }
    />
  );
}
