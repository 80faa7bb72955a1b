import { ArrowRight } from 'lucide-react';

import { Dialog } from '../ui/overlays/dialog.tsx';
import { Figure } from '../ui/format/figure.tsx';
import { Steps, type Step } from '../ui/cards/steps.tsx';
import { payTexts } from './pay-texts.ts';
import { TransactionLink } from '../api/transaction-link.tsx';
import { Worth } from '../prices/worth.tsx';
import { PayButtons } from './pay-buttons.tsx';
import { PayOutcome } from './pay-outcome.tsx';
import { type Progress, openDialog, useProgress, STAGES, type Stage } from './progress.ts';
import { isZero, formatTrimmed } from '../ui/format/format.ts';
import { shortAddress } from '../ui/format/short-address.ts';
import { useNow } from '../ui/format/use-now.ts';
import { PreviewLine } from '../ui/tables/preview-line.tsx';
import { feeText } from './network-fee.tsx';

/** A payment, step by step. What is signed goes on when the window is closed. */
export default function PayDialog() {
  const { progress, isOpen } = useProgress();
  if (!progress) return null;
  const { outcome, stage } = progress;
  const isAsking = stage === 'quote' || stage === 'sign';
  const locked = isAsking && (outcome.kind === 'running' || outcome.kind === 'changed');
  return (
    <Dialog
      open={isOpen}
      onOpenChange={openDialog}
      title={payTexts[progress.purpose].title}
      locked={locked}
      footer={<PayButtons progress={progress} />}
    >
      <Exchange progress={progress} />
      <Steps steps={paySteps(progress)} />
      <WhatIsSigned progress={progress} />
      <Signature signature={progress.signature} />
      <PayOutcome progress={progress} />
    </Dialog>
  );
}

function Exchange({ progress }: { readonly progress: Progress }) {
  const { purpose, tokenType, amount, lmtAmount, stage } = progress;
  const { pay, get } = payTexts[purpose];
  // Until a price is locked the figure is the least that is taken without asking.
  const isLeast = purpose === 'bond' && stage === 'quote';
  return (
    <dl className="grid grid-cols-[1fr_auto_1fr] items-center gap-3 rounded-control bg-raise px-4 py-3 max-tight:grid-cols-1">
      <div className="min-w-0">
        <dt className="text-sm text-quiet">{pay}</dt>
        <dd className="text-md">
          <Figure value={amount} unit={tokenType} digits="fine" />
          <Worth token={tokenType} amount={amount} className="block text-sm" />
        </dd>
      </div>
      <ArrowRight aria-hidden className="size-4 text-faint max-tight:rotate-90" />
      <div className="min-w-0 text-right max-tight:text-left">
        <dt className="text-sm text-quiet">{isLeast ? payTexts.bond.getAtLeast : get}</dt>
        <dd className="text-md">
          <Figure value={lmtAmount} unit="LMT" />
          <Worth token="LMT" amount={lmtAmount} className="block text-sm" />
        </dd>
      </div>
    </dl>
  );
}

function Signature({ signature }: { readonly signature: string | null }) {
  if (signature === null) return null;
  return (
    <p className="flex items-center justify-between border-t border-line pt-3 text-sm text-quiet">
      {payTexts.signature}
      <TransactionLink signature={signature} />
    </p>
  );
}

/** The steps of a payment as they stand: five, or two where nothing is left to pay. */
function paySteps(progress: Progress): Step[] {
  const isFree = isZero(progress.amount);
  const stages: readonly Stage[] = isFree ? ['quote', 'record'] : STAGES;
  const labels = { ...payTexts.steps, ...payTexts[progress.purpose].steps };
  const at = stages.indexOf(progress.stage);
  const { kind } = progress.outcome;
  return stages.map((stage, index): Step => {
    const label = labels[stage];
    if (kind === 'done' || index < at) return { label, state: 'done' };
    if (index > at) return { label, state: 'todo' };
    if (kind === 'failed' || kind === 'expired') return { label, state: 'failed' };
    const note = kind === 'running' ? noteOf(progress, stage) : undefined;
    return { label, state: 'current', note };
  });
}

function noteOf(progress: Progress, stage: Stage): string {
  const { purpose, walletName, isSlow, isUnseen = false, isAskedAgain = false } = progress;
  const { notes } = payTexts;
  const own = payTexts[purpose].notes;
  switch (stage) {
    case 'sign':
      return (isAskedAgain ? notes.signAgain : notes.sign)(walletName);
    case 'confirm':
      return isSlow ? notes.slow : notes.confirm;
    case 'record':
      if (!isSlow) return own.record;
      return isUnseen ? own.unseen : notes.retry;
    case 'quote':
      return own.quote;
    case 'send':
      return notes.send;
  }
}

const signing = payTexts.signing;

/** What the wallet's own window is about to show, told here first: receiver, purpose, fee, and how long there is. */
function WhatIsSigned({ progress }: { readonly progress: Progress }) {
  const { purpose, stage, outcome, receiver, lmtAmount, networkFee, accountRent, signBefore } =
    progress;
  if (stage !== 'sign' || outcome.kind !== 'running' || !receiver) return null;
  const rows: [string, string, string?][] = [
    [signing.to, `${signing.treasury} ${shortAddress(receiver)}`, receiver],
    [signing.purpose, payTexts[purpose].signs(formatTrimmed(lmtAmount))],
  ];
  if (accountRent) rows.push([signing.accountRent, `${feeText(accountRent)} SOL`]);
  if (networkFee) rows.push([signing.networkFee, `${feeText(networkFee)} SOL`]);
  return (
    <dl aria-label={signing.label} className="grid gap-1.5 border-t border-line pt-3 text-sm">
      {rows.map(([label, value, hint]) => (
        <PreviewLine key={label} name={label}>
          <span data-hint={hint}>{value}</span>
        </PreviewLine>
      ))}
      {signBefore && (
        <PreviewLine name={signing.signWithin}>
          <Left until={signBefore} />
        </PreviewLine>
      )}
    </dl>
  );
}

/** Never read out: it changes every second. */
function Left({ until }: { readonly until: number }) {
  const seconds = Math.max(0, Math.round((until - useNow()) / 1_000));
  return <span className="font-mono">{seconds > 0 ? signing.seconds(seconds) : signing.late}</span>;
}
