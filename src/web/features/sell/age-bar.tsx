import type { CSSProperties } from 'react';

import { SELL_ANSWER_MS } from '#domain/terms/terms';
import { HOUR_MS } from '#domain/base/time';

import { cx } from '../../ui/format/cx.ts';
import { sellTexts } from '../../texts/sell.ts';

/** A cell for every two hours. */
const CELLS = 24;

/** How old a request is against the 48 hours in which it should be answered; the second day in amber. */
export function AgeBar({ ageMs }: { readonly ageMs: number }) {
  const part = Math.min(1, Math.max(0, ageMs / SELL_ANSWER_MS));
  const elapsed = part * CELLS;
  const hours = Math.floor(ageMs / HOUR_MS);
  return (
    <div
      role="img"
      aria-label={`${sellTexts.ticket.ageLabel}: ${sellTexts.hours(hours)}`}
      className="relative grid h-[26px] grid-cols-24 items-center gap-[2px]"
    >
      {Array.from({ length: CELLS }, (_, cell) => (
        <i
          key={cell}
          className={cx('cell', cell >= CELLS / 2 && 'cell-window')}
          style={fill(elapsed - cell)}
        />
      ))}
      <span className="needle" style={{ left: `clamp(1px, ${part * 100}%, 100% - 1px)` }} />
    </div>
  );
}

function fill(part: number): CSSProperties {
  return { '--fill': `${Math.min(1, Math.max(0, part)) * 100}%` } as CSSProperties;
}
