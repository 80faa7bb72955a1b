import type { ReactNode } from 'react';

import { cx } from '../format/cx.ts';
import { TONE_FILL, type Tone } from '../format/tone.ts';

interface PillProps {
  /** Gives it a dot of this tone. */
  readonly tone?: Tone;
  readonly children: ReactNode;
}

/** A small fact of the surroundings: the network, the price, the wallet. */
export function Pill({ tone, children }: PillProps) {
  return (
    <span className="inline-flex min-h-8 items-center gap-2 rounded-full border border-line px-[11px] text-sm whitespace-nowrap text-quiet">
      {tone !== undefined && (
        <i aria-hidden className={cx('size-[7px] rounded-full', TONE_FILL[tone])} />
      )}
      {children}
    </span>
  );
}
