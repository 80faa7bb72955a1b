import { instant } from '#domain/base/time';

import { transport } from '../kernel/api/transport.ts';
import { keepSessionInMemory, writeSession } from '../kernel/api/stored-session.ts';
import { demoTexts } from './demo-texts.ts';
import { wordToasts } from '../kernel/ui/overlays/toast-window.tsx';
import { setLive } from '../kernel/wallet/live.ts';
import { setWalletState, subscribeWallet, walletState } from '../kernel/wallet/state.ts';
import { DEMO_USER } from './account.ts';
import { answering } from './answer.ts';
import { demoWallet } from './chain.ts';
import { DEMO_ADDRESS } from './keys.ts';
import { livedAccount } from './life.ts';

/** Where the demo is left to: a full load, so that nothing of it stays. */
export const AFTER_DEMO = '/';

/** Puts the made-up account in the place of server, chain and wallet, before anything is shown. */
export function startDemo(): void {
  transport.send = answering(livedAccount(instant(Date.now())));
  transport.isDemo = true;
  // A visitor may have a session of their own in this browser: it is neither read nor touched.
  keepSessionInMemory();
  writeSession({ walletPublicKey: DEMO_ADDRESS, sessionToken: 'demo', userId: DEMO_USER });
  wordToasts(demoTexts.toast);
  setLive({ id: 'phantom', ...demoWallet() });
  setWalletState({
    phase: 'connected',
    id: 'phantom',
    name: demoTexts.wallet,
    address: DEMO_ADDRESS,
    userId: DEMO_USER,
    session: 'open',
  });
  subscribeWallet(() => {
    if (walletState().phase === 'disconnected') window.location.assign(AFTER_DEMO);
  });
}
