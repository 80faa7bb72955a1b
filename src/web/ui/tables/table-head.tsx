import { ArrowDown, ArrowUp, ArrowUpDown } from 'lucide-react';

import { cx } from '../format/cx.ts';
import { texts } from '../../texts/texts.ts';

export type SortOrder = 'ascending' | 'descending';

interface TableHeadProps {
  readonly children: string;
  /** For columns of numbers. */
  readonly right?: boolean;
  /** Left out on a phone. */
  readonly roomy?: boolean;
  /** The order in force; null for a column that could be sorted by; left out where it can't. */
  readonly sort?: SortOrder | null;
  readonly onSort?: () => void;
}

const ICONS = { ascending: ArrowUp, descending: ArrowDown, none: ArrowUpDown };

export function TableHead(props: TableHeadProps) {
  const { children, right = false, roomy = false, sort, onSort } = props;
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
        children
      ) : (
        <button
          type="button"
          aria-label={texts.table.sortBy(children)}
          onClick={onSort}
          className={cx(
            'hit inline-flex min-h-7 items-center gap-1 rounded-md hover:text-text',
            sort !== null && 'text-text',
          )}
        >
          {children}
          <Icon aria-hidden className={cx('size-3.5', sort === null && 'opacity-50')} />
        </button>
      )}
    </th>
  );
}
