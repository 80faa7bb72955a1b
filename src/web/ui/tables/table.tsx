import type { ReactNode } from 'react';

interface TableProps {
  readonly label: string;
  /** TableHead cells. */
  readonly head: ReactNode;
  /** Rows of Cell. */
  readonly children: ReactNode;
}

/** A dense table that scrolls in itself, never the page; its head stays in sight. */
export function Table({ label, head, children }: TableProps) {
  return (
    // It takes focus, so that the keyboard can scroll it; no landmark: its card is one, often of that name.
    <div
      role="group"
      aria-label={label}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      className="relative -mx-1 max-h-[500px] overflow-auto rounded-md px-1"
    >
      <table className="w-full border-collapse text-[0.8125rem]">
        <thead className="sticky top-0 z-10 bg-card">
          <tr>{head}</tr>
        </thead>
        <tbody className="[&>tr]:border-t [&>tr]:h-[38px] [&>tr]:border-line [&>tr:hover]:bg-raise/50">
          {children}
        </tbody>
      </table>
    </div>
  );
}
