import { Fragment } from 'react';
import { ApyBanner } from '../vaults/stake/apy-banner.tsx';
import { StakeForm, StakeGate } from '../vaults/stake/stake-form.tsx';
import { VaultManager } from '../vaults/stake/vault-manager.tsx';
import { texts } from '../kernel/ui/texts/shared-texts.ts';
import { useUserId, useWallet } from '../kernel/wallet/state.ts';
import { TabPage } from './tab-page.tsx';

/** The Stake tab: stake on the left, the vaults on the right. Its own chunk. */
export default function StakePage() {
  const wallet = useWallet();
  const userId = useUserId();
  const isIn = wallet.phase === 'connected' && userId !== null;
  return (
    <TabPage title={texts.app.stake} hides={['stake']}>
      <ApyBanner />
      <div className="grid items-start gap-4 wide:grid-cols-[minmax(0,460px)_minmax(0,1fr)]">
        {isIn ? (
          <Fragment key={userId}>
            <StakeForm wallet={wallet} userId={userId} />
            <VaultManager userId={userId} />
          </Fragment>
        ) : (
          <StakeGate wallet={wallet} />
        )}
      </div>
    </TabPage>
  );
}
