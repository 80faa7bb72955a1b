import { Button } from '../ui/forms/button.tsx';
import { formatTrimmed } from '../ui/format/format.ts';
import { payTexts } from './pay-texts.ts';
import { showToast } from '../ui/overlays/toast.ts';
import { walletState } from '../wallet/state.ts';
import { dismissPayment, resume } from './finish.ts';
import { type Progress, openDialog } from './progress.ts';
import { letWalletSend } from './sign.ts';
import { acceptPrice, cancelPayment, retryPayment, startPayment } from './start.ts';

const says = payTexts;

/** What can be done at this point of the payment. */
export function PayButtons({ progress }: { readonly progress: Progress }) {
  const { outcome, stage } = progress;
  const close = () => openDialog(false);
  switch (outcome.kind) {
    case 'running':
      return stage === 'quote' || stage === 'sign' ? (
        <>
          <Button onClick={cancelPayment}>{says.cancel}</Button>
          {progress.canSend && (
            <Button onClick={() => letWalletSend(progress.walletAddress)}>
              {says.letSend(progress.walletName)}
            </Button>
          )}
        </>
      ) : (
        <Button onClick={close}>{says.hide}</Button>
      );
    case 'changed':
      return (
        <>
          <Button onClick={cancelPayment}>{says.cancel}</Button>
          <Button tone="primary" onClick={() => void acceptPrice()}>
            {says[progress.purpose].changed.accept}
          </Button>
        </>
      );
    case 'due':
      return (
        <>
          <Button onClick={close}>{says.cancel}</Button>
          <Button tone="primary" onClick={() => payMissing(progress, outcome)}>
            {says.fee.payMissing(formatTrimmed(progress.amount))}
          </Button>
        </>
      );
    case 'stuck':
      return (
        <>
          <Button onClick={dismissPayment}>{says.dismiss}</Button>
          <Button tone="primary" onClick={() => resumeAgain(progress)}>
            {says.again}
          </Button>
        </>
      );
    case 'expired':
      return (
        <Button tone="primary" onClick={close}>
          {says.anew}
        </Button>
      );
    case 'failed':
      return (
        <>
          <Button onClick={close}>{says.hide}</Button>
          {outcome.canRetry && (
            <Button tone="primary" onClick={() => void retryPayment()}>
              {says.again}
            </Button>
          )}
        </>
      );
    case 'done':
      return (
        <Button tone="primary" onClick={close}>
          {says.finish}
        </Button>
      );
  }
}

function resumeAgain({ purpose, walletAddress, walletName }: Progress): void {
  const state = walletState();
  if (state.phase !== 'connected' || state.userId === null) {
    return tellSignedOut(says[purpose].signedOut);
  }
  void resume({ walletAddress, walletName, userId: state.userId });
}

type DueOutcome = Extract<Progress['outcome'], { kind: 'due' }>;

function payMissing(progress: Progress, { lamports, autoRestake }: DueOutcome): void {
  const state = walletState();
  if (state.phase !== 'connected' || state.userId === null) {
    return tellSignedOut(says.fee.signedOut);
  }
  const { walletAddress, walletName, lmtAmount } = progress;
  const order = { walletAddress, walletName, userId: state.userId, lmtAmount, autoRestake };
  const fee = { expected: lamports, missing: lamports, quote: null };
  void startPayment({ purpose: 'stake', ...order, ...fee });
}

/** The session has ended meanwhile; below the dialog is the way to sign in again. */
function tellSignedOut(told: { readonly title: string; readonly detail: string }): void {
  showToast({ tone: 'failure', ...told });
  openDialog(false);
}
