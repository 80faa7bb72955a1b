import { useState } from 'react';

import type { AdminVaultJson } from '#contract/vaults/admin-vaults';
import { instant } from '#domain/base/time';
import { PATHS } from '#contract/base/paths';
import { shortId } from '#domain/base/short-id';

import { useServerNow } from '../../kernel/api/use-server-now.ts';
import { Button } from '../../kernel/ui/forms/button.tsx';
import { KeyValues } from '../../kernel/ui/tables/key-values.tsx';
import { adminVaultsTexts } from './admin-vault-texts.ts';
import { SafeAddress, SafeFigure } from '../../kernel/dashboard/sensitive.tsx';
import { changesOf } from './changes-of.tsx';
import { EMPTY_DRAFT, checkVault, type CheckedVault, type VaultEdit } from './draft.ts';
import { VaultInputs } from './vault-inputs.tsx';
import { adminCall } from '../../kernel/api/admin-client.ts';
import { WriteDialog } from '../../kernel/dashboard/confirm-dialog.tsx';

const { panel: words, form } = adminVaultsTexts;

interface VaultFormProps {
  /** As it is when editing begins: the edit rests on it, whatever is read later. */
  readonly vault: AdminVaultJson;
  /** Everything typed is thrown away. */
  readonly onCancel: () => void;
  readonly onSaved: () => void;
}

/** A vault in edit mode. */
export function VaultForm({ vault: shown, onCancel, onSaved }: VaultFormProps) {
  const [vault] = useState(shown);
  const [draft, setDraft] = useState(EMPTY_DRAFT);
  const [isSaving, setSaving] = useState(false);
  const { changes, whole, errors } = checkVault(draft, vault, instant(useServerNow()));
  const isWrong = Object.keys(errors).length > 0;
  const blocked = isWrong ? form.wrong : Object.keys(changes).length === 0 ? form.nothing : null;
  return (
    <form
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (blocked === null) setSaving(true);
      }}
    >
      <KeyValues
        items={[
          { key: words.wallet, value: <SafeAddress address={vault.walletAddress} /> },
          {
            key: words.original,
            note: form.shown,
            value: <SafeFigure value={vault.originalAmount} unit="LMT" digits="fine" />,
          },
          {
            key: words.earned,
            note: form.shown,
            value: <SafeFigure value={vault.totalRewardsEarned} unit="LMT" digits="fine" />,
          },
        ]}
      />
      <VaultInputs vault={vault} draft={draft} errors={errors} onChange={setDraft} />
      <div className="flex flex-wrap items-center gap-2">
        <Button type="submit" tone="primary" disabled={blocked !== null}>
          {words.save}
        </Button>
        <Button onClick={onCancel}>{words.cancel}</Button>
        {blocked !== null && <p className="text-sm text-faint">{blocked}</p>}
      </div>
      {isSaving && (
        <SaveVaultDialog
          vault={vault}
          changes={changes}
          whole={whole}
          onSaved={onSaved}
          onClose={() => setSaving(false)}
        />
      )}
    </form>
  );
}

const { saving } = adminVaultsTexts;

interface SaveVaultDialogProps {
  readonly vault: AdminVaultJson;
  readonly changes: VaultEdit;
  readonly whole: CheckedVault['whole'];
  readonly onSaved: () => void;
  readonly onClose: () => void;
}

/** What changes, as it is and as it will be, before anything is sent. */
function SaveVaultDialog(props: SaveVaultDialogProps) {
  const { vault, changes, whole, onSaved, onClose } = props;
  const params = { vaultId: vault.id };
  return (
    <WriteDialog
      says={saving}
      write={(reason) => adminCall('PUT', PATHS.adminVault, { params, body: { ...whole, reason } })}
      told={() => saving.doneDetail(shortId(vault.id))}
      changes={changesOf(vault, changes)}
      wallet={{ label: words.wallet, address: vault.walletAddress }}
      onDone={onSaved}
      onClose={onClose}
    >
      {changes.status !== undefined && (
        <p className="text-sm text-quiet">
          {vault.status === 'completed' ? form.reopenedHint : form.statusHint[changes.status]}
        </p>
      )}
    </WriteDialog>
  );
}
