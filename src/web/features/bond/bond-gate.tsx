import { Gem } from 'lucide-react';

import { WayIn } from '../../flows/connect/way-in.tsx';
import { Card } from '../../ui/cards/card.tsx';
import { bondTexts } from '../../texts/bond.ts';
import type { WalletState } from '../../wallet/state.ts';
import { BeforeYouBond } from './before-you-bond.tsx';
import { PriceNow } from './price-now.tsx';

/** The Bond tab before there is a user: what bonding is, and how to get in. */
export function BondGate({ wallet }: { readonly wallet: WalletState }) {
  return (
    <>
      <Card title={bondTexts.title}>
        <PriceNow />
        <div className="[&>[role=status]]:mt-5">
          <WayIn
            wallet={wallet}
            icon={<Gem aria-hidden />}
            says={bondTexts.gates}
            skeleton={{ rows: 6 }}
          />
        </div>
      </Card>
      <Card title={bondTexts.before.title}>
        <BeforeYouBond />
      </Card>
    </>
  );
}
