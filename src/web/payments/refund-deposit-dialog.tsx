import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import type { DepositJson } from '#contract/payments/admin-deposits';
import { PATHS } from '#contract/base/paths';
import type { PayoutJson } from '#contract/sells/sells';

import { adminCall } from '../kernel/api/admin-client.ts';
import { solPriceQuery } from '../kernel/api/reads/sell-queries.ts';
import { formatTrimmed } from '../kernel/ui/format/format.ts';
import { shortAddress } from '../kernel/ui/format/short-address.ts';
import { KeyValues } from '../kernel/ui/tables/key-values.tsx';
import { depositsTexts } from './deposit-texts.ts';
import { outsideTexts } from '../kernel/dashboard/pay-out/outside-texts.ts';
import { ConfirmDialog } from '../kernel/dashboard/confirm-dialog.tsx';
import { SafeFigure } from '../kernel/dashboard/sensitive.tsx';
import { usePayOut } from '../kernel/dashboard/pay-out/use-pay-out.ts';
import { Check } from '../kernel/ui/forms/check.tsx';
import { Switch } from '../kernel/ui/forms/switch.tsx';
import { TextField } from '../kernel/ui/forms/text-field.tsx';
import { WholeWallet } from '../kernel/dashboard/whole-wallet.tsx';

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
    </ConfirmDialog>
  );
}

const ADDRESS = /^[1-9A-HJ-NP-Za-km-z]{32,44}$/;

/** Where a refund goes: to the sender, or to an address that the owner enters and confirms. */
function useRefundReceiver(sender: string | null) {
  const [isOther, setOther] = useState(sender === null);
  const [typed, setTyped] = useState('');
  /** The address that the owner has confirmed: typing another one takes that back. */
  const [confirmed, setConfirmed] = useState<string | null>(null);
  const entered = typed.trim();
  const isWhole = ADDRESS.test(entered);
  const receiver = isOther ? (isWhole ? entered : null) : sender;
  const isElsewhere = receiver !== null && receiver !== sender;
  const isSure = isElsewhere && confirmed === receiver;
  return {
    sender,
    isOther,
    typed,
    receiver,
    isElsewhere,
    isSure,
    /** Why it cannot be sent yet; null where it can. */
    blocked: receiver === null ? '' : isElsewhere && !isSure ? words.unsure : null,
    error: entered === '' || isWhole ? null : words.malformed,
    setOther,
    setTyped,
    confirm: (isRight: boolean) => setConfirmed(isRight ? receiver : null),
  };
}

interface RefundReceiverProps {
  readonly chosen: ReturnType<typeof useRefundReceiver>;
  readonly disabled: boolean;
}

/** Names the wallet that a refund goes to, and lets the owner name another than the sender's. */
function RefundReceiver({ chosen, disabled }: RefundReceiverProps) {
  const { sender, isOther, receiver, isElsewhere } = chosen;
  return (
    <>
      {sender !== null && (
        <Switch
          label={words.elsewhere}
          checked={isOther}
          disabled={disabled}
          onChange={chosen.setOther}
        />
      )}
      {isOther && (
        <TextField
          label={words.address}
          hint={words.addressHint}
          error={chosen.error}
          maxLength={60}
          spellCheck={false}
          value={chosen.typed}
          disabled={disabled}
          onChange={chosen.setTyped}
        />
      )}
      {receiver !== null && <WholeWallet label={words.receiver} address={receiver} />}
      {isElsewhere && <Confirmation chosen={chosen} disabled={disabled} />}
    </>
  );
}

/** The owner's word for an address that is not the sender's, right below that address. */
function Confirmation({ chosen, disabled }: RefundReceiverProps) {
  return (
    <Check long checked={chosen.isSure} disabled={disabled} onChange={chosen.confirm}>
      {chosen.sender === null ? words.sureUnknown : words.sure}
    </Check>
  );
}
