import { Layers } from 'lucide-react';

import { WayIn } from '../../flows/connect/way-in.tsx';
import { useRates } from '../../flows/vault/use-rates.ts';
import { Card } from '../../ui/cards/card.tsx';
import { Points } from '../../ui/charts/points.tsx';
import { stakeTexts } from '../../texts/stake.ts';
import type { WalletState } from '../../wallet/state.ts';

/** The Stake tab before there is a user: what staking is, and how to get in. */
export function StakeGate({ wallet }: { readonly wallet: WalletState }) {
  const { staking } = useRates();
  const { title, before } = stakeTexts;
  return (
    <>
      <Card title={title}>
        <WayIn
          wallet={wallet}
          icon={<Layers aria-hidden />}
          says={stakeTexts.gates}
          skeleton={{ figures: 2, items: 5, rows: 6, text: 200 }}
        />
      </Card>
      <Card title={before.title}>
        <Points points={before.points(staking)} />
      </Card>
    </>
  );
}
