import { Wallet } from 'lucide-react';
import { Suspense, lazy } from 'react';

import { ConnectButton } from '../kernel/wallet/connect/connect-button.tsx';
import { PORTFOLIO_SHAPE } from '../portfolio/skeleton-shapes.ts';
import { APY_SHAPE, BACKING_SHAPE, REVENUE_SHAPE } from '../treasury/skeleton-shapes.ts';
import { useProgress } from '../kernel/pay/progress.ts';
import { buttonClass } from '../kernel/ui/forms/button-class.ts';
import { CardSkeleton } from '../kernel/ui/cards/card-skeleton.tsx';
import { StripSkeleton } from '../kernel/ui/cards/strip-skeleton.tsx';
import { texts } from '../kernel/ui/texts/shared-texts.ts';
import { useUserId, useWallet } from '../kernel/wallet/state.ts';
import { usePageTitle } from './use-page-title.ts';

const Portfolio = lazy(() => import('../portfolio/portfolio.tsx'));
const PayStrip = lazy(() => import('../kernel/pay/pay-strip.tsx'));
const NextSteps = lazy(() => import('../portfolio/next-step/next-steps.tsx'));
/** One chunk for everything that needs no wallet. */
const cards = () => import('./dashboard-cards.tsx');
const Strips = lazy(() => cards().then((all) => ({ default: all.Strips })));
const WideCards = lazy(() => cards().then((all) => ({ default: all.WideCards })));
const SideCards = lazy(() => cards().then((all) => ({ default: all.SideCards })));
const WholeCards = lazy(() => cards().then((all) => ({ default: all.WholeCards })));

export function DashboardPage() {
  usePageTitle(texts.app.dashboard);
  const userId = useUserId();
  const { phase } = useWallet();
  const isPaying = useProgress().progress !== null;
  return (
    <div className="grid gap-4 pt-[22px]">
      <h1 className="sr-only">{texts.app.dashboard}</h1>
      <Suspense>
        <Strips />
      </Suspense>
      {phase === 'restoring' && <StripSkeleton />}
      {userId !== null && (
        <Suspense fallback={<StripSkeleton />}>
          {isPaying && <PayStrip />}
          <NextSteps key={userId} userId={userId} />
        </Suspense>
      )}
      <div className="grid items-start gap-4 wide:grid-cols-[minmax(0,1fr)_372px]">
        <div className="grid min-w-0 gap-4">
          <Own userId={userId} />
          <Suspense fallback={<WideHold />}>
            <WideCards />
          </Suspense>
        </div>
        <div className="grid min-w-0 gap-4">
          <Suspense fallback={<CardSkeleton {...BACKING_SHAPE} />}>
            <SideCards />
          </Suspense>
        </div>
      </div>
      <Suspense>
        <WholeCards />
      </Suspense>
    </div>
  );
}

/** In the shape of the cards that come. */
function WideHold() {
  return (
    <>
      <CardSkeleton {...REVENUE_SHAPE} />
      <CardSkeleton {...APY_SHAPE} />
    </>
  );
}

/** What belongs to the visitor: a way in, or the portfolio. */
function Own({ userId }: { readonly userId: string | null }) {
  const wallet = useWallet();
  const hold = <CardSkeleton {...PORTFOLIO_SHAPE} />;
  if (userId !== null) {
    return (
      <Suspense fallback={hold}>
        <Portfolio key={userId} userId={userId} />
      </Suspense>
    );
  }
  if (wallet.phase === 'restoring') return hold;
  if (wallet.phase === 'connected') return null;
  const { gateTitle, gateHint, gatePortfolio, demo } = texts.wallet;
  return (
    <section className="grid justify-items-center gap-4 rounded-card border border-line bg-card px-5 py-9 text-center">
      <span className="grid size-12 place-items-center rounded-full bg-raise text-quiet">
        <Wallet aria-hidden className="size-5" />
      </span>
      <div>
        <h2 className="text-lg font-semibold tracking-[-0.01em]">{gateTitle}</h2>
        <p className="mt-1 text-quiet">{gateHint}</p>
      </div>
      <ConnectButton align="center" />
      <p className="text-sm text-faint">{gatePortfolio}</p>
      {/* A full load: the demo takes the place of everything else. */}
      <a href="/?demo" className={buttonClass({ tone: 'quiet' })}>
        {demo}
      </a>
    </section>
  );
}
