import type { AdminUserJson } from '#contract/admin-users';
import { PATHS } from '#contract/paths';

import { adminCall } from '../../../api/admin-client.ts';
import { adminUsersTexts } from '../../../texts/admin-users.ts';
import { ConfirmDialog } from '../confirm-dialog.tsx';
import { SafeFigure } from '../sensitive.tsx';
import { useAdminWrite } from '../use-admin-write.ts';
import { nameOf } from './name-of.ts';

const { remove: words } = adminUsersTexts;

interface DeleteUserDialogProps {
  readonly user: AdminUserJson;
  readonly onClose: () => void;
}

export function DeleteUserDialog({ user, onClose }: DeleteUserDialogProps) {
  const name = nameOf(user);
  const write = useAdminWrite({
    write: (reason: string | undefined) =>
      adminCall('DELETE', PATHS.adminUser, { params: { id: user.id }, query: { reason } }),
    success: () => ({ title: words.done, detail: words.doneDetail(name) }),
    failure: { title: words.failed, detail: words.failedDetail },
    onDone: onClose,
  });
  return (
    <ConfirmDialog
      title={words.title}
      description={words.ask(name)}
      changes={[
        {
          label: words.unstaked,
          before: <SafeFigure value={user.unstakedLMT} />,
          after: <SafeFigure value="0" />,
        },
        { label: words.bonds, before: user.totalBonds, after: 0 },
        { label: words.stakes, before: user.totalStakes, after: 0 },
      ]}
      wallet={{ label: words.wallet, address: user.walletAddress }}
      confirm={words.confirm}
      destructive
      write={write}
      onClose={onClose}
    >
      <p className="text-sm text-quiet">{words.effect}</p>
    </ConfirmDialog>
  );
}
