import { SellAccount } from '../features/sell/sell-account.tsx';
import { SellGate } from '../features/sell/sell-gate.tsx';
import { texts } from '../texts/texts.ts';
import { useUserId, useWallet } from '../wallet/state.ts';
import { TabTop } from './tab-top.tsx';
import { usePageTitle } from './use-page-title.ts';

/** The Sell tab: ask on the left, what was asked on the right. Its own chunk. */
export default function SellPage() {
  usePageTitle(texts.app.sell);
  const wallet = useWallet();
  const userId = useUserId();
  return (
    <div className="grid gap-4 pt-[22px]">
      <h1 className="sr-only">{texts.app.sell}</h1>
      <TabTop hides={['sell-answer', 'payout-sent', 'sell-again']} />
      {wallet.phase === 'connected' && userId !== null ? (
        <SellAccount key={userId} userId={userId} walletAddress={wallet.address} />
      ) : (
        <SellGate wallet={wallet} />
      )}
    </div>
  );
}
