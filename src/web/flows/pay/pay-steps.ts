import type { Step } from '../../ui/steps.tsx';
import { bondTexts } from '../../ui/texts/bond.ts';
import { type Progress, STAGES, type Stage } from './progress.ts';

/** The five steps of a payment as they stand. */
export function paySteps(progress: Progress): Step[] {
  const { steps } = bondTexts.pay;
  const at = STAGES.indexOf(progress.stage);
  const { kind } = progress.outcome;
  return STAGES.map((stage, index): Step => {
    const label = steps[stage];
    if (kind === 'done' || index < at) return { label, state: 'done' };
    if (index > at) return { label, state: 'todo' };
    if (kind === 'failed' || kind === 'expired') return { label, state: 'failed' };
    const note = kind === 'running' ? noteOf(progress, stage) : undefined;
    return { label, state: 'current', ...(note === undefined ? {} : { note }) };
  });
}

function noteOf({ walletName, isSlow }: Progress, stage: Stage): string {
  const { notes } = bondTexts.pay;
  switch (stage) {
    case 'sign':
      return notes.sign(walletName);
    case 'confirm':
      return isSlow ? notes.slow : notes.confirm;
    case 'record':
      return isSlow ? notes.retry : notes.record;
    case 'quote':
    case 'send':
      return notes[stage];
  }
}
