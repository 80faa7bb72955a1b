import type { ReactNode } from 'react';

export interface KeyValue {
  readonly key: string;
  readonly value: ReactNode;
  readonly note?: string;
}

/** Facts in a column: name left, value right, a line between. */
export function KeyValues({ items }: { readonly items: readonly KeyValue[] }) {
  return (
    <dl>
      {items.map(({ key, value, note }) => (
        <div
          key={key}
          className="grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-4 border-t border-line py-2 first:border-t-0 first:pt-0 last:pb-0"
        >
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
