import type { ReactNode } from 'react';

interface SectionProps {
  readonly title: string;
  readonly hint?: string;
  readonly children: ReactNode;
}

/** A titled part of the card. */
export function Section({ title, hint, children }: SectionProps) {
  return (
    <section>
      <h3 className="text-sm text-quiet">{title}</h3>
      <div className="mt-3">{children}</div>
      {hint !== undefined && <p className="mt-3 text-sm text-faint">{hint}</p>}
    </section>
  );
}
