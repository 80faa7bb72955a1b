import type { AdminVaultJson } from '#contract/admin-vaults';
import { PATHS } from '#contract/paths';

import { adminCall } from '../../../api/admin-client.ts';
import { shortId } from '#domain/vaults/short-id';
import { KeyValues } from '../../../ui/tables/key-values.tsx';
import { adminVaultsTexts } from '../../../texts/admin-vaults.ts';
import { ConfirmDialog } from '../confirm-dialog.tsx';
import { SafeFigure } from '../sensitive.tsx';
import { useAdminWrite } from '../use-admin-write.ts';

const { removing: words, panel } = adminVaultsTexts;

interface DeleteVaultDialogProps {
  readonly vault: AdminVaultJson;
  readonly onDeleted: () => void;
  readonly onClose: () => void;
}

export function DeleteVaultDialog({ vault, onDeleted, onClose }: DeleteVaultDialogProps) {
  const write = useAdminWrite({
    write: (reason: string | undefined) =>
      adminCall('DELETE', PATHS.adminVault, { params: { vaultId: vault.id }, query: { reason } }),
    success: () => ({ title: words.done, detail: words.doneDetail(shortId(vault.id)) }),
    failure: { title: words.failed, detail: words.failedDetail },
    onDone: onDeleted,
  });
  return (
    <ConfirmDialog
      title={words.title}
      description={words.undone}
      changes={[
        { label: words.state, before: panel.statuses[vault.status], after: words.gone },
        {
          label: panel.amount,
          before: <SafeFigure value={vault.amount} unit="LMT" digits="fine" />,
          after: <SafeFigure value="0" unit="LMT" digits="fine" />,
        },
      ]}
      wallet={{ label: panel.wallet, address: vault.walletAddress }}
      confirm={words.confirm}
      destructive
      write={write}
      onClose={onClose}
    >
      <KeyValues
        items={[
          {
            key: panel.id,
            value: <code className="font-mono text-[0.92em] break-all">{vault.id}</code>,
          },
          {
            key: panel.amount,
            value: <SafeFigure value={vault.amount} unit="LMT" digits="fine" />,
          },
        ]}
      />
      <p className="text-sm text-quiet">{words.effect}</p>
    </ConfirmDialog>
  );
}
