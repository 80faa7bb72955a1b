import { type ReactNode, Suspense, lazy } from 'react';

import { texts } from '../texts/texts.ts';
import { whenIdle } from '../ui/cards/when-idle.ts';
import { Toaster } from '../ui/overlays/toaster.tsx';
import { BottomBar } from './bottom-bar.tsx';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';
import { LocalSlot } from './local-slot.tsx';
import { PaymentSlot } from './payment-slot.tsx';
import { VaultSlot } from './vault-slot.tsx';

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
