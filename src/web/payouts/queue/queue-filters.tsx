import type { ReactNode } from 'react';
import { ChevronDown } from 'lucide-react';

import { verificationsTexts } from './queue-texts.ts';
import { optionsOf } from '../../kernel/ui/forms/options.ts';
import { useNarrow } from '../../kernel/ui/format/use-narrow.ts';
import { Toolbar } from '../../kernel/ui/tables/toolbar.tsx';
import type { AgeFilter, QueueFilter, RiskFilter, TokenFilter } from './queue-view.ts';
import { amountTexts } from '../../kernel/ui/texts/amount-texts.ts';
import { cx } from '../../kernel/ui/format/cx.ts';
import { editedAmount } from '../../kernel/ui/forms/edited-amount.ts';
import { typedAmount } from '../../kernel/ui/forms/typed-amount.ts';

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
        value={from}
        onChange={(next) => onFilter({ ...filter, from: next })}
      />
      <AmountFilter
        label={words.to}
        value={to}
        onChange={(next) => onFilter({ ...filter, to: next })}
      />
    </>
  );
}

interface FilterSelectProps<V extends string> {
  readonly label: string;
  readonly value: V;
  readonly options: readonly { readonly value: V; readonly label: string }[];
  readonly onChange: (value: V) => void;
}

/** A small select above a table, with its label inside the frame. */
function FilterSelect<V extends string>(props: FilterSelectProps<V>) {
  const { label, value, options, onChange } = props;
  return (
    <label className="hit relative inline-flex min-h-8 items-center gap-1.5 rounded-control border border-edge bg-ground pl-3 text-sm text-faint has-focus-visible:outline-2 has-focus-visible:outline-text">
      {label}
      <select
        aria-label={label}
        value={value}
        onChange={(event) => {
          const chosen = options.find((option) => option.value === event.target.value);
          if (chosen) onChange(chosen.value);
        }}
        className="appearance-none self-stretch bg-transparent pr-8 text-text outline-none"
      >
        {options.map((option) => (
          <option key={option.value} value={option.value} className="bg-card text-text">
            {option.label}
          </option>
        ))}
      </select>
      <ChevronDown
        aria-hidden
        className="pointer-events-none absolute right-2.5 size-4 text-quiet"
      />
    </label>
  );
}

interface AmountFilterProps {
  readonly label: string;
  /** As typed; '' for no bound. */
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** A small field above a table that bounds an amount of LMT; what is no amount bounds nothing, and says so. */
function AmountFilter({ label, value, onChange }: AmountFilterProps) {
  const { kind } = typedAmount('LMT', value);
  const isWrong = kind !== 'empty' && kind !== 'amount';
  return (
    <label
      className={cx(
        'hit inline-flex min-h-8 items-center gap-1.5 rounded-control border bg-ground px-3 text-sm text-faint has-focus-visible:outline-2 has-focus-visible:outline-text',
        isWrong ? 'border-red' : 'border-edge',
      )}
    >
      {label}
      <input
        type="text"
        inputMode="decimal"
        autoComplete="off"
        aria-invalid={isWrong || undefined}
        data-hint={isWrong ? amountTexts.malformed : undefined}
        value={value}
        onChange={(event) => onChange(editedAmount(event))}
        className="w-14 self-stretch bg-transparent text-text outline-none"
      />
    </label>
  );
}
