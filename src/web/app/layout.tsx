import { type ReactNode, lazy, useEffect } from 'react';
import { texts } from '../kernel/ui/texts/shared-texts.ts';
import { LazyBoundary } from '../kernel/ui/overlays/lazy-boundary.tsx';
import { whenIdle } from '../kernel/ui/cards/when-idle.ts';
import { Toaster } from '../kernel/ui/overlays/toaster.tsx';
import { BottomBar } from './bottom-bar.tsx';
import { Header } from './header.tsx';
import { showVaultDialog, useOpened } from '../vaults/open-vault-dialog.ts';
import { resumePayment } from '../kernel/pay/begin.ts';
import { openDialog, useProgress } from '../kernel/pay/progress.ts';
import { storedPayment } from '../kernel/pay/stored-payment.ts';
import { useAddress, useUserId, useWallet } from '../kernel/wallet/state.ts';
import { Link } from 'wouter';
import { cx } from '../kernel/ui/format/cx.ts';
import { buttonClass } from '../kernel/ui/forms/button-class.ts';
import { ThemeSwitch } from '../kernel/ui/forms/theme-switch.tsx';
import { NetworkPill } from './network-pill.tsx';
import { PricePill } from './price-pill.tsx';
import { useTheme } from './theme.ts';
import { useQuery } from '@tanstack/react-query';
import { FlaskConical } from 'lucide-react';
import { statusQuery } from '../kernel/api/queries.ts';

const DeferredParts = lazy(async () => {
  await whenIdle();
  return import('./deferred-parts.tsx');
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
      <LazyBoundary>
        <DeferredParts />
      </LazyBoundary>
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
  restake: lazy(() => import('../vaults/restake-dialog.tsx')),
  unstake: lazy(() => import('../vaults/unstake/unstake-dialog.tsx')),
};

const close = () => showVaultDialog(null);

/**
 * Where the dialogs about a vault show themselves, on every page; none is there for another user than its
 * own, nor for another account of the wallet, before that has signed in.
 */
function VaultSlot() {
  const opened = useOpened();
  const userId = useUserId();
  const address = useAddress();
  const isAnothers =
    opened !== null &&
    ((userId !== null && userId !== opened.stake.userId) ||
      (address !== null && address !== opened.address));
  useEffect(() => {
    if (isAnothers) close();
  }, [isAnothers]);
  if (!opened || isAnothers) return null;
  const { kind, stake } = opened;
  const Dialog = DIALOGS[kind];
  return (
    <LazyBoundary onBroken={close}>
      <Dialog key={stake.id} stake={stake} onClose={close} />
    </LazyBoundary>
  );
}

const PayDialog = lazy(() => import('../kernel/pay/pay-dialog.tsx'));

/**
 * Where a payment shows itself on every page; takes up one that an earlier visit left unfinished, or that
 * could not be recorded while the server was away or paused.
 */
function PaymentSlot() {
  const { data: status, isError } = useQuery(statusQuery());
  const isHeld = isError || status?.paused === true;
  const wallet = useWallet();
  const userId = useUserId();
  const { progress } = useProgress();
  const connected = wallet.phase === 'connected' ? wallet : null;
  const address = connected?.address;
  const name = connected?.name ?? '';
  useEffect(() => {
    if (address === undefined || userId === null || !storedPayment(address)) return;
    void resumePayment({ walletAddress: address, walletName: name, userId });
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- a server that is back may record it
  }, [address, userId, name, isHeld]);
  if (!progress) return null;
  return (
    <LazyBoundary onBroken={() => openDialog(false)}>
      <PayDialog />
    </LazyBoundary>
  );
}

/** What the header has no room for on a phone or a tablet. */
function Footer() {
  const [theme, setTheme] = useTheme();
  return (
    <footer className="border-t border-line roomy:hidden">
      <div className="wrap flex flex-wrap items-center justify-between gap-3 py-4">
        <div className="flex flex-wrap gap-2">
          <NetworkPill />
          <PricePill />
        </div>
        <div className="flex items-center gap-2">
          <Link
            href="/admin"
            className={cx(buttonClass({ tone: 'quiet', size: 'sm' }), 'wide:hidden')}
          >
            {texts.app.admin}
          </Link>
          <ThemeSwitch value={theme} onChange={setTheme} />
        </div>
      </div>
    </footer>
  );
}

const LocalTools = lazy(async () => {
  await whenIdle();
  return import('./local/local-tools.tsx');
});

/** The network as the page's own answer names it: known before anything is asked for. */
function networkOfPage(): string | undefined {
  const [page] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return page?.serverTiming?.find(({ name }) => name === 'network')?.description;
}

/** Says that this is the local network, where it is; the means to try it out come when they are loaded. */
function LocalSlot() {
  const { data } = useQuery(statusQuery());
  if ((data?.network ?? networkOfPage()) !== 'local') return null;
  const title = texts.network.local;
  return (
    <section aria-label={title} className="border-b border-amber/25 tint-amber">
      <div className="wrap flex flex-wrap items-center gap-x-4 gap-y-2 py-2 text-sm">
        <p className="flex min-w-0 grow items-center gap-2">
          <FlaskConical aria-hidden className="size-4 shrink-0 text-amber" />
          <span>
            <b className="font-[560]">{title}</b>{' '}
            <span className="text-quiet">{texts.network.localHint}</span>
          </span>
        </p>
        <LazyBoundary instead={<div className="hit h-8 max-wide:w-full" />}>
          <LocalTools />
        </LazyBoundary>
      </div>
    </section>
  );
}
