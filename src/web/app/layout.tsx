import { type ReactNode, Suspense, lazy, useEffect } from 'react';
import { texts } from '../texts/texts.ts';
import { whenIdle } from '../ui/cards/when-idle.ts';
import { Toaster } from '../ui/overlays/toaster.tsx';
import { BottomBar } from './bottom-bar.tsx';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';
import { LocalSlot } from './local-slot.tsx';
import { showVaultDialog, useOpened } from '../flows/vault/opened.ts';
import { useProgress } from '../flows/pay/progress.ts';
import { storedPayment } from '../flows/pay/stored-payment.ts';
import { useUserId, useWallet } from '../wallet/state.ts';

const Later = lazy(async () => {
  await whenIdle();
  return import('./later.tsx');
});

export function Layout({ children }: { readonly children: ReactNode }) {
  return (
    <div className="flex min-h-dvh flex-col">
      <a
        href="#content"
        className="fixed top-2 left-2 z-50 -translate-y-20 rounded-control bg-raise px-4 py-3 focus:translate-y-0"
      >
        {texts.app.skip}
      </a>
      <Header />
      <Suspense>
        <Later />
      </Suspense>
      <LocalSlot />
      <main id="content" tabIndex={-1} className="wrap grow pb-10 outline-none">
        {children}
      </main>
      <Footer />
      <BottomBar />
      <PaymentSlot />
      <VaultSlot />
      <Toaster />
    </div>
  );
}

const DIALOGS = {
  restake: lazy(() => import('../flows/restake/restake-dialog.tsx')),
  unstake: lazy(() => import('../flows/unstake/unstake-dialog.tsx')),
};

/** Where the dialogs about a vault show themselves, on every page. */
function VaultSlot() {
  const opened = useOpened();
  if (!opened) return null;
  const { kind, ...about } = opened;
  const Dialog = DIALOGS[kind];
  return (
    <Suspense>
      <Dialog key={about.stake.id} {...about} onClose={() => showVaultDialog(null)} />
    </Suspense>
  );
}

const PayDialog = lazy(() => import('../flows/pay/pay-dialog.tsx'));

/** Where a payment shows itself on every page; takes up one that an earlier visit left unfinished. */
function PaymentSlot() {
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
