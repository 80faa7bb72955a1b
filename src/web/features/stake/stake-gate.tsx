import { Layers } from 'lucide-react';

import { ConnectButton } from '../../flows/connect/connect-button.tsx';
import { useRates } from '../../flows/vault/use-rates.ts';
import { Card } from '../../ui/cards/card.tsx';
import { CardLoading } from '../../ui/cards/card-loading.tsx';
import { Empty } from '../../ui/cards/empty.tsx';
import { Points } from '../../ui/charts/points.tsx';
import { Skeleton } from '../../ui/cards/skeleton.tsx';
import { stakeTexts } from '../../texts/stake.ts';
import type { WalletState } from '../../wallet/state.ts';

/** The Stake tab before there is a user: what staking is, and how to get in. */
export function StakeGate({ wallet }: { readonly wallet: WalletState }) {
  const { staking } = useRates();
  const { title, before } = stakeTexts;
  const isLoading =
    wallet.phase === 'restoring' || (wallet.phase === 'connected' && wallet.session === 'open');
  return (
    <>
      <Card title={title}>
        {isLoading ? <Loading /> : <Enter isSignedOut={wallet.phase === 'connected'} />}
      </Card>
      <Card title={before.title}>
        <Points points={before.points(staking)} />
      </Card>
    </>
  );
}

function Enter({ isSignedOut }: { readonly isSignedOut: boolean }) {
  const { connect, connectHint, signIn } = stakeTexts.gates;
  return (
    <Empty
      icon={<Layers aria-hidden />}
      title={isSignedOut ? signIn : connect}
      hint={connectHint}
      {...(isSignedOut ? {} : { action: <ConnectButton align="center" /> })}
    />
  );
}

function Loading() {
  return (
    <CardLoading label={stakeTexts.gates.loading} isShown>
      <Skeleton className="h-[560px]" />
    </CardLoading>
  );
}
