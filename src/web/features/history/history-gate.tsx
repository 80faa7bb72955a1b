import { History as HistoryIcon } from 'lucide-react';

import { ConnectButton } from '../../flows/connect/connect-button.tsx';
import { Card } from '../../ui/cards/card.tsx';
import { CardLoading } from '../../ui/cards/card-loading.tsx';
import { Empty } from '../../ui/cards/empty.tsx';
import { Skeleton } from '../../ui/cards/skeleton.tsx';
import { historyTexts } from '../../texts/history.ts';
import type { WalletState } from '../../wallet/state.ts';

const { gates: words } = historyTexts;

/** The History tab before there is a user. */
export function HistoryGate({ wallet }: { readonly wallet: WalletState }) {
  const isLoading =
    wallet.phase === 'restoring' || (wallet.phase === 'connected' && wallet.session === 'open');
  const isSignedOut = wallet.phase === 'connected';
  return (
    <Card title={words.title}>
      {isLoading ? (
        <CardLoading label={words.loading} isShown>
          <Skeleton className="h-[320px]" />
        </CardLoading>
      ) : (
        <Empty
          icon={<HistoryIcon aria-hidden />}
          title={isSignedOut ? words.signIn : words.connect}
          hint={words.connectHint}
          {...(isSignedOut ? {} : { action: <ConnectButton align="center" /> })}
        />
      )}
    </Card>
  );
}
