import { type ReactNode, useState } from 'react';

import { AskDialog } from '../../ui/overlays/ask-dialog.tsx';
import { adminTexts } from '../../texts/admin.ts';
import { BeforeAfter, type Change } from './before-after.tsx';
import { ReasonField } from './reason-field.tsx';
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
      {wallet && <WholeWallet {...wallet} />}
      {changes.length > 0 && <BeforeAfter changes={changes} />}
      {blocked !== null && blocked !== '' && <p className="text-sm text-quiet">{blocked}</p>}
      <ReasonField value={reason} disabled={busy} onChange={setReason} />
    </AskDialog>
  );
}
