import { Button } from '../../ui/button.tsx';
import { formatNumber } from '../../ui/format.ts';
import { NextStep } from '../../ui/next-step.tsx';
import { bondTexts } from '../../ui/texts/bond.ts';
import { type Progress, openDialog, useProgress } from './progress.ts';

/** A payment whose dialog is closed: what it is doing, and a way to look. */
export default function PayStrip() {
  const { progress, isOpen } = useProgress();
  if (!progress || isOpen) return null;
  const { title, hint } = wordsOf(progress);
  const isExpired = progress.outcome.kind === 'expired';
  const { show, anew } = bondTexts.pay;
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
  const { tokenType, outcome, isResumed } = progress;
  const says = bondTexts.pay;
  const amount = formatNumber(progress.amount, tokenType === 'SOL' ? 4 : 2);
  switch (outcome.kind) {
    case 'expired':
      return { title: says.expired.title, hint: says.expired.detail };
    case 'failed':
      return { title: says.failed.title, hint: outcome.message };
    case 'stuck':
      return { title: says.stuck, hint: says.stuckHint(amount, tokenType) };
    case 'changed':
    case 'done':
    case 'running':
      return {
        title: isResumed ? says.resumed : says.underWay,
        hint: isResumed ? says.resumedHint(amount, tokenType) : says.waitingHint(amount, tokenType),
      };
  }
}
