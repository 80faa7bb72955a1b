import { useState } from 'react';

import { depositsTexts } from '../../../texts/admin-deposits.ts';
import { Check } from '../../../ui/forms/check.tsx';
import { Switch } from '../../../ui/forms/switch.tsx';
import { TextField } from '../../../ui/forms/text-field.tsx';
import { WholeWallet } from '../whole-wallet.tsx';

const { refunding: words } = depositsTexts;

const ADDRESS = /^[1-9A-HJ-NP-Za-km-z]{32,44}$/;

/** Where a refund goes: to the sender, or to an address that the owner enters and confirms. */
export function useRefundReceiver(sender: string | null) {
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
export function RefundReceiver({ chosen, disabled }: RefundReceiverProps) {
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
