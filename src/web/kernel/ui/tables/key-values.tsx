import type { ReactNode } from 'react';

import { cx } from '../format/cx.ts';
import { factRowClass } from './fact-row-class.ts';

export interface KeyValue {
  readonly key: string;
  readonly value: ReactNode;
  readonly note?: ReactNode;
}

interface KeyValuesProps {
  readonly items: readonly KeyValue[];
  /** Two columns where there is room for them. */
  readonly columns?: 1 | 2;
}

/** Facts, each in a line: name left, value right. */
export function KeyValues({ items, columns = 1 }: KeyValuesProps) {
  const double = columns === 2;
  return (
    <dl className={cx(double && 'grid gap-x-10 sm:grid-cols-2')}>
      {items.map(({ key, value, note }) => (
        <div key={key} className={factRowClass(double)}>
          <dt className="text-quiet">
            {key}
            {note && <span className="block text-sm text-faint">{note}</span>}
          </dt>
          <dd className="text-right font-[560]">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
