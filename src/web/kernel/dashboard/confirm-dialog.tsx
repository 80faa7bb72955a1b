import { type ReactNode, useState } from 'react';

import { AskDialog } from '../ui/overlays/ask-dialog.tsx';
import { payOutTexts } from './pay-out/pay-out-texts.ts';
import { adminTexts } from './dashboard-texts.ts';
import { BeforeAfter, type Change } from './before-after.tsx';
import { ReasonField } from './reason-field.tsx';
import { useAdminWrite } from './use-admin-write.ts';
import { type NamedWallet, WholeWallet } from './whole-wallet.tsx';

const { confirm: words } = adminTexts;

interface ConfirmDialogProps {
  readonly title: string;
  readonly description?: string | undefined;
  /** What it will change, each with its figure now and after. */
  readonly changes?: readonly Change[];
  /** The wallet that it pays or concerns. */
  readonly wallet?: NamedWallet | null;
  /** What the button that does it says. */
  readonly confirm: string;
  readonly destructive?: boolean;
  /** Why it can't be done now. */
  readonly blocked?: string | null;
  /** What it does, for the reason that the owner gives. */
  readonly write: {
    readonly isPending: boolean;
    /** The owner's wallet is asked. */
    readonly isSigning?: boolean;
    readonly start: (reason: string | undefined) => void;
  };
  readonly onClose: () => void;
  /** Inputs, or what else is to be known. */
  readonly children?: ReactNode;
}

/** Asks the owner once more, says what will change, and takes a reason for the log. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, description, changes = [], confirm, destructive = false, write } = props;
  const { wallet = null, blocked = null, onClose, children } = props;
  const { isPending: busy, start } = write;
  const [reason, setReason] = useState('');
  return (
    <AskDialog
      title={title}
      description={description}
      cancel={words.cancel}
      confirm={confirm}
      tone={destructive ? 'destructive' : 'primary'}
      disabled={blocked !== null}
      isBusy={busy}
      onConfirm={() => start(reason.trim() === '' ? undefined : reason.trim())}
      onClose={onClose}
    >
      {children}
      {write.isSigning && <p role="status">{payOutTexts.signing}</p>}
      {wallet && <WholeWallet {...wallet} />}
      {changes.length > 0 && <BeforeAfter changes={changes} />}
      {blocked !== null && blocked !== '' && <p className="text-sm text-quiet">{blocked}</p>}
      <ReasonField value={reason} disabled={busy} onChange={setReason} />
    </AskDialog>
  );
}

interface WriteDialogProps<Answer> extends Pick<
  ConfirmDialogProps,
  'changes' | 'wallet' | 'destructive' | 'blocked' | 'onClose'
> {
  readonly says: {
    readonly title: string;
    readonly hint?: string | undefined;
    readonly confirm: string;
    readonly done: string;
    readonly failed: string;
    readonly failedDetail: string;
  };
  readonly write: (reason: string | undefined) => Promise<Answer>;
  /** What is told once it is done; a mere text names no amount, wallet or person, and is never hidden. */
  readonly told: string | ((answer: Answer) => string);
  /** After it is done, where that is more than to close. */
  readonly onDone?: () => void;
  /** As ConfirmDialog has them; inputs are told whether it is being done. */
  readonly children?: ReactNode | ((isBusy: boolean) => ReactNode);
}

/** Asks in the same way, does it by one call, and tells how it went. */
export function WriteDialog<Answer>(props: WriteDialogProps<Answer>) {
  const { says, write: call, told, onDone, children, ...dialog } = props;
  const write = useAdminWrite({
    write: call,
    success: (answer) =>
      typeof told === 'string'
        ? { title: says.done, detail: told, safe: told }
        : { title: says.done, detail: told(answer) },
    failure: { title: says.failed, detail: says.failedDetail },
    onDone: onDone ?? dialog.onClose,
  });
  const { title, hint, confirm } = says;
  return (
    <ConfirmDialog {...dialog} {...{ title, confirm, write }} description={hint}>
      {typeof children === 'function' ? children(write.isPending) : children}
    </ConfirmDialog>
  );
}
