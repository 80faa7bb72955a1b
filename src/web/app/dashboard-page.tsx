import { PauseStrip } from '../features/protocol/pause-strip.tsx';
import { ProtocolCard } from '../features/protocol/protocol-card.tsx';
import { StatusCard } from '../features/protocol/status-card.tsx';
import { texts } from '../ui/texts.ts';
import { usePageTitle } from './use-page-title.ts';

export function DashboardPage() {
  usePageTitle(texts.app.dashboard);
  return (
    <div className="grid gap-4 pt-[22px]">
      <h1 className="sr-only">{texts.app.dashboard}</h1>
      <PauseStrip />
      <div className="grid items-start gap-4 wide:grid-cols-[minmax(0,1fr)_372px]">
        <ProtocolCard />
        <StatusCard />
      </div>
    </div>
  );
}
