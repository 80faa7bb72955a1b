import { Suspense, lazy, useEffect } from 'react';

import { useProgress } from '../flows/pay/progress.ts';
import { storedPayment } from '../flows/pay/stored-payment.ts';
import { useUserId, useWallet } from '../wallet/state.ts';

const PayDialog = lazy(() => import('../flows/pay/pay-dialog.tsx'));

/** Where a payment shows itself on every page; takes up one that an earlier visit left unfinished. */
export function PaymentSlot() {
  const wallet = useWallet();
  const userId = useUserId();
  const { progress } = useProgress();
  const connected = wallet.phase === 'connected' ? wallet : null;
  const address = connected?.address;
  const name = connected?.name ?? '';
  useEffect(() => {
    if (address === undefined || userId === null || !storedPayment(address)) return;
    void import('../flows/pay/finish.ts').then(({ resume }) => resume(address, userId, name));
  }, [address, userId, name]);
  if (!progress) return null;
  return (
    <Suspense>
      <PayDialog />
    </Suspense>
  );
}
