import type { LogChoice } from '../kernel/api/reads/audit-queries.ts';
import { DateField } from '../kernel/ui/forms/date-field.tsx';
import { startOfDay } from '../kernel/ui/format/local-time.ts';
import { SearchBox } from '../kernel/ui/forms/search-box.tsx';
import { SelectField } from '../kernel/ui/forms/select-field.tsx';
import { useKept } from '../kernel/ui/state/use-kept.ts';
import { auditTexts } from './audit-texts.ts';

const { log: words } = auditTexts;

const OPTIONS = [
  { value: '', label: words.anyCall },
  ...Object.entries(words.calls).map(([value, label]) => ({ value, label })),
];

/** As typed; null while half typed. */
type Days = Readonly<Record<'from' | 'to', string | null>>;

interface LogFiltersProps {
  readonly choice: LogChoice;
  readonly onChange: (choice: LogChoice) => void;
}

/** Narrows the log by text, by what was done, and by date. */
export function LogFilters({ choice, onChange }: LogFiltersProps) {
  const [days, setDays] = useKept<Days>('admin log days', { from: '', to: '' });
  const setDay = (end: 'from' | 'to', day: string | null) => {
    setDays({ ...days, [end]: day });
    onChange({ ...choice, [end]: day ? startOfDay(day, end === 'to' ? 1 : 0).toISOString() : '' });
  };
  return (
    <div data-dense className="flex flex-wrap items-end gap-3">
      <SearchBox
        label={words.search}
        value={choice.search}
        onChange={(search) => onChange({ ...choice, search })}
      />
      <div className="min-w-48">
        <SelectField
          label={words.call}
          value={choice.call}
          options={OPTIONS}
          onChange={(call) => onChange({ ...choice, call })}
        />
      </div>
      {(['from', 'to'] as const).map((end) => (
        <div key={end} className="min-w-44">
          <DateField
            kind="day"
            label={words[end]}
            value={days[end]}
            onChange={(day) => setDay(end, day)}
          />
        </div>
      ))}
    </div>
  );
}
