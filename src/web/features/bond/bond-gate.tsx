import { Gem } from 'lucide-react';

import { ConnectButton } from '../../flows/connect/connect-button.tsx';
import { Card } from '../../ui/cards/card.tsx';
import { CardLoading } from '../../ui/cards/card-loading.tsx';
import { Empty } from '../../ui/cards/empty.tsx';
import { Skeleton } from '../../ui/cards/skeleton.tsx';
import { bondTexts } from '../../texts/bond.ts';
import type { WalletState } from '../../wallet/state.ts';
import { BeforeYouBond } from './before-you-bond.tsx';
import { PriceNow } from './price-now.tsx';

/** The Bond tab before there is a user: what bonding is, and how to get in. */
export function BondGate({ wallet }: { readonly wallet: WalletState }) {
  const isLoading =
    wallet.phase === 'restoring' || (wallet.phase === 'connected' && wallet.session === 'open');
  return (
    <>
      <Card title={bondTexts.title}>
        <PriceNow />
        {isLoading ? <Loading /> : <Enter isSignedOut={wallet.phase === 'connected'} />}
      </Card>
      <Card title={bondTexts.before.title}>
        <BeforeYouBond />
      </Card>
    </>
  );
}

function Enter({ isSignedOut }: { readonly isSignedOut: boolean }) {
  const { connect, connectHint, signIn } = bondTexts.gates;
  return (
    <Empty
      icon={<Gem aria-hidden />}
      title={isSignedOut ? signIn : connect}
      hint={connectHint}
      {...(isSignedOut ? {} : { action: <ConnectButton align="center" /> })}
    />
  );
}

function Loading() {
  return (
    <div className="mt-5">
      <CardLoading label={bondTexts.gates.loading} isShown>
        <Skeleton className="h-[260px]" />
      </CardLoading>
    </div>
  );
}
