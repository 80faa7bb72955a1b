import type { ReactNode } from 'react';

import { cx } from '../format/cx.ts';
import { TONE_TINT, type Tone } from '../format/tone.ts';

interface BadgeProps {
  readonly tone?: Tone;
  readonly children: ReactNode;
}

export function Badge({ tone = 'neutral', children }: BadgeProps) {
  return (
    <span
      className={cx(
        'inline-flex items-center gap-1.5 rounded-md px-2 py-[3px] text-xs leading-[1.3] font-[560] whitespace-nowrap max-tight:whitespace-normal',
        TONE_TINT[tone],
      )}
    >
      {children}
    </span>
  );
}
