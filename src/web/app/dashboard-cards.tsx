import { Suspense, lazy } from 'react';

import { SignInStrip } from '../flows/connect/sign-in-strip.tsx';
import { PauseStrip } from '../flows/pause/pause-strip.tsx';
import { ProtocolCard } from '../features/protocol/protocol-card.tsx';
import { StatusCard } from '../features/protocol/status-card.tsx';
import { ApyCard } from '../features/treasury/apy-card.tsx';
import { BackingCard } from '../features/treasury/backing-card.tsx';
import { RevenueCard } from '../features/treasury/revenue-card.tsx';
import { InTurn } from '../ui/cards/in-turn.tsx';
import { CardSkeleton } from '../ui/cards/card-skeleton.tsx';
import { WhenSeen } from '../ui/cards/when-seen.tsx';

const TransparencyCard = lazy(() => import('../features/treasury/transparency-card.tsx'));

/** What stops everything else: a pause, or the session's end. */
export function Strips() {
  return (
    <>
      <PauseStrip />
      <SignInStrip />
    </>
  );
}

/** The wide column's cards that everybody may see. One chunk with the side column's. */
export function WideCards() {
  return (
    <>
      <InTurn hold="h-[318px] sm:h-[260px]">
        <ApyCard />
      </InTurn>
      <InTurn hold="h-[831px] sm:h-[537px]">
        <ProtocolCard />
      </InTurn>
    </>
  );
}

export function SideCards() {
  return (
    <>
      <InTurn hold="h-[556px]">
        <BackingCard />
      </InTurn>
      <InTurn hold="h-[277px]">
        <StatusCard />
      </InTurn>
      <InTurn hold="h-[269px]">
        <RevenueCard />
      </InTurn>
    </>
  );
}

/** Below both columns; its charts are drawn for those who come there. */
export function WholeCards() {
  const hold = <CardSkeleton className="h-[1583px] wide:h-[875px]" />;
  return (
    <div id="transparency" className="min-w-0 scroll-mt-20">
      <WhenSeen fallback={hold}>
        <Suspense fallback={hold}>
          <TransparencyCard />
        </Suspense>
      </WhenSeen>
    </div>
  );
}
