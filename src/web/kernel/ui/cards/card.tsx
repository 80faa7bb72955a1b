import { type ReactNode, useId } from 'react';

import { cx } from '../format/cx.ts';

interface CardProps {
  readonly title: string;
  /** Beside the title: an age, a badge, tabs. */
  readonly aside?: ReactNode;
  /** Around a table that is worked in: less room around it is more rows in sight. */
  readonly dense?: boolean;
  readonly children: ReactNode;
}

export function Card({ title, aside, dense = false, children }: CardProps) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className={cx(
        'min-w-0 rounded-card border border-line bg-card px-4 sm:px-5',
        dense ? 'py-3' : 'py-4 sm:py-5',
      )}
    >
      <header
        className={cx(
          'flex min-h-8 flex-wrap items-center justify-between gap-x-4 gap-y-2',
          dense ? 'mb-2.5' : 'mb-4',
        )}
      >
        <h2 id={id} className="text-md leading-tight font-semibold tracking-[-0.005em]">
          {title}
        </h2>
        {aside && <div className="min-w-0 text-sm text-faint">{aside}</div>}
      </header>
      {children}
    </section>
  );
}
