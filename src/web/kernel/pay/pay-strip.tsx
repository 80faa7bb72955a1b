import { Button } from '../ui/forms/button.tsx';
import { amountText } from '../ui/format/digits.ts';
import { formatTrimmed } from '../ui/format/format.ts';
import { NextStep } from '../ui/cards/next-step.tsx';
import { payTexts } from './pay-texts.ts';
import { type Progress, openDialog, useProgress } from './progress.ts';

/** A payment whose dialog is closed: what it is doing, and a way to look. */
export default function PayStrip() {
  const { progress, isOpen } = useProgress();
  if (!progress || isOpen) return null;
  const { title, hint } = wordsOf(progress);
  const isExpired = progress.outcome.kind === 'expired';
  const { show, anew } = payTexts;
  return (
    <NextStep
      tone={progress.outcome.kind === 'running' ? 'good' : 'time'}
      title={title}
      hint={hint}
      actions={<Button onClick={() => openDialog(!isExpired)}>{isExpired ? anew : show}</Button>}
    />
  );
}

function wordsOf(progress: Progress): { title: string; hint: string } {
  const { purpose, tokenType, outcome, stage, isResumed } = progress;
  const says = payTexts;
  const own = says[purpose];
  const amount = amountText(tokenType, progress.amount, 'fine');
  switch (outcome.kind) {
    case 'expired':
      return { title: says.expired.title, hint: says.expired.detail };
    case 'failed':
      return { title: own.failed[outcome.step], hint: outcome.message };
    case 'stuck':
      // Only what was sent comes to be recorded.
      return {
        title: own.stuck,
        hint: stage === 'record' ? own.stuckHint(amount, tokenType) : outcome.message,
      };
    case 'due':
      return { title: says.fee.required, hint: says.fee.missing(formatTrimmed(progress.amount)) };
    case 'changed':
    case 'done':
    case 'running':
      return {
        title: isResumed ? says.resumed : says.underWay,
        hint: isResumed ? says.resumedHint(amount, tokenType) : says.waitingHint(amount, tokenType),
      };
  }
}
