import type { CSSProperties } from 'react';

import { bondTexts } from '../../texts/bond.ts';

const CELLS = 24;

interface LockBarProps {
  /** Milliseconds since 1970, all three. */
  readonly start: number;
  readonly end: number;
  readonly now: number;
}

/** The 24 hours of a bond's lock, a cell for each, with a needle at now. */
export function LockBar({ start, end, now }: LockBarProps) {
  const part = Math.min(1, Math.max(0, (now - start) / (end - start)));
  const elapsed = part * CELLS;
  return (
    <div role="img" aria-label={`${bondTexts.list.progress}: ${Math.floor(part * 100)}%`}>
      <div className="relative grid h-[26px] grid-cols-24 items-center gap-[2px]">
        {Array.from({ length: CELLS }, (_, hour) => (
          <i key={hour} className="cell" style={fill(elapsed - hour)} />
        ))}
        <span className="needle" style={{ left: `clamp(1px, ${part * 100}%, 100% - 1px)` }} />
      </div>
    </div>
  );
}

function fill(part: number): CSSProperties {
  return { '--fill': `${Math.min(1, Math.max(0, part)) * 100}%` } as CSSProperties;
}
