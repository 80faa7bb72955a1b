import { Coins } from 'lucide-react';

import { ConnectButton } from '../../flows/connect/connect-button.tsx';
import { Card } from '../../ui/cards/card.tsx';
import { CardLoading } from '../../ui/cards/card-loading.tsx';
import { Empty } from '../../ui/cards/empty.tsx';
import { Skeleton } from '../../ui/cards/skeleton.tsx';
import { sellTexts } from '../../texts/sell.ts';
import type { WalletState } from '../../wallet/state.ts';
import { Points } from '../../ui/charts/points.tsx';

/** The Sell tab before there is a user: what selling is, and how to get in. */
export function SellGate({ wallet }: { readonly wallet: WalletState }) {
  const isLoading =
    wallet.phase === 'restoring' || (wallet.phase === 'connected' && wallet.session === 'open');
  return (
    <div className="grid items-start gap-4 wide:grid-cols-[minmax(0,480px)_minmax(0,1fr)]">
      <Card title={sellTexts.title}>
        {isLoading ? <Loading /> : <Enter isSignedOut={wallet.phase === 'connected'} />}
      </Card>
      <Card title={sellTexts.how.title}>
        <Points points={sellTexts.how.points} />
      </Card>
    </div>
  );
}

function Enter({ isSignedOut }: { readonly isSignedOut: boolean }) {
  const { connect, connectHint, signIn } = sellTexts.gates;
  return (
    <Empty
      icon={<Coins aria-hidden />}
      title={isSignedOut ? signIn : connect}
      hint={connectHint}
      {...(isSignedOut ? {} : { action: <ConnectButton align="center" /> })}
    />
  );
}

function Loading() {
  return (
    <CardLoading label={sellTexts.loading} isShown>
      <Skeleton className="h-[480px]" />
    </CardLoading>
  );
}
