import { Columns } from '../../../ui/cards/columns.tsx';
import { ApyControls } from './apy-controls.tsx';
import { HoldingsCard } from './holdings-card.tsx';
import { RevenueStreams } from './revenue-streams.tsx';
import { SummaryCard } from './summary-card.tsx';

/** What the treasury holds, earns and promises, and the owner's hand on it. */
export default function TreasuryTab() {
  return (
    <div className="grid grid-cols-1 gap-4">
      <SummaryCard />
      <Columns left={<RevenueStreams />} right={<ApyControls />} />
      <HoldingsCard />
    </div>
  );
}
