import { ArrowDown, ArrowUp, ArrowUpDown } from 'lucide-react';
import { type ReactElement, isValidElement } from 'react';

import { cx } from '../format/cx.ts';
import { texts } from '../texts/shared-texts.ts';
import type { Column } from './column.ts';

/** The columns from left to right; a text alone is a title, an element a cell of its own. */
export type Head = readonly (string | Column | ReactElement)[];

const ICONS = { ascending: ArrowUp, descending: ArrowDown, none: ArrowUpDown };

export function TableHead({ head }: { readonly head: Head }) {
  return head.map((column) => {
    if (isValidElement(column)) return column;
    const shown = typeof column === 'string' ? { label: column } : column;
    return <Title key={shown.label} {...shown} />;
  });
}

function Title({ label, right = false, roomy = false, sort, onSort }: Column) {
  const Icon = ICONS[sort ?? 'none'];
  return (
    <th
      scope="col"
      aria-sort={sort ?? undefined}
      className={cx(
        'py-0.5 pr-4 text-sm font-[550] whitespace-nowrap text-faint last:pr-0',
        right ? 'text-right' : 'text-left',
        roomy && 'max-sm:hidden',
      )}
    >
      {sort === undefined ? (
        label
      ) : (
        <button
          type="button"
          aria-label={texts.table.sortBy(label)}
          onClick={onSort}
          className={cx(
            'hit inline-flex min-h-7 items-center gap-1 rounded-md hover:text-text',
            sort !== null && 'text-text',
          )}
        >
          {label}
          <Icon aria-hidden className={cx('size-3.5', sort === null && 'opacity-50')} />
        </button>
      )}
    </th>
  );
}
