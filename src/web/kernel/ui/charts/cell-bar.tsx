import type { CSSProperties } from 'react';

import { cx } from '../format/cx.ts';

const CELLS = 24;

interface CellBarProps {
  readonly label: string;
  /** How much of the time has passed, 0 to 1. */
  readonly part: number;
  /** The second half stands in amber. */
  readonly isHalfLate?: boolean;
}

/** A stretch of time in 24 cells, with a needle at now. */
export function CellBar({ label, part, isHalfLate = false }: CellBarProps) {
  return (
    <div
      role="img"
      aria-label={label}
      className="relative grid h-[26px] grid-cols-24 items-center gap-[2px]"
    >
      {Array.from({ length: CELLS }, (_, cell) => (
        <i
          key={cell}
          className={cx('cell', isHalfLate && cell >= CELLS / 2 && 'cell-window')}
          style={fill(part * CELLS - cell)}
        />
      ))}
      <span className="needle" style={{ left: `clamp(1px, ${part * 100}%, 100% - 1px)` }} />
    </div>
  );
}

function fill(part: number): CSSProperties {
  return { '--fill': `${Math.min(1, Math.max(0, part)) * 100}%` } as CSSProperties;
}
