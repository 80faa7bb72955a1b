import type { ReactNode } from 'react';

import { nextStepTexts } from './next-step-texts.ts';
import type { Positions } from '../../kernel/api/positions.ts';

/** What the strip says of a step. */
export interface StepView {
  readonly title: string;
  readonly hint: string;
  /** Time runs out, or something simply is so. */
  readonly tone: 'time' | 'good';
  readonly actions?: ReactNode;
}

/** What a step is about: the user's things, and which of them. */
export interface StepContext {
  readonly own: Positions;
  readonly id: string | null;
  /** When it ends or begins, as words; '' where no time is set. */
  readonly when: string;
  readonly now: number;
}

/** What can be done, or, while the protocol is paused, that it can't be. */
export function orPaused(
  own: Positions,
  hint: string,
  actions: ReactNode,
): Pick<StepView, 'hint' | 'actions'> {
  return own.isPaused ? { hint: nextStepTexts.paused } : { hint, actions };
}
