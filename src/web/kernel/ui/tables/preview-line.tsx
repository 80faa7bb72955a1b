import type { ReactNode } from 'react';

interface PreviewLineProps {
  readonly name: string;
  readonly note?: string;
  readonly children: ReactNode;
}

/** A line of what a form says before it is sent. */
export function PreviewLine({ name, note, children }: PreviewLineProps) {
  return (
    <div className="flex justify-between gap-x-4 max-tight:flex-wrap">
      <dt className="text-quiet">
        {name}
        {note !== undefined && <span className="text-faint"> {note}</span>}
      </dt>
      <dd className="text-right">{children}</dd>
    </div>
  );
}
