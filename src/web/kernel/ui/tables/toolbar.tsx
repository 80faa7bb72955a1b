import type { ReactNode } from 'react';

/** A row of controls above a table; wraps where it is narrow. */
export function Toolbar({
  label,
  children,
}: {
  readonly label: string;
  readonly children: ReactNode;
}) {
  return (
    <div
      role="group"
      aria-label={label}
      data-dense
      className="mb-2.5 flex flex-wrap items-center gap-2"
    >
      {children}
    </div>
  );
}
