import type { ReactNode } from 'react';

/** A titled part of a dialog. */
export function Section({
  title,
  children,
}: {
  readonly title: string;
  readonly children: ReactNode;
}) {
  return (
    <section className="min-w-0">
      <h3 className="mb-3 text-sm font-[550] text-faint">{title}</h3>
      {children}
    </section>
  );
}
