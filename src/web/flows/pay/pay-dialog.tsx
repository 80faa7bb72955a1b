import { ArrowRight } from 'lucide-react';

import { Dialog } from '../../ui/overlays/dialog.tsx';
import { Figure } from '../../ui/format/figure.tsx';
import { Steps } from '../../ui/cards/steps.tsx';
import { payTexts } from '../../texts/pay.ts';
import { TransactionLink } from '../transaction/transaction-link.tsx';
import { Worth } from '../price/worth.tsx';
import { PayButtons } from './pay-buttons.tsx';
import { PayOutcome } from './pay-outcome.tsx';
import { paySteps } from './pay-steps.ts';
import { type Progress, openDialog, useProgress } from './progress.ts';
import { WhatIsSigned } from './what-is-signed.tsx';

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
    <dl className="grid grid-cols-[1fr_auto_1fr] items-center gap-3 rounded-control bg-raise px-4 py-3">
      <div className="min-w-0">
        <dt className="text-sm text-quiet">{pay}</dt>
        <dd className="text-md">
          <Figure value={amount} unit={tokenType} digits="fine" />
          <Worth token={tokenType} amount={amount} className="block text-sm" />
        </dd>
      </div>
      <ArrowRight aria-hidden className="size-4 text-faint" />
      <div className="min-w-0 text-right">
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
