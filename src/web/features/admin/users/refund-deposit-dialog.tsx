import { useQuery } from '@tanstack/react-query';

import type { DepositJson } from '#contract/admin-deposits';
import { PATHS } from '#contract/paths';
import type { PayoutJson } from '#contract/sells';

import { adminCall } from '../../../api/admin-client.ts';
import { solPriceQuery } from '../../../api/sells.ts';
import { formatTrimmed } from '../../../ui/format/format.ts';
import { shortAddress } from '../../../ui/format/short-address.ts';
import { KeyValues } from '../../../ui/tables/key-values.tsx';
import { depositsTexts } from '../../../texts/admin-deposits.ts';
import { outsideTexts } from '../../../texts/admin-outside.ts';
import { payOutTexts } from '../../../texts/admin-pay-out.ts';
import { ConfirmDialog } from '../confirm-dialog.tsx';
import { SafeFigure } from '../sensitive.tsx';
import { usePayOut } from '../use-pay-out.ts';
import { RefundReceiver, useRefundReceiver } from './refund-receiver.tsx';

const { refunding: words } = depositsTexts;

interface RefundDepositDialogProps {
  readonly deposit: DepositJson;
  /** The payout is on its way. */
  readonly onSent: (id: string) => void;
  readonly onClose: () => void;
}

const isOutside = (payout: PayoutJson | null): boolean => payout?.status === 'awaiting-outside';

/** Sends a payment back to the wallet that made it, or to another that its payer has named. */
export function RefundDepositDialog({ deposit, onSent, onClose }: RefundDepositDialogProps) {
  const { id, amount, tokenType, sender } = deposit;
  const { data: sol } = useQuery(solPriceQuery());
  const namedOf = (units: string) => `${formatTrimmed(units)} ${tokenType}`;
  const chosen = useRefundReceiver(sender);
  const { isElsewhere } = chosen;
  const receiver = chosen.receiver ?? '';
  const paid = { receiver, isElsewhere, token: tokenType, amount };
  const pay = usePayOut({
    confirmed: { purpose: 'deposit', subject: id, ...paid, rentPrice: sol?.price.toString() },
    pay: (body) =>
      adminCall('POST', PATHS.refundDeposit, {
        params: { id },
        body: isElsewhere ? { ...body, receiver } : body,
      }),
    success: ({ payout }) => {
      const named = namedOf(payout?.amount ?? amount);
      if (isOutside(payout)) {
        return { title: outsideTexts.listed, detail: outsideTexts.listedDetail(named) };
      }
      const detail = isElsewhere
        ? words.doneElsewhere(named, shortAddress(receiver))
        : words.doneDetail(named);
      return { title: words.done, detail };
    },
    failed: words.failed,
    onDone: ({ payout }) => {
      if (!isOutside(payout)) onSent(id);
      onClose();
    },
  });
  return (
    <ConfirmDialog
      title={words.title}
      description={sender === null ? words.hintUnknown : words.hint}
      changes={[{ label: words.amount, before: words.open, after: words.refunded }]}
      confirm={chosen.isOther ? words.confirmElsewhere : words.confirm}
      blocked={chosen.blocked}
      write={pay}
      onClose={onClose}
    >
      <KeyValues
        items={[
          {
            key: words.amount,
            value: <SafeFigure value={amount} unit={tokenType} digits="exact" />,
          },
        ]}
      />
      <RefundReceiver chosen={chosen} disabled={pay.isPending} />
      {pay.isSigning && <p role="status">{payOutTexts.signing}</p>}
    </ConfirmDialog>
  );
}
