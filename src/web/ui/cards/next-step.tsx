import type { CSSProperties, ReactNode } from 'react';

interface NextStepProps {
  readonly title: string;
  /** What happens, and what happens if the user does nothing. */
  readonly hint: string;
  /** Time is running out, or something is simply ready. */
  readonly tone?: 'time' | 'good';
  /** A live countdown. */
  readonly clock?: ReactNode;
  readonly actions?: ReactNode;
}

/** The strip above everything: what needs the user, by when, and its action. */
export function NextStep({ title, hint, tone = 'time', clock, actions }: NextStepProps) {
  const colour = tone === 'time' ? 'var(--amber)' : 'var(--accent)';
  return (
    <section
      aria-label={title}
      style={{ '--tone': colour } as CSSProperties}
      className="next-step grid items-center gap-x-[18px] gap-y-3 rounded-card px-[18px] py-4 wide:flex"
    >
      {clock !== undefined && (
        <div
          style={{ color: colour }}
          className="font-mono text-[min(1.6875rem,8vw)] leading-none font-[560] tracking-[-0.045em]"
        >
          {clock}
        </div>
      )}
      <div className="min-w-0 grow">
        <p className="font-[550]">{title}</p>
        <p className="text-[0.8125rem] text-quiet">{hint}</p>
      </div>
      {actions !== undefined && (
        <div className="flex flex-wrap gap-2 *:grow wide:*:grow-0">{actions}</div>
      )}
    </section>
  );
}
