import type { ReactNode } from 'react';

import { cx } from '../format/cx.ts';

interface StatGridProps {
  /** Side by side where there is room. */
  readonly columns?: 3 | 4;
  /** Stats. */
  readonly children: ReactNode;
}

/** Stats side by side, on a phone two; each figure is as large as its cell allows. */
export function StatGrid({ columns = 4, children }: StatGridProps) {
  return (
    <div
      className={cx(
        'grid grid-cols-2 gap-x-4 gap-y-6 [--room:165] max-sm:gap-y-4 max-tight:grid-cols-1 *:@container',
        columns === 4 ? 'wide:grid-cols-4' : 'sm:grid-cols-3',
      )}
    >
      {children}
    </div>
  );
}
