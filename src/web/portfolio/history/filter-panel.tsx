import { Button } from '../../kernel/ui/forms/button.tsx';
import { DateField } from '../../kernel/ui/forms/date-field.tsx';
import { optionsOf } from '../../kernel/ui/forms/options.ts';
import { SearchBox } from '../../kernel/ui/forms/search-box.tsx';
import { SelectField } from '../../kernel/ui/forms/select-field.tsx';
import { historyTexts } from './history-texts.ts';
import { type Choice, NO_CHOICE, isCleared } from './filter.ts';

const { filter: words, status: statuses } = historyTexts;
const STATUSES = [
  { value: '' as const, label: words.anyStatus },
  ...optionsOf(['completed', 'pending', 'failed'], statuses),
];

interface FilterPanelProps {
  readonly id: string;
  readonly choice: Choice;
  readonly onChange: (choice: Choice) => void;
}

/** Status, dates and text by which the list is narrowed, as one types. */
export function FilterPanel({ id, choice, onChange }: FilterPanelProps) {
  const change = (part: Partial<Choice>) => onChange({ ...choice, ...part });
  const isBackwards = Boolean(choice.from && choice.to && choice.to < choice.from);
  return (
    <div
      id={id}
      role="group"
      aria-label={words.label}
      className="mb-4 grid items-start gap-3 rounded-control bg-raise p-3.5 sm:grid-cols-2 wide:grid-cols-[160px_160px_160px_minmax(0,1fr)]"
    >
      <SelectField
        label={words.status}
        options={STATUSES}
        value={choice.status}
        onChange={(status) => change({ status })}
      />
      <DateField
        kind="day"
        label={words.from}
        value={choice.from}
        onChange={(from) => change({ from })}
      />
      <DateField
        kind="day"
        label={words.to}
        value={choice.to}
        error={isBackwards ? words.backwards : null}
        onChange={(to) => change({ to })}
      />
      <div className="grid gap-1.5">
        <span aria-hidden className="text-sm font-[550] text-quiet">
          {words.searchLabel}
        </span>
        <div className="flex items-center gap-2 *:first:grow">
          <SearchBox
            label={words.search}
            value={choice.search}
            onChange={(search) => change({ search })}
          />
          {isCleared(choice) || (
            <Button onClick={() => onChange({ ...NO_CHOICE, type: choice.type })}>
              {words.clear}
            </Button>
          )}
        </div>
      </div>
    </div>
  );
}
