import type { ReactNode } from 'react';

import { cx } from '../format/cx.ts';

interface CellProps {
  readonly right?: boolean;
  /** On one line, as a date is. */
  readonly nowrap?: boolean;
  /** Left out on a phone. */
  readonly roomy?: boolean;
  /** A second, quieter line. */
  readonly note?: ReactNode;
  readonly children: ReactNode;
}

/** A table cell. */
export function Cell({ right = false, nowrap = right, roomy = false, note, children }: CellProps) {
  return (
    <td
      className={cx(
        'py-1 pr-4 last:pr-0',
        right && 'text-right',
        nowrap && 'whitespace-nowrap',
        roomy && 'max-sm:hidden',
      )}
    >
      {children}
      {note && <div className="text-sm text-faint">{note}</div>}
    </td>
  );
}
