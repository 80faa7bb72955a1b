import type { AdminUserJson } from '#contract/admin-users';
import { PATHS } from '#contract/paths';

import { adminCall } from '../../../api/admin-client.ts';
import { trimZeros } from '../../../ui/format/format.ts';
import { KeyValues } from '../../../ui/tables/key-values.tsx';
import { payOutTexts } from '../../../texts/admin-pay-out.ts';
import { userDetailsTexts } from '../../../texts/admin-user-details.ts';
import { ConfirmDialog } from '../confirm-dialog.tsx';
import { SafeAddress, SafeFigure } from '../sensitive.tsx';
import { usePayOut } from '../use-pay-out.ts';

const { refund: words } = userDetailsTexts;

interface RefundDialogProps {
  readonly user: AdminUserJson;
  readonly onClose: () => void;
}

/** Pays a user's fee credit back. */
export function RefundDialog({ user, onClose }: RefundDialogProps) {
  const pay = usePayOut({
    pay: (body) => adminCall('POST', PATHS.refundCredit, { params: { id: user.id }, body }),
    success: ({ amount }) => ({ title: words.done, detail: words.doneDetail(trimZeros(amount)) }),
    failed: words.failed,
    onDone: onClose,
  });
  return (
    <ConfirmDialog
      title={words.title}
      description={words.hint}
      changes={[
        {
          label: words.credit,
          before: <SafeFigure value={user.feeCredit} unit="SOL" decimals={9} />,
          after: <SafeFigure value="0" unit="SOL" decimals={9} />,
        },
      ]}
      confirm={words.confirm}
      busy={pay.isPending}
      onConfirm={pay.start}
      onClose={onClose}
    >
      <KeyValues
        items={[{ key: words.receiver, value: <SafeAddress address={user.walletAddress} /> }]}
      />
      {pay.isSigning && <p role="status">{payOutTexts.signing}</p>}
    </ConfirmDialog>
  );
}
