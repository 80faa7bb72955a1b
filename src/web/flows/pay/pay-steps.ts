import { isZero } from '../../ui/format/format.ts';
import type { Step } from '../../ui/cards/steps.tsx';
import { payTexts } from '../../texts/pay.ts';
import { type Progress, STAGES, type Stage } from './progress.ts';

/** The steps of a payment as they stand: five, or two where nothing is left to pay. */
export function paySteps(progress: Progress): Step[] {
  const isFree = isZero(progress.amount);
  const stages: readonly Stage[] = isFree ? ['quote', 'record'] : STAGES;
  const labels = { ...payTexts.steps, ...payTexts[progress.purpose].steps };
  const at = stages.indexOf(progress.stage);
  const { kind } = progress.outcome;
  return stages.map((stage, index): Step => {
    const label = labels[stage];
    if (kind === 'done' || index < at) return { label, state: 'done' };
    if (index > at) return { label, state: 'todo' };
    if (kind === 'failed' || kind === 'expired') return { label, state: 'failed' };
    const note = kind === 'running' ? noteOf(progress, stage) : undefined;
    return { label, state: 'current', ...(note === undefined ? {} : { note }) };
  });
}

function noteOf(progress: Progress, stage: Stage): string {
  const { purpose, walletName, isSlow, isUnseen = false, isAskedAgain = false } = progress;
  const { notes } = payTexts;
  const own = payTexts[purpose].notes;
  switch (stage) {
    case 'sign':
      return (isAskedAgain ? notes.signAgain : notes.sign)(walletName);
    case 'confirm':
      return isSlow ? notes.slow : notes.confirm;
    case 'record':
      if (!isSlow) return own.record;
      return isUnseen ? own.unseen : notes.retry;
    case 'quote':
      return own.quote;
    case 'send':
      return notes.send;
  }
}
