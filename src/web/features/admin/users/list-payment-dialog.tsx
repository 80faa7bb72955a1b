import { useState } from 'react';

import { listPayment } from '../../../api/admin-deposits.ts';
import { TextField } from '../../../ui/forms/text-field.tsx';
import { depositsTexts } from '../../../texts/admin-deposits.ts';
import { ConfirmDialog } from '../confirm-dialog.tsx';
import { useAdminWrite } from '../use-admin-write.ts';

const { listing: words } = depositsTexts;

const SIGNATURE = /^[1-9A-HJ-NP-Za-km-z]{64,90}$/;

/** Lists the payments of a transaction that the watcher never took. */
export function ListPaymentDialog({ onClose }: { readonly onClose: () => void }) {
  const [typed, setTyped] = useState('');
  const signature = typed.trim();
  const write = useAdminWrite({
    write: (reason: string | undefined) => listPayment(signature, reason),
    success: (listed) => ({ title: words.done, detail: words.doneDetail(listed.length) }),
    failure: { title: words.failed, detail: words.failedDetail },
    onDone: onClose,
  });
  return (
    <ConfirmDialog
      title={words.title}
      description={words.hint}
      confirm={words.confirm}
      blocked={SIGNATURE.test(signature) ? null : signature === '' ? '' : words.malformed}
      write={write}
      onClose={onClose}
    >
      <TextField
        label={words.signature}
        hint={words.signatureHint}
        maxLength={100}
        spellCheck={false}
        value={typed}
        disabled={write.isPending}
        onChange={setTyped}
      />
    </ConfirmDialog>
  );
}
