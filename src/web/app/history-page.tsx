import { HistoryGate } from '../portfolio/history/history-gate.tsx';
import { RealisedYield } from '../portfolio/history/realised-yield.tsx';
import { Summary } from '../portfolio/history/summary.tsx';
import { Transactions } from '../portfolio/history/transactions.tsx';
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
