import { Check, X } from 'lucide-react';

import { cx } from '../format/cx.ts';
import { texts } from '../texts/shared-texts.ts';

export type StepState = 'done' | 'current' | 'todo' | 'failed';

export interface Step {
  readonly label: string;
  readonly state: StepState;
  readonly note?: string | undefined;
}

const MARKS: Readonly<Record<StepState, string>> = {
  done: 'border-transparent tint-accent text-accent',
  current: 'border-text text-text',
  todo: 'border-edge text-faint',
  failed: 'border-transparent tint-red text-red',
};

/** How far a piece of work has come: quote, sign, sent, confirmed, recorded. */
export function Steps({ steps }: { readonly steps: readonly Step[] }) {
  return (
    <ol className="grid">
      {steps.map((step, index) => (
        <li
          key={step.label}
          aria-current={step.state === 'current' ? 'step' : undefined}
          className="group grid grid-cols-[24px_1fr] gap-x-3"
        >
          <div className="flex flex-col items-center">
            <StepMark state={step.state} number={index + 1} />
            <i aria-hidden className="w-px grow bg-line group-last:hidden" />
          </div>
          <div className="pb-4 group-last:pb-0">
            <p className={cx('leading-6 font-[550]', step.state === 'todo' && 'text-faint')}>
              {step.label}
              <span className="sr-only"> ({texts.steps[step.state]})</span>
            </p>
            {step.note !== undefined && <p className="text-sm text-quiet">{step.note}</p>}
          </div>
        </li>
      ))}
    </ol>
  );
}

interface MarkProps {
  readonly state: StepState;
  readonly number: number;
}

/** A step's number, or how it went. */
export function StepMark({ state, number }: MarkProps) {
  return (
    <span
      aria-hidden
      className={cx(
        'grid size-6 shrink-0 place-items-center rounded-full border text-xs font-[560] [&_svg]:size-3.5',
        MARKS[state],
        state === 'current' && 'animate-breathe',
      )}
    >
      {state === 'done' ? <Check /> : state === 'failed' ? <X /> : number}
    </span>
  );
}
