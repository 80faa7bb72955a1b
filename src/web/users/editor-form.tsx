import { useState } from 'react';

import type { AdminUserJson } from '#contract/users/admin-users';

import { PATHS } from '#contract/base/paths';

import { adminCall } from '../kernel/api/admin-client.ts';
import { AmountInput } from '../kernel/ui/forms/amount-input.tsx';
import { Button } from '../kernel/ui/forms/button.tsx';
import { trimZeros } from '../kernel/ui/format/format.ts';
import { Segmented } from '../kernel/ui/forms/segmented.tsx';
import { userEditorTexts } from './user-editor-texts.ts';
import { TextField } from '../kernel/ui/forms/text-field.tsx';
import { BeforeAfter, type Change } from '../kernel/dashboard/before-after.tsx';
import { SafeFigure, SafeText, useHidden } from '../kernel/dashboard/sensitive.tsx';
import { useAdminWrite } from '../kernel/dashboard/use-admin-write.ts';
import { WholeWallet } from '../kernel/dashboard/whole-wallet.tsx';
import { type Checked, type Direction, type Draft, EMPTY_DRAFT, checkDraft } from './draft.ts';

const { form: words, toast } = userEditorTexts;
const DIRECTIONS: readonly { value: Direction; label: string }[] = [
  { value: 'none', label: words.none },
  { value: 'credit', label: words.credit },
  { value: 'debit', label: words.debit },
];

interface EditorFormProps {
  readonly user: AdminUserJson;
  readonly onClose: () => void;
}

/** Name and balance of a user, with what would change before it is sent. */
export function EditorForm({ user, onClose }: EditorFormProps) {
  const [draft, setDraft] = useState(EMPTY_DRAFT);
  /** The same save is done once, however often it is sent. */
  const [idempotencyKey] = useState(() => crypto.randomUUID());
  const checked = checkDraft(draft, user, useHidden());
  const changes = changesOf(user, checked);
  const blocked = blockedBy(draft, checked, changes);
  const write = useAdminWrite({
    write: () => {
      const body = bodyOf(draft, checked);
      return adminCall('PUT', PATHS.adminUser, { params: { id: user.id }, body, idempotencyKey });
    },
    success: () => ({ title: toast.saved, detail: saved(checked) }),
    failure: { title: toast.failed, detail: toast.failedDetail },
    onDone: onClose,
  });
  return (
    <form
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (blocked === null && !write.isPending) write.start(undefined);
      }}
    >
      <Inputs
        user={user}
        draft={draft}
        checked={checked}
        busy={write.isPending}
        onChange={setDraft}
      />
      <WholeWallet label={words.wallet} address={user.walletAddress} />
      {changes.length > 0 && <BeforeAfter changes={changes} />}
      <div className="flex flex-wrap items-center justify-end gap-2">
        {blocked !== null && <p className="w-full text-right text-sm text-faint">{blocked}</p>}
        <Button disabled={write.isPending} onClick={onClose}>
          {words.cancel}
        </Button>
        <Button type="submit" tone="primary" busy={write.isPending} disabled={blocked !== null}>
          {words.save}
        </Button>
      </div>
    </form>
  );
}

interface InputsProps {
  readonly user: AdminUserJson;
  readonly draft: Draft;
  readonly checked: Checked;
  readonly busy: boolean;
  readonly onChange: (draft: Draft) => void;
}

function Inputs({ user, draft, checked, busy, onChange }: InputsProps) {
  const hidden = useHidden();
  const change = (part: Partial<Draft>) => onChange({ ...draft, ...part });
  return (
    <>
      <TextField
        label={words.username}
        hint={words.usernameHint}
        error={checked.usernameError}
        maxLength={50}
        disabled={busy}
        value={draft.username ?? (hidden ? '' : user.username)}
        onChange={(text) => change({ username: text })}
      />
      <div className="grid justify-items-start gap-1.5">
        <span aria-hidden className="text-sm font-[550] text-quiet">
          {words.adjustment}
        </span>
        <Segmented<Direction>
          label={words.adjustment}
          value={draft.direction}
          options={DIRECTIONS}
          onChange={(direction) => change({ direction })}
        />
      </div>
      {draft.direction !== 'none' && (
        <AmountInput
          label={words.amount}
          unit="LMT"
          step="0.01"
          value={draft.amount}
          disabled={busy}
          error={checked.amountError}
          hint={draft.direction === 'credit' ? words.creditHint : words.debitHint}
          max={draft.direction === 'debit' && !hidden ? trimZeros(user.unstakedLMT) : undefined}
          onChange={(amount) => change({ amount })}
        />
      )}
      <TextField
        label={words.reason}
        hint={words.reasonHint}
        maxLength={1_000}
        disabled={busy}
        value={draft.reason}
        onChange={(text) => change({ reason: text })}
      />
    </>
  );
}

function changesOf(
  user: AdminUserJson,
  { username, adjustment, unstakedAfter }: Checked,
): Change[] {
  const renamed = username !== undefined && {
    label: words.username,
    before: <SafeText>{user.username}</SafeText>,
    after: <SafeText>{username}</SafeText>,
  };
  const adjusted = adjustment !== undefined && {
    label: words.unstaked,
    before: <SafeFigure value={user.unstakedLMT} digits="exact" />,
    after: <SafeFigure value={unstakedAfter} digits="exact" />,
  };
  return [renamed, adjusted].filter((change) => change !== false);
}

function blockedBy(draft: Draft, checked: Checked, changes: readonly Change[]): string | null {
  if (checked.usernameError !== null || checked.amountError !== null) return words.wrong;
  const isHalf = draft.direction !== 'none' && checked.adjustment === undefined;
  return changes.length === 0 || isHalf ? words.nothing : null;
}

function bodyOf({ reason }: Draft, { username, adjustment }: Checked) {
  const said = reason.trim();
  return { username, adjustment, reason: said === '' ? undefined : said };
}

function saved({ username, adjustment }: Checked): string {
  const told = [
    ...(username === undefined ? [] : [toast.renamed(username)]),
    ...(adjustment?.direction === 'credit' ? [toast.credited(trimZeros(adjustment.amount))] : []),
    ...(adjustment?.direction === 'debit' ? [toast.debited(trimZeros(adjustment.amount))] : []),
  ];
  return told.join(' ');
}
