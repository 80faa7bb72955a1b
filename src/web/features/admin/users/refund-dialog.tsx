import type { AdminUserJson } from '#contract/admin-users';
import { PATHS } from '#contract/paths';

import { adminCall } from '../../../api/admin-client.ts';
import { trimZeros } from '../../../ui/format/format.ts';
import { outsideTexts } from '../../../texts/admin-outside.ts';
import { payOutTexts } from '../../../texts/admin-pay-out.ts';
import { userDetailsTexts } from '../../../texts/admin-user-details.ts';
import { ConfirmDialog } from '../confirm-dialog.tsx';
import { SafeFigure } from '../sensitive.tsx';
import { usePayOut } from '../use-pay-out.ts';

const { refund: words } = userDetailsTexts;

interface RefundDialogProps {
  readonly user: AdminUserJson;
  readonly onClose: () => void;
}

/** Pays a user's fee credit back. */
export function RefundDialog({ user, onClose }: RefundDialogProps) {
  const { id, walletAddress: receiver, feeCredit: amount } = user;
  const pay = usePayOut({
    confirmed: { purpose: 'credit', subject: id, receiver, token: 'SOL', amount },
    pay: (body) => adminCall('POST', PATHS.refundCredit, { params: { id }, body }),
    success: ({ payout, amount: paid }) =>
      payout?.status === 'awaiting-outside'
        ? {
            title: outsideTexts.listed,
            detail: outsideTexts.listedDetail(`${trimZeros(paid)} SOL`),
          }
        : { title: words.done, detail: words.doneDetail(trimZeros(paid)) },
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
          before: <SafeFigure value={amount} unit="SOL" digits="exact" />,
          after: <SafeFigure value="0" unit="SOL" digits="exact" />,
        },
      ]}
      wallet={{ label: words.receiver, address: receiver }}
      confirm={words.confirm}
      write={pay}
      onClose={onClose}
    >
      {pay.isSigning && <p role="status">{payOutTexts.signing}</p>}
    </ConfirmDialog>
  );
}
