import { HistoryGate } from '../features/history/history-gate.tsx';
import { RealisedYield } from '../features/history/realised-yield.tsx';
import { Summary } from '../features/history/summary.tsx';
import { Transactions } from '../features/history/transactions.tsx';
import { texts } from '../texts/texts.ts';
import { useUserId, useWallet } from '../wallet/state.ts';
import { TabTop } from './tab-top.tsx';
import { usePageTitle } from './use-page-title.ts';

/** The History tab. Its own chunk. */
export default function HistoryPage() {
  usePageTitle(texts.app.history);
  const wallet = useWallet();
  const userId = useUserId();
  return (
    <div className="grid gap-4 pt-[22px]">
      <h1 className="sr-only">{texts.app.history}</h1>
      <TabTop />
      {userId === null ? (
        <HistoryGate wallet={wallet} />
      ) : (
        <div key={userId} className="grid gap-4">
          <Summary userId={userId} />
          <Transactions userId={userId} />
          <RealisedYield userId={userId} />
        </div>
      )}
    </div>
  );
}
