import type { AuditChoice } from '../../../api/admin-audit.ts';
import { SearchBox } from '../../../ui/forms/search-box.tsx';
import { Segmented } from '../../../ui/forms/segmented.tsx';
import { auditTexts as words } from '../../../texts/admin-audit.ts';

type Filter = AuditChoice['filter'];
const FILTERS: readonly Filter[] = ['all', 'issues', 'high', 'medium'];

interface AuditFiltersProps {
  readonly choice: AuditChoice;
  readonly onChange: (choice: AuditChoice) => void;
}

export function AuditFilters({ choice, onChange }: AuditFiltersProps) {
  return (
    <div data-dense className="flex flex-wrap items-center justify-between gap-3">
      <div className="max-w-full overflow-x-auto">
        <Segmented<Filter>
          label={words.filter}
          value={choice.filter}
          options={FILTERS.map((value) => ({ value, label: words.filters[value] }))}
          onChange={(filter) => onChange({ ...choice, filter })}
        />
      </div>
      <SearchBox
        label={words.search}
        value={choice.search}
        onChange={(search) => onChange({ ...choice, search })}
      />
    </div>
  );
}
