import { useEffect, useState } from 'react';

import { Button } from '../../kernel/ui/forms/button.tsx';
import { vaultTexts } from '../../kernel/ui/texts/vault-texts.ts';

interface UnstakeButtonsProps {
  readonly view: 'input' | 'confirm' | 'processing' | 'complete' | 'closed';
  /** Nothing is typed yet. */
  readonly isEmpty: boolean;
  readonly onClose: () => void;
  readonly onProceed: () => void;
  readonly onBack: () => void;
  readonly onConfirm: () => void;
}

/** What can be done at this point of an unstake. */
export function UnstakeButtons(props: UnstakeButtonsProps) {
  const { view, isEmpty, onClose, onProceed, onBack, onConfirm } = props;
  const { dialog, unstake: says } = vaultTexts;
  const isSettled = useSettled(view);
  // The buttons of two steps stand in the same place: a double click on one is not one on the next.
  const settled = (act: () => void) => (isSettled ? { onClick: act } : { 'aria-disabled': true });
  switch (view) {
    case 'input':
      return (
        <>
          <Button {...settled(onClose)}>{dialog.cancel}</Button>
          <Button tone="primary" disabled={isEmpty} {...settled(onProceed)}>
            {says.proceed}
          </Button>
        </>
      );
    case 'confirm':
    case 'processing': {
      const isRunning = view === 'processing';
      return (
        <>
          <Button disabled={isRunning} {...settled(onBack)}>
            {dialog.back}
          </Button>
          <Button tone="primary" busy={isRunning} {...settled(onConfirm)}>
            {says.confirm}
          </Button>
        </>
      );
    }
    case 'complete':
    case 'closed':
      return <Button {...settled(onClose)}>{dialog.close}</Button>;
  }
}

/** Longer than the pause between the two clicks of a double click. */
const SETTLES_AFTER_MS = 500;

/** Whether a step has been on the screen long enough for a click to be meant for it, not for the step before. */
function useSettled(step: string): boolean {
  const [settled, setSettled] = useState<string | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(step), SETTLES_AFTER_MS);
    return () => {
      clearTimeout(timer);
      setSettled(null);
    };
  }, [step]);
  return settled === step;
}
