import { Suspense, lazy } from 'react';

import { SignInStrip } from '../kernel/wallet/connect/sign-in-strip.tsx';
import { PauseStrip } from '../kernel/prices/pause-strip.tsx';
import { PROTOCOL_SHAPE, ProtocolCard } from '../treasury/protocol-card.tsx';
import { STATUS_SHAPE, StatusCard } from '../treasury/status-card.tsx';
import { ApyCard } from '../treasury/apy-card.tsx';
import { BackingCard } from '../treasury/backing-card.tsx';
import { RevenueCard } from '../treasury/revenue-card.tsx';
import {
  APY_SHAPE,
  BACKING_SHAPE,
  REVENUE_SHAPE,
  TRANSPARENCY_SHAPE,
} from '../treasury/skeleton-shapes.ts';
import { InTurn } from '../kernel/ui/cards/in-turn.tsx';
import { CardSkeleton } from '../kernel/ui/cards/card-skeleton.tsx';
import { WhenSeen } from '../kernel/ui/cards/when-seen.tsx';

const TransparencyCard = lazy(() => import('../treasury/transparency-card.tsx'));

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
      <InTurn hold={REVENUE_SHAPE}>
        <RevenueCard />
      </InTurn>
      <InTurn hold={APY_SHAPE}>
        <ApyCard />
      </InTurn>
    </>
  );
}

export function SideCards() {
  return (
    <>
      <InTurn hold={BACKING_SHAPE}>
        <BackingCard />
      </InTurn>
      <InTurn hold={STATUS_SHAPE}>
        <StatusCard />
      </InTurn>
    </>
  );
}

/** Below both columns; the last one's charts are drawn for those who come there. */
export function WholeCards() {
  const hold = <CardSkeleton {...TRANSPARENCY_SHAPE} />;
  return (
    <>
      <InTurn hold={PROTOCOL_SHAPE}>
        <ProtocolCard />
      </InTurn>
      <div id="transparency" className="min-w-0 scroll-mt-20">
        <WhenSeen fallback={hold}>
          <Suspense fallback={hold}>
            <TransparencyCard />
          </Suspense>
        </WhenSeen>
      </div>
    </>
  );
}
