import { Button } from '../../ui/forms/button.tsx';
import { vaultTexts } from '../../texts/vault.ts';

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
  switch (view) {
    case 'input':
      return (
        <>
          <Button onClick={onClose}>{dialog.cancel}</Button>
          <Button tone="primary" disabled={isEmpty} onClick={onProceed}>
            {says.proceed}
          </Button>
        </>
      );
    case 'confirm':
    case 'processing': {
      const isRunning = view === 'processing';
      return (
        <>
          <Button disabled={isRunning} onClick={onBack}>
            {dialog.back}
          </Button>
          <Button tone="primary" busy={isRunning} onClick={onConfirm}>
            {says.confirm}
          </Button>
        </>
      );
    }
    case 'complete':
    case 'closed':
      return <Button onClick={onClose}>{dialog.close}</Button>;
  }
}
