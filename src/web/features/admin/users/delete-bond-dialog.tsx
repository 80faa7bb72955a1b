import type { deleteBond } from '#contract/admin-users';
import type { AnswerOf } from '#contract/api';
import type { BondJson } from '#contract/bonds';
import { PATHS } from '#contract/paths';

import { adminCall } from '../../../api/admin-client.ts';
import { isZero, trimZeros } from '../../../ui/format/format.ts';
import { userDetailsTexts } from '../../../texts/admin-user-details.ts';
import { ConfirmDialog } from '../confirm-dialog.tsx';
import { SafeFigure } from '../sensitive.tsx';
import { useAdminWrite } from '../use-admin-write.ts';

const { deleteBond: words } = userDetailsTexts;
type Deleted = AnswerOf<typeof deleteBond>;

interface DeleteBondDialogProps {
  readonly bond: BondJson;
  /** Of the user whose bond it is. */
  readonly walletAddress: string;
  readonly onClose: () => void;
}

export function DeleteBondDialog({ bond, walletAddress, onClose }: DeleteBondDialogProps) {
  const write = useAdminWrite({
    write: (reason: string | undefined) =>
      adminCall('DELETE', PATHS.adminBond, { params: { id: bond.id }, query: { reason } }),
    success: (deleted) => ({ title: words.done, detail: toldOf(deleted) }),
    failure: { title: words.failed, detail: words.failedDetail },
    onDone: onClose,
  });
  return (
    <ConfirmDialog
      title={words.title}
      description={words.hint}
      changes={[
        {
          label: words.status,
          before: <SafeFigure value={bond.amount} unit={bond.tokenType} />,
          after: words.gone,
        },
        {
          label: words.lmt,
          before: <SafeFigure value={bond.lmtAmount} unit="LMT" />,
          after: <SafeFigure value="0" unit="LMT" />,
        },
      ]}
      wallet={{ label: words.wallet, address: walletAddress }}
      confirm={words.confirm}
      destructive
      write={write}
      onClose={onClose}
    />
  );
}

function toldOf({ shortfall, depositId }: Deleted): string {
  const payment = depositId === null ? words.unpaid : words.unmatched;
  return isZero(shortfall) ? payment : `${payment} ${words.shortfall(trimZeros(shortfall))}`;
}
