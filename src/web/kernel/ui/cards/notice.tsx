import { CircleCheck, Info, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';

import { cx } from '../format/cx.ts';
import { TONE_TEXT, type Tone } from '../format/tone.ts';

interface NoticeProps {
  readonly tone?: Tone;
  readonly title?: string;
  readonly children: ReactNode;
}

const FRAMES: Readonly<Record<Tone, string>> = {
  neutral: 'border-line bg-raise',
  good: 'border-line tint-accent',
  time: 'border-amber/30 tint-amber',
  bad: 'border-red/30 tint-red',
};

const ICONS = { neutral: Info, good: CircleCheck, time: TriangleAlert, bad: TriangleAlert };

/** Something to know before or after an action, in place. */
export function Notice({ tone = 'neutral', title, children }: NoticeProps) {
  const Icon = ICONS[tone];
  return (
    <div className={cx('flex gap-3 rounded-control border px-3.5 py-3', FRAMES[tone])}>
      <Icon aria-hidden className={cx('mt-0.5 size-4 shrink-0', TONE_TEXT[tone])} />
      <div className="min-w-0 text-[0.8125rem]">
        {title !== undefined && <p className="font-[550]">{title}</p>}
        <div>{children}</div>
      </div>
    </div>
  );
}
