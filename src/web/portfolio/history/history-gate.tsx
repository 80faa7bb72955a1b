import { History as HistoryIcon } from 'lucide-react';

import { WayIn } from '../../kernel/wallet/connect/way-in.tsx';
import { Card } from '../../kernel/ui/cards/card.tsx';
import { historyTexts } from './history-texts.ts';
import type { WalletState } from '../../kernel/wallet/state.ts';

const { gates: words } = historyTexts;

/** The History tab before there is a user. */
export function HistoryGate({ wallet }: { readonly wallet: WalletState }) {
  return (
    <Card title={words.title}>
      <WayIn
        wallet={wallet}
        icon={<HistoryIcon aria-hidden />}
        says={words}
        skeleton={{ items: 5 }}
      />
    </Card>
  );
}
