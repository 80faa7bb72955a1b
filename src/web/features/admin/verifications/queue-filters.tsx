import type { ReactNode } from 'react';

import { verificationsTexts } from '../../../texts/admin-verifications.ts';
import { AmountFilter } from '../../../ui/forms/amount-filter.tsx';
import { FilterSelect } from '../../../ui/forms/filter-select.tsx';
import { optionsOf } from '../../../ui/forms/options.ts';
import { useNarrow } from '../../../ui/format/use-narrow.ts';
import { Toolbar } from '../../../ui/tables/toolbar.tsx';
import type { AgeFilter, QueueFilter, RiskFilter, TokenFilter } from './queue-view.ts';

const { queue: words } = verificationsTexts;

const AGES = optionsOf<AgeFilter>(['all', 'day', 'overdue'], words.ages);
const TOKENS = optionsOf<TokenFilter>(['all', 'SOL', 'USDC'], words.tokens);
const RISKS = optionsOf<RiskFilter>(['all', 'high', 'medium', 'low', 'unknown'], words.risks);

interface QueueFiltersProps {
  readonly filter: QueueFilter;
  readonly onFilter: (filter: QueueFilter) => void;
  /** At the line's end. */
  readonly children: ReactNode;
}

/** What narrows the queue down; on a phone a click away. */
export function QueueFilters({ filter, onFilter, children }: QueueFiltersProps) {
  const fields = <Fields filter={filter} onFilter={onFilter} />;
  const isNarrow = useNarrow();
  return (
    <Toolbar label={words.filters}>
      {isNarrow ? (
        <details className="max-w-full open:w-full">
          <summary className="hit w-fit content-center rounded-md text-sm text-quiet">
            {words.filter}
          </summary>
          <div className="mt-1 flex flex-wrap gap-2">{fields}</div>
        </details>
      ) : (
        fields
      )}
      <div className="ml-auto flex flex-wrap items-center gap-2 text-sm text-faint">{children}</div>
    </Toolbar>
  );
}

function Fields({ filter, onFilter }: Omit<QueueFiltersProps, 'children'>) {
  const { age, token, risk, from, to } = filter;
  return (
    <>
      <FilterSelect
        label={words.age}
        value={age}
        options={AGES}
        onChange={(next) => onFilter({ ...filter, age: next })}
      />
      <FilterSelect
        label={words.token}
        value={token}
        options={TOKENS}
        onChange={(next) => onFilter({ ...filter, token: next })}
      />
      <FilterSelect
        label={words.risk}
        value={risk}
        options={RISKS}
        onChange={(next) => onFilter({ ...filter, risk: next })}
      />
      <AmountFilter
        label={words.from}
        token="LMT"
        value={from}
        onChange={(next) => onFilter({ ...filter, from: next })}
      />
      <AmountFilter
        label={words.to}
        token="LMT"
        value={to}
        onChange={(next) => onFilter({ ...filter, to: next })}
      />
    </>
  );
}
