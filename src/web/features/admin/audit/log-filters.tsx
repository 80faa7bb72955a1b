import type { LogChoice } from '../../../api/admin-audit.ts';
import { Field } from '../../../ui/forms/field.tsx';
import { SearchBox } from '../../../ui/forms/search-box.tsx';
import { Select } from '../../../ui/forms/select.tsx';
import { auditTexts } from '../../../texts/admin-audit.ts';
import { TextInput } from '../../../ui/forms/text-input.tsx';

const { log: words } = auditTexts;

/** Parts of the paths of what an owner does. */
const CALLS = [
  'emergency-pause',
  'settings',
  'revenue',
  'holdings',
  'sell-verifications',
  'users',
  'vaults',
  'bonds',
  'deposits',
  'blockchain',
] as const;
const OPTIONS = [
  { value: '', label: words.anyCall },
  ...CALLS.map((call) => ({ value: call, label: call })),
];

interface LogFiltersProps {
  readonly choice: LogChoice;
  readonly onChange: (choice: LogChoice) => void;
}

/** Narrows the log by text, by what was called, and by date. */
export function LogFilters({ choice, onChange }: LogFiltersProps) {
  const at = (day: string, plusDays: number): string => {
    if (day === '') return '';
    const date = new Date(`${day}T00:00:00`);
    date.setDate(date.getDate() + plusDays);
    return date.toISOString();
  };
  return (
    <div data-dense className="flex flex-wrap items-end gap-3">
      <SearchBox
        label={words.search}
        value={choice.search}
        onChange={(search) => onChange({ ...choice, search })}
      />
      <div className="min-w-48">
        <Field label={words.call}>
          {(control) => (
            <Select
              {...control}
              value={choice.call}
              options={OPTIONS}
              onChange={(event) => onChange({ ...choice, call: event.target.value })}
            />
          )}
        </Field>
      </div>
      <div className="min-w-40">
        <Field label={words.from}>
          {(control) => (
            <TextInput
              {...control}
              type="date"
              onChange={(event) => onChange({ ...choice, from: at(event.target.value, 0) })}
            />
          )}
        </Field>
      </div>
      <div className="min-w-40">
        <Field label={words.to}>
          {(control) => (
            <TextInput
              {...control}
              type="date"
              onChange={(event) => onChange({ ...choice, to: at(event.target.value, 1) })}
            />
          )}
        </Field>
      </div>
    </div>
  );
}
