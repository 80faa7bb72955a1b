import { Suspense, lazy } from 'react';

import { ProtocolCard } from '../features/protocol/protocol-card.tsx';
import { StatusCard } from '../features/protocol/status-card.tsx';
import { ApyCard } from '../features/treasury/apy-card.tsx';
import { BackingCard } from '../features/treasury/backing-card.tsx';
import { RevenueCard } from '../features/treasury/revenue-card.tsx';
import { Skeleton } from '../ui/skeleton.tsx';

const TransparencyCard = lazy(() => import('../features/treasury/transparency-card.tsx'));

/** The wide column's cards that everybody may see. One chunk with the side column's. */
export function WideCards() {
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <RevenueCard />
        <ApyCard />
      </div>
      <ProtocolCard />
    </>
  );
}

export function SideCards() {
  return (
    <>
      <BackingCard />
      <StatusCard />
    </>
  );
}

/** Below both columns. */
export function WholeCards() {
  return (
    <div id="transparency" className="min-w-0 scroll-mt-20">
      <Suspense fallback={<Skeleton className="h-[1583px] rounded-card wide:h-[875px]" />}>
        <TransparencyCard />
      </Suspense>
    </div>
  );
}
