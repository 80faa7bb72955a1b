import type { CSSProperties } from 'react';

import { cx } from '../kernel/ui/format/cx.ts';
import { vaultTexts } from '../kernel/ui/texts/vault-texts.ts';
import { CELLS, DAYS_PER_CYCLE, cellFill, cellsElapsed, type VaultTimes } from './vault-cells.ts';

interface VaultTimelineProps {
  readonly times: VaultTimes;
  readonly now: number;
  /** Under the bar: at its start, about maturity, at the window. */
  readonly captions: readonly [string, string, string];
}

const DAYS = Array.from({ length: DAYS_PER_CYCLE }, (_, day) => day + 1);

/** A vault's life: vesting, seven days, the window, and a needle at now. */
export function VaultTimeline({ times, now, captions }: VaultTimelineProps) {
  const elapsed = cellsElapsed(times, now);
  const percent = (elapsed / CELLS) * 100;
  const [start, middle, end] = captions;
  return (
    <div role="img" aria-label={vaultTexts.timeline(Math.round(percent))}>
      <div className="relative grid h-[26px] grid-cols-9 items-center gap-[3px]">
        <i className="hatch h-2 rounded-[2px]" />
        {DAYS.map((day) => (
          <i key={day} className="cell" style={fill(cellFill(elapsed, day))} />
        ))}
        <i className="cell cell-window" style={fill(cellFill(elapsed, CELLS - 1))} />
        <span className="needle" style={{ left: `clamp(1px, ${percent}%, 100% - 1px)` }} />
      </div>
      <div className="mt-0.5 flex flex-wrap justify-between gap-x-2 text-xs text-faint">
        {[start, middle, end].map((caption, index) => (
          <span
            key={caption}
            className={cx(index === 1 && 'text-center', index === 2 && 'text-right')}
          >
            {caption}
          </span>
        ))}
      </div>
    </div>
  );
}

function fill(part: number): CSSProperties {
  return { '--fill': `${part * 100}%` } as CSSProperties;
}
