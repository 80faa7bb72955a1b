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
  return [
    ...changeOf(panel.amount, [vault.amount, edit.amount], amountOf),
    ...changeOf(panel.rewards, [vault.rewardsAccrued, edit.rewardsAccrued], amountOf),
    ...changeOf(panel.status, [vault.status, edit.status], (status) => panel.statuses[status]),
    ...changeOf(panel.cycle, [vault.cycleNumber, edit.cycleNumber], String),
    ...changeOf(panel.auto, [vault.autoRestakeEnabled, edit.autoRestakeEnabled], switchOf),
    ...changeOf(panel.vaultStart, [vault.vaultStartTime, edit.vaultStartTime], timeOf),
    ...changeOf(panel.vaultEnd, [vault.vaultEndTime, edit.vaultEndTime], timeOf),
  ];
}

/** Nothing where it stays as it is. */
function changeOf<T>(
  label: string,
  [now, to]: readonly [now: T, to: T | undefined],
  show: (value: T) => ReactNode,
): Change[] {
  return to === undefined ? [] : [{ label, before: show(now), after: show(to) }];
}

const amountOf = (value: string | number) => <SafeFigure value={String(value)} digits="exact" />;
const switchOf = (on: boolean) => (on ? panel.on : panel.off);
const timeOf = (iso: string | null) => (iso === null ? panel.notYet : dateText(iso));
