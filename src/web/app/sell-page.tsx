import { SellAccount, SellGate } from '../sells/sell-account.tsx';
import { texts } from '../kernel/ui/texts/shared-texts.ts';
import { useUserId, useWallet } from '../kernel/wallet/state.ts';
import { TabPage } from './tab-page.tsx';

/** The Sell tab: ask on the left, what was asked on the right. Its own chunk. */
export default function SellPage() {
  const wallet = useWallet();
  const userId = useUserId();
  return (
    <TabPage title={texts.app.sell} hides={['sell-answer', 'payout-sent', 'sell-again']}>
      {wallet.phase === 'connected' && userId !== null ? (
        <SellAccount key={userId} userId={userId} walletAddress={wallet.address} />
      ) : (
        <SellGate wallet={wallet} />
      )}
    </TabPage>
  );
}
