import type { ReactNode } from 'react';

interface StatProps {
  readonly label: ReactNode;
  /** Usually a Figure. */
  readonly value: ReactNode;
  readonly note?: ReactNode;
}

/** One figure with its name above and its context below. */
export function Stat({ label, value, note }: StatProps) {
  return (
    <div className="min-w-0">
      <div className="flex min-h-[22px] items-center gap-2 text-sm text-quiet">{label}</div>
      <div className="mt-1.5">{value}</div>
      {note && <div className="mt-1.5 text-sm text-faint">{note}</div>}
    </div>
  );
}
