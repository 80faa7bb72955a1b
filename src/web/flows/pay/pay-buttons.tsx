import { Button } from '../../ui/button.tsx';
import { bondTexts } from '../../ui/texts/bond.ts';
import { walletState } from '../../wallet/state.ts';
import { dismissPayment, resume } from './finish.ts';
import { type Progress, openDialog } from './progress.ts';
import { acceptPrice, cancelPayment } from './start.ts';

const says = bondTexts.pay;

/** What can be done at this point of the payment. */
export function PayButtons({ progress }: { readonly progress: Progress }) {
  const { outcome, stage } = progress;
  const close = () => openDialog(false);
  switch (outcome.kind) {
    case 'running':
      return stage === 'quote' || stage === 'sign' ? (
        <Button onClick={cancelPayment}>{says.cancel}</Button>
      ) : (
        <Button onClick={close}>{says.hide}</Button>
      );
    case 'changed':
      return (
        <>
          <Button onClick={cancelPayment}>{says.cancel}</Button>
          <Button tone="primary" onClick={() => void acceptPrice()}>
            {says.changed.accept}
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
      return <Button onClick={close}>{says.hide}</Button>;
    case 'done':
      return (
        <Button tone="primary" onClick={close}>
          {says.finish}
        </Button>
      );
  }
}

function resumeAgain({ walletAddress, walletName }: Progress): void {
  const state = walletState();
  if (state.phase !== 'connected' || state.userId === null) return;
  void resume(walletAddress, state.userId, walletName);
}
