import { type ReactNode, useId } from 'react';

import { cx } from '../format/cx.ts';

interface CardProps {
  readonly title: string;
  /** Beside the title: an age, a badge, tabs. */
  readonly aside?: ReactNode;
  readonly className?: string;
  readonly children: ReactNode;
}

export function Card({ title, aside, className, children }: CardProps) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className={cx('min-w-0 rounded-card border border-line bg-card p-4 sm:p-5', className)}
    >
      <header className="mb-4 flex min-h-8 flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 id={id} className="text-md leading-tight font-semibold tracking-[-0.005em]">
          {title}
        </h2>
        {aside !== undefined && <div className="text-sm text-faint">{aside}</div>}
      </header>
      {children}
    </section>
  );
}
