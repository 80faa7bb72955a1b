import { useState } from 'react';

import type { OutsidePayoutJson } from '#contract/payouts/admin-payouts';

import { outsideTexts } from '../../kernel/dashboard/pay-out/outside-texts.ts';
import { TextField } from '../../kernel/ui/forms/text-field.tsx';
import { AskDialog } from '../../kernel/ui/overlays/ask-dialog.tsx';
import { ReasonField } from '../../kernel/dashboard/reason-field.tsx';
import { SafeFigure } from '../../kernel/dashboard/sensitive.tsx';
import { WholeWallet } from '../../kernel/dashboard/whole-wallet.tsx';
import { DecisionLine } from '../queue/decide-list.tsx';
import type { Decision } from '../queue/decision.ts';
import { useSettle } from './use-settle.ts';

const { settling: words, purposes, receiver } = outsideTexts;
const SIGNATURE = /^[1-9A-HJ-NP-Za-km-z]{64,90}$/;

interface SettleDialogProps {
  /** One, or several that one transaction paid. */
  readonly payouts: readonly OutsidePayoutJson[];
  readonly onClose: () => void;
}

/** Takes the signature of what was paid outside, and shows how it was judged for each payout. */
export function SettleDialog({ payouts, onClose }: SettleDialogProps) {
  const [typed, setTyped] = useState(() => seenFor(payouts));
  const [reason, setReason] = useState('');
  const { decisions, hasStarted, isRunning, settle } = useSettle(payouts, onClose);
  const signature = typed.trim();
  const isWhole = SIGNATURE.test(signature);
  const hasFailed = hasStarted && !isRunning;
  return (
    <AskDialog
      title={words.title(payouts.length)}
      description={words.description}
      cancel={hasFailed ? words.close : words.cancel}
      confirm={hasFailed && payouts.length > 1 ? words.retry : words.confirm}
      disabled={!isWhole}
      isBusy={isRunning}
      onConfirm={() => void settle(signature, reason.trim() || undefined)}
      onClose={onClose}
    >
      <ul className="max-h-[40dvh] overflow-y-auto">
        {payouts.map((payout) => (
          <Row key={payout.id} payout={payout} decision={decisions.get(payout.id) ?? null} />
        ))}
      </ul>
      <TextField
        label={words.signature}
        hint={words.signatureHint}
        error={signature === '' || isWhole ? null : words.malformed}
        maxLength={100}
        spellCheck={false}
        value={typed}
        disabled={isRunning}
        onChange={setTyped}
      />
      <ReasonField value={reason} disabled={isRunning} onChange={setReason} />
    </AskDialog>
  );
}

/** The transaction that the watcher has seen for all of them; nothing where there is not one. */
function seenFor(payouts: readonly OutsidePayoutJson[]): string {
  const [first, ...others] = new Set(payouts.map(({ seenSignature }) => seenSignature));
  return others.length === 0 ? (first ?? '') : '';
}

interface RowProps {
  readonly payout: OutsidePayoutJson;
  readonly decision: Decision | null;
}

function Row({ payout, decision }: RowProps) {
  return (
    <li className="border-t border-line py-2.5 first:border-t-0">
      <p className="flex flex-wrap justify-between gap-x-3 text-quiet">
        {purposes[payout.purpose]}
        <SafeFigure value={payout.amount} unit={payout.tokenType} digits="exact" />
      </p>
      <WholeWallet label={receiver} address={payout.receiver} />
      {decision && <DecisionLine decision={decision} states={words.state} />}
    </li>
  );
}
