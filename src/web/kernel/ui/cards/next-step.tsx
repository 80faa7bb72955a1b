import type { CSSProperties, ReactNode } from 'react';

import { cx } from '../format/cx.ts';
import { stripClass } from './strip-class.ts';

interface NextStepProps {
  readonly title: string;
  /** What happens, and what happens if the user does nothing: at most 90 characters where we write it. */
  readonly hint: string;
  /** Time is running out, or something is simply ready. */
  readonly tone?: 'time' | 'good';
  /** A live countdown. */
  readonly clock?: ReactNode;
  readonly actions?: ReactNode;
  /** In one line, the hint on hover. */
  readonly isBrief?: boolean;
}

/** The strip above everything: what needs the user, by when, and its action. */
export function NextStep(props: NextStepProps) {
  const { title, hint, tone = 'time', clock, actions, isBrief = false } = props;
  const colour = tone === 'time' ? 'var(--amber)' : 'var(--accent)';
  return (
    <section
      aria-label={title}
      style={{ '--tone': colour } as CSSProperties}
      className={`next-step ${stripClass(isBrief)}`}
    >
      {clock && (
        <div
          style={{ color: colour }}
          className={cx(
            'shrink-0 font-mono leading-none font-[560] tracking-[-0.045em] whitespace-nowrap',
            isBrief ? 'text-md' : 'text-[min(1.6875rem,8vw)]',
          )}
        >
          {clock}
        </div>
      )}
      <div className="min-w-0 grow basis-0">
        <p className="font-[550]" data-hint={isBrief ? hint : undefined}>
          {title}
        </p>
        {!isBrief && <p className="text-[0.8125rem] text-quiet">{hint}</p>}
      </div>
      {actions !== undefined && (
        <div className="flex flex-wrap gap-2 *:grow wide:shrink-0 wide:flex-nowrap wide:*:grow-0">
          {actions}
        </div>
      )}
    </section>
  );
}
