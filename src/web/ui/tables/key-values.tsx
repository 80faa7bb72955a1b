import type { ReactNode } from 'react';

import { cx } from '../format/cx.ts';

export interface KeyValue {
  readonly key: string;
  readonly value: ReactNode;
  readonly note?: string;
}

interface KeyValuesProps {
  readonly items: readonly KeyValue[];
  /** Two columns where there is room for them. */
  readonly columns?: 1 | 2;
}

const ROW =
  'grid grid-cols-[minmax(0,1fr)_auto] content-start items-baseline gap-x-4 border-t border-line py-2 ' +
  'first:border-t-0 first:pt-0 last:pb-0 max-tight:grid-cols-1 max-tight:*:text-left';

/** Facts, each in a line: name left, value right. */
export function KeyValues({ items, columns = 1 }: KeyValuesProps) {
  const double = columns === 2;
  return (
    <dl className={cx(double && 'grid gap-x-10 sm:grid-cols-2')}>
      {items.map(({ key, value, note }) => (
        <div key={key} className={cx(ROW, double && 'sm:nth-2:border-t-0 sm:nth-2:pt-0')}>
          <dt className="text-quiet">
            {key}
            {note !== undefined && <span className="block text-sm text-faint">{note}</span>}
          </dt>
          <dd className="text-right font-[560]">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
