import { CircleCheck, CircleDashed, CircleX, LoaderCircle } from 'lucide-react';
import { type ReactNode, useId } from 'react';

import { verifyTexts } from './verify-texts.ts';
import { cx } from '../kernel/ui/format/cx.ts';
import { TONE_TEXT, type Tone } from '../kernel/ui/format/tone.ts';
import { Badge } from '../kernel/ui/marks/badge.tsx';
import type { StepOutcome, StepState } from '#proof/checks/outcomes';

const ICONS = { checking: LoaderCircle, holds: CircleCheck, wrong: CircleX, open: CircleDashed };
export const STATE_TONES: Readonly<Record<StepState, Tone>> = {
  checking: 'neutral',
  holds: 'good',
  wrong: 'bad',
  open: 'time',
};

interface StepCardProps {
  readonly number: number;
  readonly title: string;
  readonly outcome: StepOutcome;
  /** Inputs and results of the step. */
  readonly children?: ReactNode;
}

/** Card of a step: its claim, its outcome, and the inputs. */
export function StepCard({ number, title, outcome, children }: StepCardProps) {
  const id = useId();
  const { state, message, where } = outcome;
  const Icon = ICONS[state];
  return (
    <section
      aria-labelledby={id}
      className="grid min-w-0 gap-4 rounded-card border border-line bg-card px-4 py-4 sm:px-5 sm:py-5"
    >
      <header className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <h2 id={id} className="min-w-0 text-md leading-tight font-semibold tracking-[-0.005em]">
          {number}. {title}
        </h2>
        <Badge tone={STATE_TONES[state]}>{verifyTexts.states[state]}</Badge>
      </header>
      <p
        role="status"
        className={cx('flex gap-2.5', state === 'wrong' && 'font-[550]')}
        data-state={state}
      >
        <Icon
          aria-hidden
          className={cx(
            'mt-0.5 size-4 shrink-0',
            TONE_TEXT[STATE_TONES[state]],
            state === 'checking' && 'animate-spin',
          )}
        />
        <span className="min-w-0">
          {message}
          {where !== undefined && <span className="text-quiet"> {verifyTexts.where(where)}</span>}
        </span>
      </p>
      {children}
    </section>
  );
}

/** Long text that a reader compares letter by letter, such as a hash. */
export function Digest({ children }: { readonly children: string }) {
  return <code className="font-mono text-[0.8125rem] break-all text-quiet">{children}</code>;
}

/** Input of a step, with its value below its name. */
export function Input({
  name,
  note,
  children,
}: {
  readonly name: string;
  readonly note?: string;
  readonly children: ReactNode;
}) {
  return (
    <div className="min-w-0 border-t border-line py-2 first:border-t-0 first:pt-0 last:pb-0">
      <dt className="text-quiet">
        {name}
        {note !== undefined && <span className="block text-sm text-faint">{note}</span>}
      </dt>
      <dd className="mt-0.5 min-w-0">{children}</dd>
    </div>
  );
}

interface WorkingProps {
  readonly title?: string;
  readonly children: ReactNode;
}

/** Collapsed details of a computation. */
export function Working({ title = verifyTexts.working, children }: WorkingProps) {
  return (
    <details className="min-w-0">
      <summary className="hit w-fit content-center rounded-md text-sm font-[550] text-quiet hover:text-text">
        {title}
      </summary>
      <div className="mt-3 grid min-w-0 gap-3">{children}</div>
    </details>
  );
}
