import type { ReactNode } from 'react';

import type { PictureColour } from './palette.ts';

export interface LegendItem {
  readonly label: string;
  readonly colour: PictureColour;
  readonly value: ReactNode;
}

/** What the colours of a picture stand for, with their figures. */
export function Legend({ items }: { readonly items: readonly LegendItem[] }) {
  return (
    <dl className="grid grid-cols-2 gap-2.5 max-tight:grid-cols-1 wide:grid-cols-[repeat(auto-fit,minmax(130px,1fr))]">
      {items.map(({ label, colour, value }) => (
        <div key={label} className="min-w-0">
          <dt className="flex items-center gap-[7px] text-sm text-quiet">
            <i aria-hidden className="size-2 rounded-[3px]" style={{ background: colour }} />
            {label}
          </dt>
          <dd className="mt-[3px] text-md">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
