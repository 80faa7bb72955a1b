import type { ReactNode } from 'react';

import { CardLoading } from '../../ui/cards/card-loading.tsx';
import { Empty } from '../../ui/cards/empty.tsx';
import { type Shape, Skeleton } from '../../ui/cards/skeleton.tsx';
import type { WalletState } from '../state.ts';
import { ConnectButton } from './connect-button.tsx';

interface WayInProps {
  readonly wallet: WalletState;
  readonly icon: ReactNode;
  readonly says: Readonly<Record<'loading' | 'connect' | 'connectHint' | 'signIn', string>>;
  /** Of what the user will see. */
  readonly skeleton: Shape;
}

/** In a card before there is a user: that one is looked for, or how to get in. */
export function WayIn({ wallet, icon, says, skeleton }: WayInProps) {
  const isSignedOut = wallet.phase === 'connected';
  if (wallet.phase === 'restoring' || (isSignedOut && wallet.session === 'open')) {
    return (
      <CardLoading label={says.loading} isShown>
        <Skeleton {...skeleton} />
      </CardLoading>
    );
  }
  return (
    <Empty
      icon={icon}
      title={isSignedOut ? says.signIn : says.connect}
      hint={says.connectHint}
      action={!isSignedOut && <ConnectButton align="center" />}
    />
  );
}
