import { HistoryGate } from '../features/history/history-gate.tsx';
import { RealisedYield } from '../features/history/realised-yield.tsx';
import { Summary } from '../features/history/summary.tsx';
import { Transactions } from '../features/history/transactions.tsx';
import { texts } from '../kernel/ui/texts/shared-texts.ts';
import { useUserId, useWallet } from '../kernel/wallet/state.ts';
import { TabPage } from './tab-page.tsx';

/** The History tab. Its own chunk. */
export default function HistoryPage() {
  const wallet = useWallet();
  const userId = useUserId();
  return (
    <TabPage title={texts.app.history}>
      {userId === null ? (
        <HistoryGate wallet={wallet} />
      ) : (
        <div key={userId} className="grid gap-4">
          <Summary userId={userId} />
          <Transactions userId={userId} />
          <RealisedYield userId={userId} />
        </div>
      )}
    </TabPage>
  );
}
