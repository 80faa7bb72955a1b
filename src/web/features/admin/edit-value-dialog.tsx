import { useState } from 'react';

import type { PATHS } from '#contract/paths';

import { adminCall } from '../../api/admin-client.ts';
import { adminTexts } from '../../texts/admin.ts';
import { AmountInput } from '../../ui/forms/amount-input.tsx';
import { wholeAmount } from '../../ui/forms/amount-text.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { useAdminWrite } from './use-admin-write.ts';
import { type ValueKind, entryOf, problemOf, shownOf, unitOf, wireOf } from './value-field.ts';

const { edit: words } = adminTexts;

/** A value of the protocol that the owner may change. */
export interface EditableValue {
  /** As the call names it. */
  readonly name: string;
  readonly label: string;
  readonly kind: ValueKind;
  /** What is in force, as the server says it; null where nothing is set. */
  readonly value: string | null;
  /** What a change does, and when. */
  readonly hint?: string;
}

/** Where a changed value is sent. */
export type ValuesPath = typeof PATHS.adminSettings | typeof PATHS.adminRevenue;

interface EditValueDialogProps {
  readonly of: EditableValue;
  readonly path: ValuesPath;
  readonly says: { readonly done: string; readonly failed: string; readonly failedDetail: string };
  readonly onClose: () => void;
}

/** Changes one value: checked while it is typed, shown before and after, sent with a reason. */
export function EditValueDialog({ of, path, says, onClose }: EditValueDialogProps) {
  const { name, label, kind, value, hint } = of;
  const [text, setText] = useState(value === null ? '' : entryOf(kind, value));
  const entry = wholeAmount(text);
  const problem = problemOf(kind, entry, value);
  const write = useAdminWrite({
    write: (reason: string | undefined) =>
      adminCall('POST', path, { body: { [name]: wireOf(kind, entry), reason } }),
    success: () => ({ title: says.done, detail: words.done(label, entered(kind, entry)) }),
    failure: { title: says.failed, detail: says.failedDetail },
    onDone: onClose,
  });
  const none = value === null ? words.unset : shownOf(kind, value);
  return (
    <ConfirmDialog
      title={words.title(label)}
      description={hint}
      changes={problem === null ? [{ label, before: none, after: entered(kind, entry) }] : []}
      confirm={words.save}
      blocked={problem === 'same' ? words.same : problem === null ? null : ''}
      write={write}
      onClose={onClose}
    >
      <AmountInput
        isFirst
        label={label}
        unit={unitOf(kind)}
        value={text}
        error={
          entry === '' || problem === null || problem === 'same' ? null : words.problems[problem]
        }
        disabled={write.isPending}
        onChange={setText}
      />
    </ConfirmDialog>
  );
}

/** What was typed, as the list would show it. */
function entered(kind: ValueKind, text: string): string {
  return shownOf(kind, String(kind === 'percent' ? wireOf(kind, text) : text));
}
