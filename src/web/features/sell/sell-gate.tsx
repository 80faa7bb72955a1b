import { Coins } from 'lucide-react';

import { WayIn } from '../../flows/connect/way-in.tsx';
import { Card } from '../../ui/cards/card.tsx';
import { sellTexts } from '../../texts/sell.ts';
import type { WalletState } from '../../wallet/state.ts';
import { Points } from '../../ui/charts/points.tsx';
import { SELL_SHAPE } from './sell-shape.ts';

/** The Sell tab before there is a user: what selling is, and how to get in. */
export function SellGate({ wallet }: { readonly wallet: WalletState }) {
  return (
    <div className="grid items-start gap-4 wide:grid-cols-[minmax(0,480px)_minmax(0,1fr)]">
      <Card title={sellTexts.title}>
        <WayIn
          wallet={wallet}
          icon={<Coins aria-hidden />}
          says={{ ...sellTexts.gates, loading: sellTexts.loading }}
          skeleton={SELL_SHAPE}
        />
      </Card>
      <Card title={sellTexts.how.title}>
        <Points points={sellTexts.how.points} />
      </Card>
    </div>
  );
}
