import { BondGate } from '../features/bond/bond-gate.tsx';
import { BondList } from '../features/bond/bond-list.tsx';
import { BondForm } from '../features/bond/bond-form.tsx';
import { PauseStrip } from '../flows/pause/pause-strip.tsx';
import ClaimStrip from '../flows/claim/claim-strip.tsx';
import { SignInStrip } from '../flows/connect/sign-in-strip.tsx';
import PayStrip from '../flows/pay/pay-strip.tsx';
import { texts } from '../texts/texts.ts';
import { useUserId, useWallet } from '../wallet/state.ts';
import { usePageTitle } from './use-page-title.ts';

/** The Bond tab: pay on the left, what was paid on the right. Its own chunk. */
export default function BondPage() {
  usePageTitle(texts.app.bond);
  const wallet = useWallet();
  const userId = useUserId();
  const isIn = wallet.phase === 'connected' && userId !== null;
  return (
    <div className="grid gap-4 pt-[22px]">
      <h1 className="sr-only">{texts.app.bond}</h1>
      <PauseStrip />
      <SignInStrip />
      {isIn && <PayStrip />}
      {isIn && (
        // On a phone the list is far below the form.
        <div className="empty:hidden wide:hidden">
          <ClaimStrip key={userId} userId={userId} listHref="#active-bonds" />
        </div>
      )}
      <div className="grid items-start gap-4 wide:grid-cols-[minmax(0,480px)_minmax(0,1fr)]">
        {isIn ? (
          <>
            <BondForm key={userId} wallet={wallet} userId={userId} />
            <div id="active-bonds" className="min-w-0 scroll-mt-20">
              <BondList key={userId} userId={userId} />
            </div>
          </>
        ) : (
          <BondGate wallet={wallet} />
        )}
      </div>
    </div>
  );
}
