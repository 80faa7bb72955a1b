import { type ReactNode, useRef } from 'react';

import { cx } from '../format/cx.ts';
import { type Head, TableHead } from './table-head.tsx';
import { FADES, useMore } from './use-more.ts';

interface TableProps {
  readonly label: string;
  readonly head: Head;
  /** As long as its rows are: where there are never many. */
  readonly isWhole?: boolean;
  /** Rows of Cell. */
  readonly children: ReactNode;
}

/** A dense table that scrolls in itself, never the page; its head stays in sight. */
export function Table({ label, head, isWhole = false, children }: TableProps) {
  const region = useRef<HTMLDivElement>(null);
  useMore(region);
  return (
    // It takes focus, so that the keyboard can scroll it; no landmark: its card is one, often of that name.
    <div
      ref={region}
      role="group"
      aria-label={label}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      className={cx(
        'relative -mx-1 overflow-auto rounded-md px-1',
        FADES,
        !isWhole && 'max-h-[500px]',
      )}
    >
      <table className="w-full border-collapse text-[0.8125rem]">
        <thead className="sticky top-0 z-10 bg-card">
          <tr>
            <TableHead head={head} />
          </tr>
        </thead>
        <tbody className="[&>tr]:border-t [&>tr]:h-[38px] [&>tr]:border-line [&>tr:hover]:bg-raise/50">
          {children}
        </tbody>
      </table>
    </div>
  );
}
