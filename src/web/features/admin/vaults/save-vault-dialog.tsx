import type { ReactNode } from 'react';

import type { AdminVaultJson } from '#contract/admin-vaults';
import { PATHS } from '#contract/paths';

import { adminCall } from '../../../api/admin-client.ts';
import { shortId } from '#domain/vaults/short-id';
import { adminVaultsTexts } from '../../../texts/admin-vaults.ts';
import { dateText } from '../../../ui/format/date-text.ts';
import type { Change } from '../before-after.tsx';
import { ConfirmDialog } from '../confirm-dialog.tsx';
import { SafeFigure } from '../sensitive.tsx';
import { useAdminWrite } from '../use-admin-write.ts';
import type { CheckedVault, VaultEdit } from './draft.ts';

const { saving: words, panel, form } = adminVaultsTexts;

interface SaveVaultDialogProps {
  readonly vault: AdminVaultJson;
  readonly changes: VaultEdit;
  readonly whole: CheckedVault['whole'];
  readonly onSaved: () => void;
  readonly onClose: () => void;
}

/** What changes, as it is and as it will be, before anything is sent. */
export function SaveVaultDialog(props: SaveVaultDialogProps) {
  const { vault, changes, whole, onSaved, onClose } = props;
  const write = useAdminWrite({
    write: (reason: string | undefined) =>
      adminCall('PUT', PATHS.adminVault, {
        params: { vaultId: vault.id },
        body: { ...whole, reason },
      }),
    success: () => ({ title: words.done, detail: words.doneDetail(shortId(vault.id)) }),
    failure: { title: words.failed, detail: words.failedDetail },
    onDone: onSaved,
  });
  return (
    <ConfirmDialog
      title={words.title}
      description={words.hint}
      changes={changesOf(vault, changes)}
      wallet={{ label: panel.wallet, address: vault.walletAddress }}
      confirm={words.confirm}
      write={write}
      onClose={onClose}
    >
      {changes.status !== undefined && (
        <p className="text-sm text-quiet">
          {vault.status === 'completed' ? form.reopenedHint : form.statusHint[changes.status]}
        </p>
      )}
    </ConfirmDialog>
  );
}

function changesOf(vault: AdminVaultJson, edit: VaultEdit): Change[] {
  const rows: readonly (Change & { readonly isSet: boolean })[] = [
    row(panel.amount, {
      to: edit.amount,
      before: amountOf(vault.amount),
      show: (to) => amountOf(String(to)),
    }),
    row(panel.rewards, {
      to: edit.rewardsAccrued,
      before: amountOf(vault.rewardsAccrued),
      show: (to) => amountOf(String(to)),
    }),
    row(panel.status, {
      to: edit.status,
      before: panel.statuses[vault.status],
      show: (to) => panel.statuses[to],
    }),
    row(panel.cycle, { to: edit.cycleNumber, before: vault.cycleNumber, show: (to) => to }),
    row(panel.auto, {
      to: edit.autoRestakeEnabled,
      before: switchOf(vault.autoRestakeEnabled),
      show: switchOf,
    }),
    row(panel.vaultStart, {
      to: edit.vaultStartTime,
      before: timeOf(vault.vaultStartTime),
      show: timeOf,
    }),
    row(panel.vaultEnd, {
      to: edit.vaultEndTime,
      before: timeOf(vault.vaultEndTime),
      show: timeOf,
    }),
  ];
  return rows.filter(({ isSet }) => isSet);
}

function row<T>(
  label: string,
  {
    to,
    before,
    show,
  }: {
    readonly to: T | undefined;
    readonly before: ReactNode;
    readonly show: (to: T) => ReactNode;
  },
) {
  return { label, before, after: to === undefined ? null : show(to), isSet: to !== undefined };
}

const amountOf = (value: string) => <SafeFigure value={value} digits="exact" />;
const switchOf = (on: boolean) => (on ? panel.on : panel.off);
const timeOf = (iso: string | null) => (iso === null ? panel.notYet : dateText(iso));
