import { Fragment } from 'react';
import { BondList } from '../bonds/bond-list.tsx';
import { BondForm, BondGate } from '../bonds/bond-form.tsx';
import { texts } from '../kernel/ui/texts/shared-texts.ts';
import { useUserId, useWallet } from '../kernel/wallet/state.ts';
import { TabPage } from './tab-page.tsx';

/** The Bond tab: pay on the left, what was paid on the right. Its own chunk. */
export default function BondPage() {
  const wallet = useWallet();
  const userId = useUserId();
  const isIn = wallet.phase === 'connected' && userId !== null;
  return (
    <TabPage title={texts.app.bond} hides={['bond']}>
      <div className="grid items-start gap-4 wide:grid-cols-[minmax(0,480px)_minmax(0,1fr)]">
        {isIn ? (
          <Fragment key={userId}>
            <BondForm wallet={wallet} userId={userId} />
            <BondList userId={userId} />
          </Fragment>
        ) : (
          <BondGate wallet={wallet} />
        )}
      </div>
    </TabPage>
  );
}
