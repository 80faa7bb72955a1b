import { History } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'wouter';

import { isZero } from '../kernel/ui/format/format.ts';
import { useRead } from '../kernel/api/read-of.ts';
import { portfolioQuery } from '../kernel/api/reads/user-queries.ts';
import { buttonClass } from '../kernel/ui/forms/button-class.ts';
import { DataCard } from '../kernel/ui/cards/data-card.tsx';
import { Empty } from '../kernel/ui/cards/empty.tsx';
import { Tabs } from '../kernel/ui/cards/tabs.tsx';
import { portfolioTexts as says } from '../kernel/ui/texts/portfolio-texts.ts';
import { Overview } from './overview.tsx';
import { Positions } from './positions.tsx';
import { VaultsCard } from './vaults-card.tsx';
import { PORTFOLIO_SHAPE } from './skeleton-shapes.ts';

type View = keyof typeof says.tabs;

/** What the user has, where it is, what it is worth, and how far the vaults are. */
export default function Portfolio({ userId }: { readonly userId: string }) {
  return (
    <>
      <PortfolioCard userId={userId} />
      <VaultsCard userId={userId} />
    </>
  );
}

function PortfolioCard({ userId }: { readonly userId: string }) {
  const [view, setView] = useState<View>('overview');
  const read = useRead(portfolioQuery(userId));
  const portfolio = read.state === 'ready' ? read.data : null;
  return (
    <Tabs<View>
      label={says.title}
      value={view}
      onChange={setView}
      tabs={[
        {
          value: 'overview',
          label: says.tabs.overview,
          content: portfolio && <Overview portfolio={portfolio} userId={userId} />,
        },
        {
          value: 'positions',
          label: says.tabs.positions,
          content: portfolio && (
            <Positions userId={userId} hasUnstaked={!isZero(portfolio.unstakedLMT)} />
          ),
        },
        { value: 'history', label: says.tabs.history, content: <ToHistory /> },
      ]}
      renderFrame={(list, content) => (
        <DataCard
          title={says.title}
          says={says}
          read={read}
          aside={list}
          skeleton={PORTFOLIO_SHAPE}
        >
          {() => content}
        </DataCard>
      )}
    />
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
