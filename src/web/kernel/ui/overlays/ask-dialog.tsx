import type { ComponentProps } from 'react';

import { Button } from '../forms/button.tsx';
import { Dialog } from './dialog.tsx';

interface AskDialogProps extends Omit<
  ComponentProps<typeof Dialog>,
  'open' | 'onOpenChange' | 'locked' | 'footer'
> {
  /** What the two buttons say: the one that leaves it, and the one that does it. */
  readonly cancel: string;
  readonly confirm: string;
  readonly tone?: 'primary' | 'destructive';
  /** It can't be done now. */
  readonly disabled?: boolean;
  /** It is being done: until then the dialog stays. */
  readonly isBusy: boolean;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

/** Asks once more before something is done, and stays open while it is. */
export function AskDialog(props: AskDialogProps) {
  const { cancel, confirm, tone = 'primary', disabled = false, ...rest } = props;
  const { isBusy, onConfirm, onClose, ...dialog } = rest;
  return (
    <Dialog
      {...dialog}
      open
      onOpenChange={onClose}
      locked={isBusy}
      footer={
        <>
          <Button disabled={isBusy} onClick={onClose}>
            {cancel}
          </Button>
          <Button tone={tone} busy={isBusy} disabled={disabled} onClick={onConfirm}>
            {confirm}
          </Button>
        </>
      }
    />
  );
}
